import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { byteCount } from "./byte-count";

const NEWLINE = 10;
/** The columns GNU's cmp gives to an offset when a file's size is not known beforehand (a pipe). */
const UNKNOWN_SIZE_COLUMNS = 19;

/** `cmp [-s] [-l] [-b] [-n BYTES] [-i SKIP[:SKIP]] FILE1 [FILE2 [SKIP1 [SKIP2]]]` */
export const cmp = textTool("cmp", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "cmp",
    short: "slbn:i:",
    long: { silent: "s", quiet: "s", verbose: "l", "print-bytes": "b", "bytes=": "n", "ignore-initial=": "i" },
    usageExitCode: 2,
    hint: "cmp: Try 'cmp --help' for more information.",
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const last = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  const [left, right = "-", ...extra] = operands;
  const usage = (message: string) => new ToolFailure(`${message}\ncmp: Try 'cmp --help' for more information.`, 2);
  if (left === undefined) throw usage("missing operand after 'cmp'");
  if (extra.length > 2) throw usage(`extra operand '${extra[2]}'`);
  if (has("s") && has("l")) throw usage("options -l and -s are incompatible");
  const count = (written: string, name: string): number => {
    const value = byteCount(written, { octal: true });
    if (value === undefined) throw usage(`invalid --${name} value '${written}'`);
    return value;
  };
  const initial = last("i")?.split(":") ?? extra;
  const skips = [initial[0] ?? "0", initial[1] ?? (last("i") === undefined ? "0" : (initial[0] ?? "0"))].map((skip) =>
    count(skip, "ignore-initial"),
  );
  const most = last("n") === undefined ? undefined : count(last("n") as string, "bytes");

  const sides: Uint8Array[] = [];
  for (const [index, name] of [left, right].entries()) {
    try {
      const bytes = await run.readBytes(name);
      const start = skips[index] as number;
      sides.push(bytes.subarray(start, most === undefined ? undefined : start + most));
    } catch (error) {
      if (has("s")) throw new ToolFailure("", 2);
      throw new ToolFailure(`${name}: ${readFailure(error)}`, 2);
    }
  }
  const [one, two] = sides as [Uint8Array, Uint8Array];
  const shared = Math.min(one.length, two.length);
  const places: number[] = [];
  for (let at = 0; at < shared; at += 1) {
    run.step();
    if (one[at] === two[at]) continue;
    places.push(at);
    if (!has("l")) break;
  }
  const [first] = places;
  if (first === undefined && one.length === two.length) return;
  run.exitCode = 1;
  if (has("s")) return;
  if (has("l")) {
    const sizes = [left, right].flatMap((name, index) => (isPipe(name) ? [] : [(sides[index] as Uint8Array).length]));
    const columns = sizes.length === 0 ? UNKNOWN_SIZE_COLUMNS : String(Math.min(...sizes)).length;
    for (const at of places) {
      const [a, b] = [one[at] as number, two[at] as number];
      const number = String(at + 1).padStart(columns);
      run.print(
        has("b")
          ? `${number} ${octal(a)} ${shown(a).padEnd(4)} ${octal(b)} ${shown(b)}\n`
          : `${number} ${octal(a)} ${octal(b)}\n`,
      );
    }
  } else if (first !== undefined) {
    const line = 1 + one.subarray(0, first).filter((byte) => byte === NEWLINE).length;
    const [a, b] = [one[first] as number, two[first] as number];
    const bytes = has("b") ? ` is ${octal(a)} ${shown(a)} ${octal(b)} ${shown(b)}` : "";
    run.print(`${left} ${right} differ: byte ${first + 1}, line ${line}${bytes}\n`);
    return;
  }
  if (one.length === two.length) return;
  const [short, shortName] = one.length < two.length ? [one, left] : [two, right];
  run.warn(`cmp: EOF on ${shortName} ${endOf(short, has("l"))}\n`);
});

function endOf(short: Uint8Array, verbose: boolean): string {
  if (short.length === 0) return "which is empty";
  if (verbose) return `after byte ${short.length}`;
  const newlines = short.filter((byte) => byte === NEWLINE).length;
  const ended = short.at(-1) === NEWLINE;
  return `after byte ${short.length}, ${ended ? "" : "in "}line ${ended ? newlines : newlines + 1}`;
}

function isPipe(name: string): boolean {
  return name === "-" || /^\/(dev|proc)\//.test(name);
}

function octal(byte: number): string {
  return byte.toString(8).padStart(3);
}

/** As `cat -v` writes a byte. */
function shown(byte: number): string {
  const [mark, low] = byte >= 0x80 ? ["M-", byte - 0x80] : ["", byte];
  if (low < 0x20) return `${mark}^${String.fromCharCode(low + 0x40)}`;
  return mark + (low === 0x7f ? "^?" : String.fromCharCode(low));
}
