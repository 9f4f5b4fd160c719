import { type Command, defineCommand } from "just-bash/browser";
import { ByteSink, printed } from "../byte-sink";
import { inputBytes, readFailure } from "../command-input";

/** Without a terminal a pager prints everything, as the real ones do; their options only change the looks. */
export const pagers: Command[] = ["less", "more", "view"].map((name) =>
  defineCommand(name, async (given, context) => {
    const names = given.filter((argument) => !/^[-+]./.test(argument));
    const out = new ByteSink();
    let stderr = "";
    for (const file of names.length === 0 ? ["-"] : names) {
      try {
        out.write(await inputBytes(context, file));
      } catch (error) {
        stderr += `${file}: ${readFailure(error)}\n`;
      }
    }
    return printed(out.toBytes(), stderr, stderr === "" ? 0 : 1);
  }),
);
