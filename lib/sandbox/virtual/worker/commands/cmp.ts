import { defineCommand } from "just-bash/browser";
import { inputBytes, readFailure } from "./command-input";
import { failed, succeeded } from "./command-result";

const NEWLINE = 10;

/** `cmp [-s] [-l] FILE1 [FILE2]`. */
export const cmp = defineCommand("cmp", async (given, context) => {
  const options = given.filter((argument) => argument.startsWith("-") && argument !== "-");
  const unknown = options.find((option) => !["-s", "-l", "--silent", "--quiet", "--verbose"].includes(option));
  if (unknown !== undefined) return failed("cmp", `option not supported: ${unknown}`, 2);
  const silent = options.some((option) => option === "-s" || option === "--silent" || option === "--quiet");
  const names = given.filter((argument) => !options.includes(argument));
  const [left, right = "-"] = names;
  if (left === undefined) return failed("cmp", "missing operand", 2);
  const sides: Uint8Array[] = [];
  for (const name of [left, right]) {
    try {
      sides.push(await inputBytes(context, name));
    } catch (error) {
      return silent ? { stdout: "", stderr: "", exitCode: 2 } : failed("cmp", `${name}: ${readFailure(error)}`, 2);
    }
  }
  const [one, two] = sides as [Uint8Array, Uint8Array];
  const shared = Math.min(one.length, two.length);
  if (options.includes("-l") || options.includes("--verbose")) return allDifferences(one, two, shared);
  let at = 0;
  while (at < shared && one[at] === two[at]) at += 1;
  if (at === one.length && at === two.length) return succeeded("");
  const line = 1 + one.subarray(0, at).reduce((count, byte) => count + (byte === NEWLINE ? 1 : 0), 0);
  if (silent) return { stdout: "", stderr: "", exitCode: 1 };
  if (at === shared) {
    const short = one.length < two.length ? left : right;
    const where =
      at === 0
        ? "which is empty"
        : `after byte ${at}, ${one[at - 1] === NEWLINE ? "" : "in "}line ${line - (one[at - 1] === NEWLINE ? 1 : 0)}`;
    return { stdout: "", stderr: `cmp: EOF on ${short} ${where}\n`, exitCode: 1 };
  }
  return { stdout: `${left} ${right} differ: byte ${at + 1}, line ${line}\n`, stderr: "", exitCode: 1 };
});

function allDifferences(one: Uint8Array, two: Uint8Array, shared: number) {
  const width = String(Math.max(one.length, two.length)).length;
  let stdout = "";
  for (let at = 0; at < shared; at += 1) {
    if (one[at] === two[at]) continue;
    const [a, b] = [one[at], two[at]].map((byte) => (byte ?? 0).toString(8).padStart(3));
    stdout += `${String(at + 1).padStart(width)} ${a} ${b}\n`;
  }
  return { stdout, stderr: "", exitCode: stdout === "" && one.length === two.length ? 0 : 1 };
}
