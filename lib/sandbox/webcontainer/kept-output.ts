const HEAD_CHARACTERS = 750_000;
const TAIL_CHARACTERS = 250_000;
const WHOLE_CHARACTERS = 8_000_000;

/**
 * The output of a command as it comes. What is shown is head and tail of a long one; the whole is held up to a limit, so that
 * an endless one fills no memory.
 */
export class KeptOutput {
  private readonly pieces: string[] = [];
  private held = 0;
  private length = 0;
  private tail = "";

  get cut(): boolean {
    return this.length > HEAD_CHARACTERS + TAIL_CHARACTERS;
  }

  add(text: string): void {
    this.length += text.length;
    const room = WHOLE_CHARACTERS - this.held;
    if (room > 0) {
      const piece = text.slice(0, room);
      this.pieces.push(piece);
      this.held += piece.length;
    }
    this.tail = (this.tail + text).slice(-TAIL_CHARACTERS);
  }

  /** Head and tail, with a line between them that says how much is missing. */
  text(): string {
    const held = this.pieces.join("");
    if (!this.cut) return held;
    const head = withoutHalfPair(held.slice(0, HEAD_CHARACTERS));
    const tail = this.tail.replace(/^[\udc00-\udfff]/, "");
    return `${head}\n… ${this.length - head.length - tail.length} characters left out …\n${tail}`;
  }

  /** All that was printed, or as much of it as is held. */
  whole(): string {
    const held = this.pieces.join("");
    return this.length > this.held ? `${held}\n… The command printed more than is kept in this file. …\n` : held;
  }
}

function withoutHalfPair(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
