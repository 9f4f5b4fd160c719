import type { ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { latin1FromBytes } from "../../byte-text";
import { inputBytes, readFailure } from "../command-input";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";

/** `cat [-AbeEnstTuv] [FILE…]` */
export const cat = toolCommand("cat", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "cat",
    short: "AbeEnstTuv",
    long: {
      "show-all": "A",
      "number-nonblank": "b",
      "show-ends": "E",
      number: "n",
      "squeeze-blank": "s",
      "show-tabs": "T",
      "show-nonprinting": "v",
    },
  });
  const read = await contentOf(parsed.operands.length === 0 ? ["-"] : parsed.operands, context);
  const stdout = parsed.options.some(({ name }) => name !== "u") ? shown(read.stdout, parsed) : read.stdout;
  return { ...read, stdout };
});

/** The bytes of all, one character each: a command before it in the pipe gave them so. */
async function contentOf(names: readonly string[], context: ResolvedCommandContext): Promise<ExecResult> {
  let stdout = "";
  let stderr = "";
  let stdin: string | undefined = context.stdin as unknown as string;
  for (const name of names) {
    if (name === "-") {
      stdout += stdin ?? "";
      stdin = undefined;
      continue;
    }
    try {
      stdout += latin1FromBytes(await inputBytes(context, name));
    } catch (error) {
      stderr += `cat: ${name}: ${readFailure(error)}\n`;
    }
  }
  return { stdout, stdoutKind: "bytes", stderr, exitCode: stderr === "" ? 0 : 1 };
}

function shown(text: string, parsed: ParsedOptions): string {
  const ends = parsed.has("A", "e", "E");
  const tabs = parsed.has("A", "t", "T");
  const strange = parsed.has("A", "e", "t", "v");
  const all = parsed.has("n") && !parsed.has("b");
  const pieces: string[] = [];
  let number = 0;
  let wasBlank = false;
  for (const whole of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const ended = whole.endsWith("\n");
    const line = ended ? whole.slice(0, -1) : whole;
    const isBlank = line === "" && ended;
    if (isBlank && wasBlank && parsed.has("s")) continue;
    wasBlank = isBlank;
    if (all || (parsed.has("b") && !isBlank)) {
      number += 1;
      pieces.push(`${String(number).padStart(6)}\t`);
    }
    const visible = strange ? line.replace(/[^\t -~]/g, visibly) : line;
    const tabbed = tabs ? visible.replaceAll("\t", "^I") : visible;
    // GNU's shows the return before a shown end of line.
    pieces.push(ends && ended && tabbed.endsWith("\r") ? `${tabbed.slice(0, -1)}^M` : tabbed);
    if (ended) pieces.push(ends ? "$\n" : "\n");
  }
  return pieces.join("");
}

function visibly(character: string): string {
  const byte = character.charCodeAt(0);
  if (byte === 0x7f) return "^?";
  if (byte < 0x20) return `^${String.fromCharCode(byte + 64)}`;
  if (byte < 0xa0) return `M-^${String.fromCharCode(byte - 64)}`;
  return byte === 0xff ? "M-^?" : `M-${String.fromCharCode(byte - 128)}`;
}
