import { readFailure } from "../command-input";
import { fileFailure } from "../files/file-failure";
import { PosixRegex } from "../regex/posix-regex";
import { bytesOfText } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { formatNumber } from "./csplit-name";

interface Cut {
  written: string;
  /** A line number, or an expression with the distance of the cut from the line it matches. */
  at: { line: number } | { regex: PosixRegex; offset: number; skip: boolean };
  /** How often more. */
  repeat: number;
}

/** `csplit [-f PREFIX] [-b FORMAT] [-n DIGITS] [-k] [-s] [-z] [--suppress-matched] FILE PATTERN…` */
export const csplit = textTool("csplit", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "csplit",
    short: "b:f:kn:qsz",
    long: {
      "suffix-format=": "b",
      "prefix=": "f",
      "keep-files": "k",
      "digits=": "n",
      quiet: "s",
      silent: "s",
      "elide-empty-files": "z",
      "suppress-matched": "suppress",
    },
  });
  const [file, ...patterns] = parsed.operands;
  if (file === undefined) throw new ToolFailure(`missing operand\n${helpHint("csplit")}`, 1);
  if (patterns.length === 0) throw new ToolFailure(`missing operand after ${quoted(file)}\n${helpHint("csplit")}`, 1);
  const digits = parsed.value("n") ?? "2";
  if (!/^\d+$/.test(digits)) throw new ToolFailure(`invalid number: ${quoted(digits)}`, 1);
  const cuts = readCuts(patterns);
  const text = await run.read(file).catch((error: unknown) => {
    throw new ToolFailure(`cannot open '${file}' for reading: ${readFailure(error)}`, 1);
  });
  const format = parsed.value("b") ?? `%0${digits}d`;
  const divider = new Divider(text.match(/[^\n]*\n|[^\n]+$/g) ?? [], parsed.has("suppress"));
  let failure: ToolFailure | undefined;
  try {
    for (const cut of cuts) divider.apply(cut);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    failure = error;
  }
  divider.finish();
  const names: string[] = [];
  for (const piece of divider.pieces) {
    const length = bytesOfText(piece).length;
    if (length === 0 && parsed.has("z")) continue;
    const name = (parsed.value("f") ?? "xx") + formatNumber(format, names.length);
    await writePiece(run, name, piece);
    names.push(name);
    if (!parsed.has("s", "q")) run.print(`${length}\n`);
  }
  if (failure === undefined) return;
  if (!parsed.has("k")) for (const name of names) await run.context.fs.rm(run.path(name));
  throw failure;
});

async function writePiece(run: ToolRun, name: string, piece: string): Promise<void> {
  await run.write(name, piece).catch((error: unknown) => {
    throw new ToolFailure(`${name}: ${fileFailure(error)}`, 1);
  });
}

function readCuts(patterns: readonly string[]): Cut[] {
  const cuts: Cut[] = [];
  for (const written of patterns) {
    const repeat = /^\{(\*|\d+)\}$/.exec(written);
    const before = cuts.at(-1);
    if (repeat !== null && before !== undefined) {
      before.repeat = repeat[1] === "*" ? Number.POSITIVE_INFINITY : Number(repeat[1]);
      continue;
    }
    cuts.push({ written, at: placeOf(written), repeat: 0 });
  }
  return cuts;
}

function placeOf(written: string): Cut["at"] {
  const mark = written[0];
  if (mark === "/" || mark === "%") {
    const end = written.lastIndexOf(mark);
    if (end === 0) throw new ToolFailure(`${written}: closing delimiter '${mark}' missing`, 1);
    const offset = written.slice(end + 1);
    if (!/^(?:[+-]?\d+)?$/.test(offset)) throw new ToolFailure(`${written}: integer expected after delimiter`, 1);
    const regex = new PosixRegex(written.slice(1, end), { extended: false, escapes: "none" });
    return { regex, offset: Number(offset || 0), skip: mark === "%" };
  }
  if (!/^\d+$/.test(written)) throw new ToolFailure(`${quoted(written)}: invalid pattern`, 1);
  if (Number(written) === 0) throw new ToolFailure(`${quoted(written)}: line number must be greater than zero`, 1);
  return { line: Number(written) };
}

/** Walks over the lines once, from cut to cut. */
class Divider {
  readonly pieces: string[] = [];
  /** The first line of the piece that is being gathered. */
  private start = 0;
  /** Where the next search begins: not at the line that the last one matched. */
  private search = 0;
  private previousLine = 0;
  private ended = false;

  constructor(
    private readonly lines: readonly string[],
    private readonly suppress: boolean,
  ) {}

  apply(cut: Cut): void {
    for (let turn = 0; turn <= cut.repeat; turn += 1) {
      const isLast = "line" in cut.at ? this.atLine(cut, cut.at.line, turn) : this.atMatch(cut, turn);
      if (isLast) return;
    }
  }

  finish(): void {
    if (!this.ended) this.pieces.push(this.lines.slice(this.start).join(""));
  }

  /** Every cut after the first is as many lines further. */
  private atLine(cut: Cut, line: number, turn: number): boolean {
    if (turn === 0 && line < this.previousLine) {
      throw new ToolFailure(
        `line number ${quoted(cut.written)} is smaller than preceding line number, ${this.previousLine}`,
        1,
      );
    }
    const place = turn === 0 ? line - 1 : this.previousLine - 1 + line;
    if (place >= this.lines.length) {
      if (cut.repeat === Number.POSITIVE_INFINITY && turn > 0) return true;
      const repetition = turn === 0 ? "" : ` on repetition ${turn}`;
      throw new ToolFailure(`${quoted(cut.written)}: line number out of range${repetition}`, 1);
    }
    this.previousLine = place + 1;
    this.cutBefore(place, true);
    return false;
  }

  private atMatch(cut: Cut, turn: number): boolean {
    if (!("regex" in cut.at)) return true;
    const { regex, offset, skip } = cut.at;
    let found = this.search;
    while (found < this.lines.length && !regex.test((this.lines[found] as string).replace(/\n$/, ""))) found += 1;
    if (found >= this.lines.length) {
      if (cut.repeat === Number.POSITIVE_INFINITY && turn > 0) {
        if (skip) this.ended = true;
        return true;
      }
      const repetition = turn === 0 ? "" : ` on repetition ${turn}`;
      throw new ToolFailure(`${quoted(cut.written)}: match not found${repetition}`, 1);
    }
    const place = found + offset;
    if (place < this.start || place > this.lines.length) {
      throw new ToolFailure(`${quoted(cut.written)}: line number out of range`, 1);
    }
    this.previousLine = place + 1;
    this.cutBefore(place, !skip);
    this.search = Math.max(found, place - 1) + 1;
    return false;
  }

  private cutBefore(place: number, keep: boolean): void {
    if (keep) this.pieces.push(this.lines.slice(this.start, place).join(""));
    this.start = this.suppress ? place + 1 : place;
    this.search = place + 1;
  }
}
