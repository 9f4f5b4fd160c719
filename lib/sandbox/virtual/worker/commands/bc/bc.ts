import { ByteSink, OutputTooLarge, printed } from "../byte-sink";
import { inputBytes, readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { BcQuit, BcSyntaxError, createMachine, runProgram } from "./bc-program";

const STOPPED = 124;
/** How many steps lie between two looks at the stop signal. */
const LOOK_EVERY = 256;
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

class Stopped extends Error {}

/** `bc [-l] [-q] [-s] [FILE…]`: files, then standard input, with numbers of any length. */
export const bc = toolCommand("bc", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "bc",
    short: "lqsiw",
    long: { mathlib: "l", quiet: "q", standard: "s", warn: "w", interactive: "i" },
  });
  const out = new ByteSink(MOST_OUTPUT_BYTES);
  let stderr = "";
  let steps = 0;
  const machine = createMachine({
    math: parsed.has("l"),
    write: (text) => out.write(text),
    step: () => {
      steps += 1;
      if (steps % LOOK_EVERY === 0 && context.signal?.aborted) throw new Stopped();
    },
  });
  for (const name of [...parsed.operands, "-"]) {
    let text: string;
    try {
      text = new TextDecoder().decode(await inputBytes(context, name));
    } catch (error) {
      return printed(out.toBytes(), `${stderr}File ${name} is unavailable: ${readFailure(error)}\n`, 1);
    }
    try {
      runProgram(machine, text, (message) => {
        stderr += `${message}\n`;
      });
    } catch (error) {
      if (error instanceof BcQuit) break;
      if (error instanceof Stopped) return printed(out.toBytes(), stderr, STOPPED);
      if (error instanceof OutputTooLarge) return printed(out.toBytes(), `${stderr}bc: ${error.message}\n`, 1);
      if (error instanceof RangeError)
        return printed(out.toBytes(), `${stderr}bc: the numbers are too long, or nested too deeply\n`, 1);
      if (!(error instanceof BcSyntaxError)) throw error;
      return printed(out.toBytes(), `${stderr}(${name === "-" ? "standard_in" : name}): ${error.message}\n`, 1);
    }
  }
  return printed(out.toBytes(), stderr, 0);
});
