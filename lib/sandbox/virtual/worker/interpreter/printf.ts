import { type Conversion, formatFloat, formatWhole, padded } from "../commands/tool/format-printf";
import { formatTime } from "../commands/tool/format-time";
import { bytesOfText, textOfBytes } from "../commands/tool/lossless-text";
import { timeZone } from "../commands/tool/time-zone";
import { builtinFailed } from "./builtin-outcome";
import { readEscapes, rejoined } from "./escapes";
import { type InterpreterContext, type Outcome, parts } from "./interpreter";
import { quotedWord, singleQuoted } from "./quote-word";

const DIRECTIVE = /%([-+ 0#']*)(\*|-?\d+)?(?:\.(\*|-?\d*))?(?:hh|ll|[hlLjzt])?(\([^)]*\)T|[a-zA-Z%])?/y;
const LARGEST = 2n ** 63n - 1n;
const WIDEST = 1_000_000;

export async function printf(context: InterpreterContext, given: readonly string[]): Promise<Outcome> {
  const words = [...given];
  let variable: string | undefined;
  while (words[0]?.startsWith("-") && words[0] !== "-") {
    const option = words.shift() as string;
    if (option === "--") break;
    if (!option.startsWith("-v")) return builtinFailed("printf", `${option.slice(0, 2)}: invalid option`, 2);
    variable = option === "-v" ? words.shift() : option.slice(2);
    if (variable === undefined) return builtinFailed("printf", "-v: option requires an argument", 2);
    if (!/^[A-Za-z_]\w*(?:\[.+\])?$/s.test(variable)) {
      return builtinFailed("printf", `\`${variable}': not a valid identifier`, 2);
    }
  }
  const [format, ...values] = words;
  if (format === undefined) {
    return { stdout: "", stderr: "printf: usage: printf [-v var] format [arguments]\n", exitCode: 2 };
  }
  const run = new PrintfRun(context, values);
  run.print(format);
  const { text, stderr, exitCode } = run.outcome();
  if (variable === undefined) return { stdout: text, stderr, exitCode };
  const assignment = parts().parse(`${variable}=${singleQuoted(text)}`);
  const assigned = await context.executeLive(assignment);
  return { ...assigned, stderr: stderr + assigned.stderr, exitCode: assigned.exitCode || exitCode };
}

class PrintfRun {
  private readonly printed: string[] = [];
  private readonly complaints: string[] = [];
  private next = 0;
  private stopped = false;

  constructor(
    private readonly context: InterpreterContext,
    private readonly values: readonly string[],
  ) {}

  /** The format is used again as long as values are left. */
  print(format: string): void {
    do {
      const before = this.next;
      this.printOnce(format);
      this.context.executionScope.throwIfAborted();
      if (this.next === before) break;
    } while (!this.stopped && this.next < this.values.length);
  }

  outcome(): { text: string; stderr: string; exitCode: number } {
    const text = this.printed.join("");
    return {
      text: /[\udc80-\udcff]/.test(text) ? rejoined(text) : text,
      stderr: this.complaints.map((complaint) => `bash: printf: ${complaint}\n`).join(""),
      exitCode: this.complaints.some((complaint) => !complaint.startsWith("warning")) ? 1 : 0,
    };
  }

  private printOnce(format: string): void {
    let at = 0;
    while (at < format.length && !this.stopped) {
      const percent = format.indexOf("%", at);
      this.printed.push(readEscapes(format.slice(at, percent < 0 ? undefined : percent), "printf").text);
      if (percent < 0) return;
      DIRECTIVE.lastIndex = percent;
      const found = DIRECTIVE.exec(format) as RegExpExecArray;
      at = percent + found[0].length;
      if (found[4] === undefined) {
        const letter = format[at];
        this.complaints.push(
          letter === undefined ? "`%': missing format character" : `\`${letter}': invalid format character`,
        );
        this.stopped = true;
      } else this.convert(found[1] ?? "", found[2], found[3], found[4]);
    }
  }

  private convert(given: string, widthText: string | undefined, precisionText: string | undefined, kind: string): void {
    if (kind === "%") {
      this.printed.push("%");
      return;
    }
    let width = this.measure(widthText) ?? 0;
    const flags = width < 0 ? `${given}-` : given;
    width = Math.abs(width);
    const precision = precisionText === "" ? 0 : this.measure(precisionText);
    const letter = kind.endsWith(")T") ? "T" : kind;
    const conversion: Conversion = {
      flags,
      width,
      precision: precision !== undefined && precision < 0 ? undefined : precision,
      letter,
    };
    this.printed.push(this.converted(conversion, kind));
  }

  private converted(conversion: Conversion, kind: string): string {
    switch (conversion.letter) {
      case "s":
        return this.fitted(this.take(), conversion);
      case "c": {
        const bytes = bytesOfText(this.take());
        return padded(textOfBytes(bytes.length === 0 ? new Uint8Array(1) : bytes.slice(0, 1)), conversion);
      }
      case "b": {
        const { text, stopped } = readEscapes(this.take(), "printf-b");
        this.stopped ||= stopped;
        return this.fitted(text, conversion);
      }
      case "q":
        return this.fitted(quotedWord(this.take()), conversion);
      case "Q": {
        const text = cutBytes(this.take(), conversion.precision);
        return this.fitted(quotedWord(text), { ...conversion, precision: undefined });
      }
      case "d":
      case "i":
      case "o":
      case "u":
      case "x":
      case "X":
        return formatWhole(this.wholeNumber(this.take()), conversion);
      case "a":
      case "A":
      case "e":
      case "E":
      case "f":
      case "F":
      case "g":
      case "G":
        return formatFloat(this.number(this.take()), conversion);
      case "T":
        return this.fitted(this.time(kind.slice(1, -2)), conversion);
      default:
        this.complaints.push(`\`${conversion.letter}': invalid format character`);
        this.stopped = true;
        return "";
    }
  }

  private take(): string {
    const value = this.values[this.next] ?? "";
    this.next += 1;
    return value;
  }

  /** A width or a precision; `*` is the next value. */
  private measure(text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    const value = text === "*" ? Number(this.wholeNumber(this.take())) : Number(text);
    if (Math.abs(value) <= WIDEST) return value;
    throw parts().limit(
      `printf: the limit of a width is ${WIDEST} characters; make longer texts in a loop`,
      "string_length",
    );
  }

  private fitted(text: string, conversion: Conversion): string {
    const cut = cutBytes(text, conversion.precision);
    const length = /^\p{ASCII}*$/u.test(cut) ? cut.length : bytesOfText(cut).length;
    const blanks = " ".repeat(Math.max(0, conversion.width - length));
    return conversion.flags.includes("-") ? cut + blanks : blanks + cut;
  }

  private wholeNumber(value: string): bigint {
    const quoted = /^["'](.)/su.exec(value);
    if (quoted !== null) return BigInt(codeOf(quoted[1] as string));
    const text = value.trimStart();
    const found = /^([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)/.exec(text);
    if (text === "") return 0n;
    if (found === null || found[0] !== text) this.complaints.push(`${value}: invalid number`);
    if (found === null) return 0n;
    const digits = found[2] as string;
    const magnitude = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
    const signed = found[1] === "-" ? -magnitude : magnitude;
    if (signed <= LARGEST && signed >= -LARGEST - 1n) return signed;
    this.complaints.push(`warning: ${value}: Numerical result out of range`);
    return signed > 0n ? LARGEST : -LARGEST - 1n;
  }

  private number(value: string): number {
    const quoted = /^["'](.)/su.exec(value);
    if (quoted !== null) return codeOf(quoted[1] as string);
    const text = value.trimStart();
    if (text === "") return 0;
    const found =
      /^[+-]?(?:inf(?:inity)?|nan|0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/i.exec(text)?.[0] ?? "";
    if (found !== text) this.complaints.push(`${value}: invalid number`);
    if (/inf/i.test(found)) return found.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return found === "" ? 0 : Number(found);
  }

  private time(format: string): string {
    const value = this.next < this.values.length ? this.take() : "-1";
    const seconds = value === "" ? -1 : Number(this.wholeNumber(value));
    const moment = seconds < 0 ? Date.now() : seconds * 1000;
    return formatTime(format === "" ? "%X" : format, moment, timeZone(this.context.state.env.get("TZ")), 0);
  }
}

function codeOf(character: string): number {
  const code = character.codePointAt(0) as number;
  return code >= 0xdc80 && code <= 0xdcff ? code - 0xdc00 : code;
}

function cutBytes(text: string, precision: number | undefined): string {
  if (precision === undefined || precision >= text.length * 3) return text;
  return textOfBytes(bytesOfText(text).slice(0, precision));
}
