import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";

/** `rev [FILE…]`: the characters of each line, last first. */
export const rev = textTool("rev", async (run, given) => {
  const { operands } = parseOptions(given, { name: "rev", short: "" });
  for (const name of operands.length === 0 ? ["-"] : operands) {
    try {
      const lines = (await run.read(name)).split("\n");
      run.print(lines.map((line) => [...line].reverse().join("")).join("\n"));
    } catch (error) {
      run.complain(`cannot open ${name}: ${readFailure(error)}`);
    }
  }
});
