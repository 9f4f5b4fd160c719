import { inputBytes, readFailure } from "../command-input";
import { failed } from "../command-result";
import { parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";

const MOST_LINES = 10_000_000;

/** `shuf [-e ARG…] [-i LO-HI] [-n COUNT] [-r] [-z] [-o FILE] [FILE]`. */
export const shuf = toolCommand("shuf", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "shuf",
    short: "ei:n:o:rz",
    long: { echo: "e", "input-range=": "i", "head-count=": "n", "output=": "o", repeat: "r", "zero-terminated": "z" },
  });
  const end = parsed.has("z") ? "\0" : "\n";
  const countText = parsed.value("n");
  if (countText !== undefined && !/^\d+$/.test(countText)) return failed("shuf", `invalid line count: '${countText}'`);
  const count = countText === undefined ? undefined : Number(countText);
  let lines: string[];
  const range = parsed.value("i");
  if (range !== undefined) {
    const [, low, high] = /^(\d+)-(\d+)$/.exec(range) ?? [];
    if (low === undefined || Number(high) < Number(low) - 1) return failed("shuf", `invalid input range: '${range}'`);
    const length = Number(high) - Number(low) + 1;
    if (length > MOST_LINES) return failed("shuf", "the range holds more than ten million numbers");
    lines = Array.from({ length }, (_, index) => String(Number(low) + index));
  } else if (parsed.has("e")) lines = parsed.operands;
  else {
    const [name = "-", extra] = parsed.operands;
    if (extra !== undefined) return failed("shuf", `extra operand '${extra}'\nTry 'shuf --help' for more information.`);
    try {
      const text = new TextDecoder().decode(await inputBytes(context, name));
      lines = text.split(end);
      if (lines.at(-1) === "") lines.pop();
    } catch (error) {
      return failed("shuf", `${name}: ${readFailure(error)}`);
    }
  }
  let chosen: string[];
  if (parsed.has("r")) {
    if (count === undefined || count > MOST_LINES)
      return failed("shuf", "-r needs -n COUNT of at most ten million here");
    if (lines.length === 0 && count > 0) return failed("shuf", "no lines to repeat");
    chosen = Array.from({ length: count }, () => lines[random(lines.length)] as string);
  } else {
    for (let at = lines.length - 1; at > 0; at -= 1) {
      const other = random(at + 1);
      [lines[at], lines[other]] = [lines[other] as string, lines[at] as string];
    }
    chosen = count === undefined ? lines : lines.slice(0, count);
  }
  const text = chosen.map((line) => line + end).join("");
  const output = parsed.value("o");
  if (output === undefined) return { stdout: text, stderr: "", exitCode: 0 };
  try {
    await context.fs.writeFile(context.fs.resolvePath(context.cwd, output), text);
    return { stdout: "", stderr: "", exitCode: 0 };
  } catch (error) {
    return failed("shuf", `${output}: ${readFailure(error)}`);
  }
});

function random(below: number): number {
  return Math.floor(((crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32) * below);
}
