import { inputBytes, readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";

const RADIX: Readonly<Record<string, number>> = { o: 8, d: 10, x: 16 };
const OFFSET_WIDTH = 7;

/** `strings [-a] [-n LENGTH] [-t o|d|x] [-o] [-f] [-w] [-s SEPARATOR] [FILE…]`: runs of printable ASCII. */
export const strings = toolCommand("strings", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "strings",
    short: "adfn:t:ows:e:U:",
    long: {
      all: "a",
      data: "d",
      "print-file-name": "f",
      "bytes=": "n",
      "radix=": "t",
      "include-all-whitespace": "w",
      "output-separator=": "s",
      "encoding=": "e",
      "unicode=": "U",
    },
    digits: true,
  });
  const least = parsed.value(parsed.last("n", "digits") ?? "n") ?? "4";
  if (!/^\d+$/.test(least)) throw new ToolFailure(`invalid integer argument ${least}`, 1);
  if (Number(least) === 0) throw new ToolFailure("minimum string length is too small: 0", 1);
  const encoding = parsed.value("e") ?? "s";
  if (encoding !== "s" && encoding !== "S") {
    throw new ToolFailure(`-e ${encoding} is not supported in the embedded shell, only -e s and -e S`, 1);
  }
  if (parsed.has("U")) throw new ToolFailure("-U is not supported in the embedded shell", 1);
  const radix = parsed.last("t", "o") === "o" ? "o" : parsed.value("t");
  if (radix !== undefined && RADIX[radix] === undefined) throw new ToolFailure(`invalid radix: ${radix}`, 1);
  const blanks = parsed.has("w") ? "\\t\\n\\v\\f\\r" : "\\t";
  const high = encoding === "S" ? "\\x80-\\xff" : "";
  const run = new RegExp(`[${blanks}\\x20-\\x7e${high}]{${least},}`, "g");
  const separator = parsed.value("s") ?? "\n";
  const names = parsed.operands.length === 0 ? ["-"] : parsed.operands;
  const pieces: string[] = [];
  let stderr = "";
  for (const name of names) {
    try {
      const text = new TextDecoder("latin1").decode(await inputBytes(context, name));
      const label = parsed.has("f") ? `${name === "-" ? "{standard input}" : name}: ` : "";
      for (const found of text.matchAll(run)) {
        const offset = radix === undefined ? "" : `${found.index.toString(RADIX[radix]).padStart(OFFSET_WIDTH)} `;
        pieces.push(label, offset, found[0], separator);
      }
    } catch (error) {
      const reason = readFailure(error);
      stderr +=
        reason === "No such file or directory"
          ? `strings: '${name}': No such file\n`
          : `strings: Warning: '${name}' ${reason === "Is a directory" ? "is a directory" : `is not an ordinary file`}\n`;
    }
  }
  return { stdout: pieces.join(""), stdoutKind: "bytes", stderr, exitCode: stderr === "" ? 0 : 1 };
});
