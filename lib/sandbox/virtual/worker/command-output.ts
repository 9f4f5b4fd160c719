import { bytesOfText, hasEscapedBytes } from "./commands/tool/lossless-text";
import { cutNote, OUTPUT_LIMIT, TAIL_SHARE, withoutHalfPair, withoutHalfPairBefore } from "./cut-output";
import type { OutputSink, OutputStream } from "./interpreter/live-frame";

/** Lead bytes of a UTF-8 sequence whose rest has not come. */
const UNFINISHED = /(?:[\udcc2-\udcdf]|[\udce0-\udcef][\udc80-\udcbf]?|[\udcf0-\udcf4][\udc80-\udcbf]{0,2})$/;

/** Sends pieces of output to whoever watches; what is sent of a stream is always a prefix of its final text. */
export type SendOutput = (stream: OutputStream, text: string) => void;

/**
 * Everything that one command prints, in order. It is sent on while it comes as long as it is sure to stand in the final text;
 * of a text that is too long head and tail are kept, and the whole until {@link wholeLimit}.
 */
export class CommandOutput implements OutputSink {
  private readonly texts: Record<OutputStream, KeptText>;
  private readonly both: KeptText;
  private readonly held: Record<OutputStream, string> = { stdout: "", stderr: "" };
  private readonly whole: string[] = [];
  private wholeLength = 0;
  private wholeCut = false;

  constructor(
    private readonly send: SendOutput = () => {},
    limit = OUTPUT_LIMIT,
    private readonly wholeLimit = 64 * 1024 * 1024,
  ) {
    this.texts = { stdout: new KeptText(limit), stderr: new KeptText(limit) };
    this.both = new KeptText(limit);
  }

  write(stream: OutputStream, given: string): void {
    const { text, rest } = decoded(this.held[stream] + given);
    this.held[stream] = rest;
    this.take(stream, text);
  }

  /** Sends what was kept back; nothing may be written after it. */
  end(): { stdout: string; stderr: string; output: string; cut: boolean } {
    for (const stream of ["stdout", "stderr"] as const) {
      this.take(stream, this.held[stream].replace(/.+/s, "\ufffd"));
      this.held[stream] = "";
    }
    for (const stream of ["stdout", "stderr"] as const) {
      const rest = this.texts[stream].rest();
      if (rest !== "") this.send(stream, rest);
    }
    const { stdout, stderr } = this.texts;
    return {
      stdout: stdout.text(),
      stderr: stderr.text(),
      output: this.both.text(),
      cut: stdout.cut || stderr.cut || this.both.cut,
    };
  }

  /** Both streams as they came; `cut` when even this was too much to keep. */
  wholeText(): { text: string; cut: boolean } {
    return { text: this.whole.join(""), cut: this.wholeCut };
  }

  private take(stream: OutputStream, text: string): void {
    if (text === "") return;
    const sure = this.texts[stream].add(text);
    this.both.add(text);
    if (sure !== "") this.send(stream, sure);
    const room = this.wholeLimit - this.wholeLength;
    if (text.length > room) this.wholeCut = true;
    const kept = text.length > room ? withoutHalfPair(text.slice(0, Math.max(0, room))) : text;
    this.whole.push(kept);
    this.wholeLength += kept.length;
  }
}

/** Head and tail of a text that comes in pieces, in bounded memory. */
class KeptText {
  private readonly head: string[] = [];
  private headLength = 0;
  private tail: string[] = [];
  private tailLength = 0;
  private length = 0;
  private readonly headLimit: number;
  private readonly tailLimit: number;

  constructor(private readonly limit: number) {
    this.tailLimit = Math.floor(limit * TAIL_SHARE);
    this.headLimit = limit - this.tailLimit;
  }

  get cut(): boolean {
    return this.length > this.limit;
  }

  /** The part of `text` that stands in the final text whatever comes. */
  add(text: string): string {
    this.length += text.length;
    let sure = "";
    let after = text;
    if (this.headLength < this.headLimit && this.tailLength === 0) {
      const room = this.headLimit - this.headLength;
      sure = text.length <= room ? text : withoutHalfPair(text.slice(0, room));
      after = text.slice(sure.length);
      this.head.push(sure);
      this.headLength += sure.length;
    }
    if (after !== "") this.addToTail(after);
    return sure;
  }

  /** Everything after the head, as the final text has it. */
  rest(): string {
    const tail = this.tail.join("");
    if (!this.cut) return tail;
    const kept = withoutHalfPairBefore(tail.slice(-this.tailLimit));
    return cutNote(this.length - this.headLength - kept.length) + kept;
  }

  text(): string {
    return this.head.join("") + this.rest();
  }

  private addToTail(text: string): void {
    this.tail.push(text);
    this.tailLength += text.length;
    // Twice the tail: it is put together seldom, and while nothing is cut yet, all of it is there.
    if (this.tailLength <= 2 * this.limit) return;
    const kept = this.tail.join("").slice(-this.limit);
    this.tail = [kept];
    this.tailLength = kept.length;
  }
}

/** A byte that is no part of UTF-8 stands for itself in the text; two pieces of output may hold one character's bytes. */
function decoded(text: string): { text: string; rest: string } {
  if (!hasEscapedBytes(text)) return { text, rest: "" };
  const rest = UNFINISHED.exec(text)?.[0] ?? "";
  const complete = rest === "" ? text : text.slice(0, -rest.length);
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOfText(complete)), rest };
}
