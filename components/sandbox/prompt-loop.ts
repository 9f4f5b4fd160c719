import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { completePath } from "./complete-path";
import { inColumns } from "./in-columns";
import { feedLine, freshLine, insert, type LineEffect, type LineState } from "./line-editor";
import { lineWindow } from "./line-window";
import { type ShellAnswer, ShellSession } from "./shell-session";
import { type TextGrid, type TextPlace, textPlace } from "./text-place";

/** What the prompt needs of a terminal. */
export interface PromptScreen {
  readonly cols: number;
  readonly rows: number;
  /** Columns that a character takes on this screen. */
  widthOf(character: string): number;
  write(text: string): void;
  /** Everything but the line of the cursor goes. */
  clear(): void;
  hasSelection(): boolean;
}

export interface PromptOptions {
  sandbox: Pick<Sandbox, "exec" | "list" | "cwd">;
  /** Where it starts; the workspace when there is none. */
  directory: string | undefined;
  history: { load(): string[]; save(history: readonly string[]): void };
  onRunning(running: boolean): void;
  onDirectory(directory: string): void;
  /** How a command ended, in words, for who cannot see the screen. */
  onEnd(summary: string): void;
  /** Escape was pressed: the next Tab goes to the page. */
  onLeave(): void;
  /** The shell was ended: by `exit`, or by Ctrl+D on an empty line. */
  onExit(): void;
}

const ERASE = "\u001b[2J\u001b[3J\u001b[H";
const GRAY = "\u001b[90m";
const RED = "\u001b[31m";
const CYAN = "\u001b[36m";
const PLAIN = "\u001b[0m";
/** After a command: its colours, other screen, hidden cursor, scroll region and mouse are not the prompt's; pastes are marked. */
const RESTORED = "\u001b[?47l\u001b[?1000l\u001b[!p\u001b[?2004h";
const CONTINUED = "> ";
const ENDS_SHELL = /^\s*(?:exit|logout)\s*$/;
const START: TextPlace = { row: 0, column: 0 };
const MOST_CHOICES = 100;

/** The prompt, the line behind it, and the command that runs. What is typed while one runs waits its turn. */
export class PromptLoop {
  readonly #shell: ShellSession;
  #line: LineState;
  #running: AbortController | undefined;
  #queue: string[] = [];
  /** Names are being looked up; what is typed meanwhile comes after them. */
  #completing = false;
  #leaving = false;
  #disposed = false;
  #failed = false;
  /** Where the cursor and the end of what was drawn stand, counted from where the prompt begins. */
  #cursor: TextPlace = START;
  #end: TextPlace = START;

  constructor(
    private readonly screen: PromptScreen,
    private readonly options: PromptOptions,
  ) {
    this.#shell = new ShellSession(options.sandbox, options.directory);
    this.#line = freshLine(options.history.load());
  }

  get directory(): string {
    return this.#shell.cwd;
  }

  begin(): void {
    this.#draw();
  }

  dispose(): void {
    this.#disposed = true;
    this.#running?.abort();
  }

