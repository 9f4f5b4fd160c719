import { PosixRegex } from "../regex/posix-regex";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

type Section = "header" | "body" | "footer";
/** Whether a line gets a number. */
type Style = (line: string) => boolean;

const LARGEST_WIDTH = 2 ** 31 - 1;

/** `nl`: numbers the lines of logical pages. */
export const nl = textTool("nl", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "nl",
    short: "b:d:f:h:i:l:n:ps:v:w:",
    long: {
      "body-numbering=": "b",
      "section-delimiter=": "d",
      "footer-numbering=": "f",
      "header-numbering=": "h",
      "line-increment=": "i",
      "join-blank-lines=": "l",
      "number-format=": "n",
      "no-renumber": "p",
      "number-separator=": "s",
      "starting-line-number=": "v",
      "number-width=": "w",
    },
  });
  const styles: Record<Section, Style> = {
    header: style(parsed.value("h") ?? "n", "header"),
    body: style(parsed.value("b") ?? "t", "body"),
    footer: style(parsed.value("f") ?? "n", "footer"),
  };
  const format = parsed.value("n") ?? "rn";
  if (!["ln", "rn", "rz"].includes(format)) {
    throw new ToolFailure(`invalid line numbering format: ${quoted(format)}\n${helpHint("nl")}`, 1);
  }
  const width = number(parsed, "w", 6, "line number field width", 1);
  const first = number(parsed, "v", 1, "starting line number");
  const step = number(parsed, "i", 1, "line number increment");
  const blanksAsOne = number(parsed, "l", 1, "line number of blank lines", 1);
  const separator = parsed.value("s") ?? "\t";
  const sectionOf = sectionReader(parsed.value("d") ?? "\\:");
  const unnumbered = " ".repeat(width + separator.length);
  let section: Section = "body";
  let next = first;
  let blanks = 0;
  for (const name of parsed.operands.length === 0 ? ["-"] : parsed.operands) {
    for (const line of splitLines((await run.tryRead(name)) ?? "")) {
      run.step();
      const begun = sectionOf(line);
      if (begun !== undefined) {
        section = begun;
        if (!parsed.has("p")) next = first;
        run.print("\n");
        continue;
      }
      blanks = line === "" ? blanks + 1 : 0;
      const counts = line !== "" || blanks % blanksAsOne === 0;
      if (counts && styles[section](line)) {
        run.print(`${shown(next, width, format)}${separator}${line}\n`);
        next += step;
      } else run.print(`${unnumbered}${line}\n`);
    }
  }
});

function style(text: string, section: Section): Style {
  if (text === "a") return () => true;
  if (text === "t") return (line) => line !== "";
  if (text === "n") return () => false;
  if (!text.startsWith("p")) {
    throw new ToolFailure(`invalid ${section} numbering style: ${quoted(text)}\n${helpHint("nl")}`, 1);
  }
  const regex = new PosixRegex(text.slice(1), { extended: false, escapes: "none" });
  return (line) => regex.test(line);
}

function number(parsed: ParsedOptions, letter: string, usual: number, what: string, least = -LARGEST_WIDTH): number {
  const text = parsed.value(letter);
  if (text === undefined) return usual;
  const value = Number(text);
  if (!/^[+-]?\d+$/.test(text)) throw new ToolFailure(`invalid ${what}: ${quoted(text)}`, 1);
  if (value < least || value > LARGEST_WIDTH) {
    throw new ToolFailure(`invalid ${what}: ${quoted(text)}: Numerical result out of range`, 1);
  }
  return value;
}

/** Which section a line of nothing but delimiters begins. */
function sectionReader(delimiter: string): (line: string) => Section | undefined {
  const mark = delimiter.length === 1 ? `${delimiter}:` : delimiter;
  return (line) => {
    if (mark === "" || !line.startsWith(mark)) return undefined;
    if (line === mark.repeat(3)) return "header";
    if (line === mark.repeat(2)) return "body";
    return line === mark ? "footer" : undefined;
  };
}

function shown(value: number, width: number, format: string): string {
  if (format === "ln") return String(value).padEnd(width);
  if (format === "rn") return String(value).padStart(width);
  return value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0");
}
