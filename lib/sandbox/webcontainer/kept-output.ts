const HEAD_CHARACTERS = 750_000;
const TAIL_CHARACTERS = 250_000;

/** The output of a command as it comes: head and tail of what is too long, so that an endless one fills no memory. */
export class KeptOutput {
  private head = "";
  private tail = "";
  private left = 0;

  get cut(): boolean {
    return this.left > 0;
  }

  add(text: string): void {
    const room = HEAD_CHARACTERS - this.head.length;
    this.head += text.slice(0, Math.max(room, 0));
    if (text.length <= room) return;
    this.tail += text.slice(Math.max(room, 0));
    if (this.tail.length <= TAIL_CHARACTERS * 2) return;
    this.trim();
  }

  text(): string {
    if (this.tail.length > TAIL_CHARACTERS) this.trim();
    return this.cut ? `${this.head}\n… ${this.left} characters left out …\n${this.tail}` : this.head + this.tail;
  }

  private trim(): void {
    const more = this.tail.length - TAIL_CHARACTERS;
    this.left += more;
    this.tail = this.tail.slice(more);
  }
}