  /** The line is drawn anew where it stands; for a screen that got another width. */
  redraw(): void {
    if (this.#running === undefined) this.#draw();
  }

  /** False gives a key back to the page: Tab after Escape, and copying a selection. */
  ownsKey(event: Pick<KeyboardEvent, "type" | "key" | "shiftKey" | "ctrlKey" | "metaKey">): boolean {
    if (event.type !== "keydown") return true;
    if (event.key === "Tab" && (this.#leaving || event.shiftKey)) {
      this.#leaving = false;
      return false;
    }
    if (event.key !== "Escape" && event.key !== "Shift") this.#leaving = false;
    const copies = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && this.screen.hasSelection();
    const pastes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
    return !(copies || pastes);
  }

  async take(data: string): Promise<void> {
    if (this.#running !== undefined) {
      if (data === "\u0003") {
        this.#queue = [];
        this.#running.abort();
      } else if (data === "\u000c") this.screen.clear();
      else if (data === "\u001b") this.#leave();
      else this.#queue.push(data);
      return;
    }
    if (this.#completing) {
      this.#queue.push(data);
      return;
    }
    // One piece after the other, because what a line end or a Tab begins must end before the rest is read.
    const lineEnd = data.startsWith("\u001b[200~") ? -1 : data.search(/[\r\n\t]/);
    const head = lineEnd < 0 ? data : data.slice(0, lineEnd + 1);
    const rest = lineEnd < 0 ? "" : data.slice(lineEnd + 1).replace(/^\n/, "");
    const { state, effects } = feedLine(this.#line, head);
    this.#line = state;
    if (rest !== "") this.#queue.unshift(rest);
    for (const effect of effects) await this.#apply(effect);
    if (this.#disposed) return;
    if (effects.length === 0) this.#draw();
    const next = this.#queue.shift();
    if (next !== undefined) await this.take(next);
  }

  async #apply(effect: LineEffect): Promise<void> {
    switch (effect.kind) {
      case "submit":
        await this.#run(effect.text);
        return;
      case "interrupt":
        this.#belowLine("^C");
        this.#draw();
        return;
      case "clear":
        this.#clear();
        return;
      case "complete":
        await this.#complete();
        return;
      case "leave":
        this.#leave();
        return;
      case "end":
        this.options.onExit();
        return;
    }
  }

  #leave(): void {
    this.#leaving = true;
    this.options.onLeave();
  }

  async #run(command: string): Promise<void> {
    this.#drawText(this.#prompt(), command, command.length);
    this.#belowLine();
    this.options.history.save(this.#line.history);
    if (command.trim() === "") return this.#draw();
    if (ENDS_SHELL.test(command)) return this.options.onExit();
    if (command.trim() === "clear") {
      return this.#clear();
    }
    const controller = new AbortController();
    this.#running = controller;
    this.options.onRunning(true);
    let last = "\n";
    const write = (text: string) => {
      if (text === "" || this.#disposed || controller.signal.aborted) return;
      last = text;
      this.screen.write(text);
    };
    // A stop gives the prompt back at once, even when the shell needs a moment longer to die.
    const answer = await Promise.race([
      this.#shell.run(command, write, controller.signal),
      new Promise<ShellAnswer>((resolve) => {
        controller.signal.addEventListener("abort", () => resolve({ kind: "interrupted" }), { once: true });
      }),
    ]);
    this.#running = undefined;
    if (this.#disposed) return;
    this.options.onRunning(false);
    this.screen.write(RESTORED);
    if (answer.kind === "interrupted") this.screen.write("^C\r\n");
    else if (!last.endsWith("\n")) this.screen.write("\r\n");
    for (const line of footnotes(answer)) this.screen.write(`${line}\r\n`);
    this.#failed = answer.kind !== "done" || answer.exitCode !== 0;
    this.options.onDirectory(this.#shell.cwd);
    this.options.onEnd(summaryOf(answer));
    this.#draw();
  }

  async #complete(): Promise<void> {
    this.#draw();
    const before = this.#line.text.slice(0, this.#line.cursor);
    const place = { cwd: this.#shell.cwd, home: this.options.sandbox.cwd, commands: this.#shell.functionNames };
    this.#completing = true;
    const completion = await completePath(this.options.sandbox, place, before);
    this.#completing = false;
    if (this.#disposed) return;
    if (completion.choices.length > 0) {
      const shown = completion.choices.slice(0, MOST_CHOICES).map((name) => visible(name));
      const more = completion.choices.length - shown.length;
      this.#belowLine();
      for (const line of inColumns(shown, this.screen.cols, (text) => this.#widthOf(text))) {
        this.screen.write(`${line}\r\n`);
      }
      if (more > 0) this.screen.write(`${GRAY}and ${more.toLocaleString("en")} more${PLAIN}\r\n`);
    }
    this.#line = insert(this.#line, completion.insert);
    this.#draw();
  }

  #clear(): void {
    this.screen.write(ERASE);
    this.#cursor = START;
    this.#draw();
  }

  /** What stands before the line: the directory, or what is looked for in the history. */
  #prompt(): { plain: string; drawn: string } {
    const { search } = this.#line;
    if (search !== undefined) {
      const none = search.query !== "" && search.found === undefined ? "nothing for" : "history";
      const plain = `(${none} ‘${search.query}’) `;
      return { plain, drawn: `${GRAY}${plain}${PLAIN}` };
    }
    const directory = visible(this.#shell.shownDirectory);
    return {
      plain: `${directory} $ `,
      drawn: `${CYAN}${directory}${PLAIN} ${this.#failed ? `${RED}$${PLAIN}` : "$"} `,
    };
  }

  #shownText(): { text: string; cursor: number } {
    const { search, history } = this.#line;
    if (search === undefined) return this.#line;
    const text = search.found === undefined ? "" : (history[search.found] ?? "");
    return { text, cursor: Math.max(0, text.indexOf(search.query)) };
  }

  /** Draws prompt and line anew from where the last drawing began, also when it stands on several rows. */
  #draw(): void {
    const { text, cursor } = this.#shownText();
    this.#drawText(this.#prompt(), text, cursor);
  }

  #drawText(prompt: { plain: string; drawn: string }, whole: string, wholeCursor: number): void {
    const grid = this.#grid();
    const from = textPlace(prompt.plain, START, grid);
    const shown = visible(whole, "\n");
    const { text, cursor } = lineWindow(shown, wholeCursor, from, this.screen.rows, grid, CONTINUED.length);
    const wanted = textPlace(text.slice(0, cursor), from, grid, CONTINUED.length);
    const end = textPlace(text.slice(cursor), wanted, grid, CONTINUED.length);
    const lines = text.replaceAll("\n", `\r\n${GRAY}${CONTINUED}${PLAIN}`);
    let out = `${up(this.#cursor.row)}\r\u001b[J${prompt.drawn}${lines}`;
    // At an exact row end the terminal holds its cursor back; a space and a return put it on the next row.
    if (end.column === 0 && end.row > 0) out += " \r";
    out += `${up(end.row - wanted.row)}\r${wanted.column > 0 ? `\u001b[${wanted.column}C` : ""}`;
    this.#cursor = wanted;
    this.#end = end;
    this.screen.write(out);
  }

  /** Leaves the line as it is drawn, with a word behind it, and goes on below it. */
  #belowLine(word = ""): void {
    const down = this.#end.row - this.#cursor.row;
    const column = `\r${this.#end.column > 0 ? `\u001b[${this.#end.column}C` : ""}`;
    // After a row that is exactly full the cursor stands on a fresh one already.
    const isBelow = word === "" && this.#end.column === 0 && this.#end.row > 0;
    this.screen.write(`${down > 0 ? `\u001b[${down}B` : ""}${column}${word}${isBelow ? "" : "\r\n"}`);
    this.#cursor = START;
    this.#end = START;
  }

  #grid(): TextGrid {
    return { columns: Math.max(1, this.screen.cols), widthOf: (character) => this.screen.widthOf(character) };
  }

  #widthOf(text: string): number {
    let width = 0;
    for (const character of text) width += this.screen.widthOf(character);
    return width;
  }
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : "";
}

/** Names cannot send commands to the terminal: their control characters are drawn. */
function visible(text: string, kept = ""): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (one) =>
    one === kept ? one : "\ufffd",
  );
}

function footnotes(answer: ShellAnswer): string[] {
  switch (answer.kind) {
    case "interrupted":
      return [];
    case "failed":
      return [`${RED}${answer.message}${PLAIN}`];
    case "done": {
      const lines: string[] = [];
      if (answer.truncated) {
        const whole = answer.fullOutputPath === undefined ? "" : `; the whole is in ${answer.fullOutputPath}`;
        lines.push(`(output cut at its limit${whole})`);
      }
      if (answer.exitCode !== 0) lines.push(`(exit code ${answer.exitCode})`);
      if (answer.note !== undefined) lines.push(answer.note);
      return lines.map((line) => `${GRAY}${line}${PLAIN}`);
    }
  }
}

function summaryOf(answer: ShellAnswer): string {
  if (answer.kind === "interrupted") return "Stopped.";
  if (answer.kind === "failed") return `Failed: ${answer.message}`;
  return answer.exitCode === 0 ? "Done." : `Ended with exit code ${answer.exitCode}.`;
}
