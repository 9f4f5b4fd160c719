import { readFailure } from "../command-input";
import { failed } from "../command-result";
import { parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";

const UNITS = "KMGTPE";
const MOST_BYTES = 512 * 1024 * 1024;

/** A byte count as the coreutils write it: `10`, `4K`, `1MB`. Undefined when it is none. */
export function sizeOf(text: string): number | undefined {
  const match = /^(\d+)(?:([kKMGTPE])(iB|B)?|(b|w|c))?$/.exec(text);
  if (match === null) return undefined;
  const [, digits, unit, kind, small] = match;
  if (small !== undefined) return Number(digits) * (small === "b" ? 512 : small === "w" ? 2 : 1);
  if (unit === undefined) return Number(digits);
  return Number(digits) * (kind === "B" ? 1000 : 1024) ** (UNITS.indexOf(unit.toUpperCase()) + 1);
}

/** `truncate -s [+-<>/%]SIZE [-c] FILE…`, `-r REFERENCE`. */
export const truncate = toolCommand("truncate", async (given, { fs, cwd }) => {
  const parsed = parseOptions(given, {
    name: "truncate",
    short: "cs:r:o",
    long: { "size=": "s", "no-create": "c", "reference=": "r" },
  });
  if (parsed.has("o")) return failed("truncate", "option -o is not supported");
  const text = parsed.value("s");
  const reference = parsed.value("r");
  if (text === undefined && reference === undefined) {
    return failed(
      "truncate",
      "you must specify either '--size' or '--reference'\nTry 'truncate --help' for more information.",
    );
  }
  if (parsed.operands.length === 0)
    return failed("truncate", "missing file operand\nTry 'truncate --help' for more information.");
  const [, mode = "", amount = ""] = /^([+\-<>/%]?)(.*)$/.exec(text ?? "0") ?? [];
  let size = sizeOf(amount);
  if (size === undefined) return failed("truncate", `Invalid number: '${text}'`);
  if (reference !== undefined) {
    const stat = await fs.stat(fs.resolvePath(cwd, reference)).catch(() => undefined);
    if (stat === undefined) return failed("truncate", `cannot stat '${reference}': No such file or directory`);
    if (text === undefined) size = stat.size;
  }
  if ((mode === "/" || mode === "%") && size === 0) return failed("truncate", "division by zero");
  let stderr = "";
  for (const name of parsed.operands) {
    const path = fs.resolvePath(cwd, name);
    try {
      const exists = await fs.exists(path);
      if (!exists && parsed.has("c")) continue;
      const before = exists ? await fs.readFileBuffer(path) : new Uint8Array();
      const now = before.byteLength;
      const wanted =
        mode === "+"
          ? now + size
          : mode === "-"
            ? Math.max(0, now - size)
            : mode === "<"
              ? Math.min(now, size)
              : mode === ">"
                ? Math.max(now, size)
                : mode === "/"
                  ? now - (now % size)
                  : mode === "%"
                    ? Math.ceil(now / size) * size
                    : size;
      if (wanted > MOST_BYTES) throw new Error("EFBIG: file too large");
      const after = new Uint8Array(wanted);
      after.set(before.subarray(0, wanted));
      await fs.writeFile(path, after);
    } catch (error) {
      stderr += `truncate: cannot open '${name}' for writing: ${readFailure(error)}\n`;
    }
  }
  return { stdout: "", stderr, exitCode: stderr === "" ? 0 : 1 };
});
