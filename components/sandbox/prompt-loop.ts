import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { completePath } from "./complete-path";
import { feedLine, freshLine, insert, type LineEffect, type LineState } from "./line-editor";
import { type ShellAnswer, ShellSession } from "./shell-session";
import { type TextPlace, textPlace } from "./text-place";

/** What the prompt needs of a terminal. */
export interface PromptScreen {
  readonly cols: number;
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
}

const ERASE = "\u001b[2J\u001b[3J\u001b[H";
const GRAY = "\u001b[90m";
const RED = "\u001b[31m";
const CYAN = "\u001b[36m";
const PLAIN = "\u001b[0m";
const CONTINUED = "> ";
const START: TextPlace = { row: 0, column: 0 };
const MOST_CHOICES = 100;

/** The prompt, the line behind it, and the command that runs. What is typed while one runs waits its turn. */
export class PromptLoop {
  readonly #shell: ShellSession;
  #line: LineState;
  #running: AbortController | undefined;
  #queue: string[] = [];
  #leaving = false;
  #disposed = false;
  #failed = false;
  /** Where the cursor stands, counted from where the prompt begins. */
  #cursor: TextPlace = START;

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
    // One piece after the other, because a command in the middle of unmarked lines must end before the rest is read.
    const lineEnd = data.startsWith("\u001b[200~") ? -1 : data.search(/[\r\n]/);
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
        this.screen.write("^C\r\n");
        this.#fresh();
        return;
      case "clear":
        this.screen.write(ERASE);
        this.#fresh();
        return;
      case "complete":
        await this.#complete();
        return;
      case "leave":
        this.#leave();
        return;
      case "end":
        return;
    }
  }

  #leave(): void {
    this.#leaving = true;
    this.options.onLeave();
  }

  async #run(command: string): Promise<void> {
    this.#toLineEnd(command);
    this.screen.write("\r\n");
    this.options.history.save(this.#line.history);
    if (command.trim() === "") return this.#fresh();
    if (command.trim() === "clear") {
      this.screen.write(ERASE);
      return this.#fresh();
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
    if (answer.kind === "interrupted") this.screen.write(`${PLAIN}^C\r\n`);
    else this.screen.write(last.endsWith("\n") ? PLAIN : `${PLAIN}\r\n`);
    for (const line of footnotes(answer)) this.screen.write(`${line}\r\n`);
    this.#failed = answer.kind !== "done" || answer.exitCode !== 0;
    this.options.onDirectory(this.#shell.cwd);
    this.options.onEnd(summaryOf(answer));
    this.#fresh();
  }

  async #complete(): Promise<void> {
    const before = this.#line.text.slice(0, this.#line.cursor);
    const place = { cwd: this.#shell.cwd, home: this.options.sandbox.cwd, commands: this.#shell.functionNames };
    const completion = await completePath(this.options.sandbox, place, before);
    if (completion.choices.length > 0) {
      const shown = completion.choices.slice(0, MOST_CHOICES).map(visible);
      const more = completion.choices.length - shown.length;
      this.#toLineEnd(this.#line.text);
      this.screen.write(`\r\n${shown.join("  ")}${more > 0 ? `  and ${more} more` : ""}\r\n`);
      this.#cursor = START;
    }
    this.#line = insert(this.#line, completion.insert);
    this.#draw();
  }

  #fresh(): void {
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
    const { plain, drawn } = this.#prompt();
    const { text, cursor } = this.#shownText();
    const columns = Math.max(1, this.screen.cols);
    const from = textPlace(plain, START, columns);
    const wanted = textPlace(text.slice(0, cursor), from, columns, CONTINUED.length);
    const end = textPlace(text.slice(cursor), wanted, columns, CONTINUED.length);
    let out = `${up(this.#cursor.row)}\r\u001b[J${drawn}${text.replaceAll("\n", `\r\n${GRAY}${CONTINUED}${PLAIN}`)}`;
    // At an exact row end the terminal holds its cursor back; a space and a return put it on the next row.
    if (end.column === 0 && end.row > 0) out += " \r";
    out += `${up(end.row - wanted.row)}\r${wanted.column > 0 ? `\u001b[${wanted.column}C` : ""}`;
    this.#cursor = wanted;
    this.screen.write(out);
  }

  #toLineEnd(text: string): void {
    const columns = Math.max(1, this.screen.cols);
    const end = textPlace(text, textPlace(this.#prompt().plain, START, columns), columns, CONTINUED.length);
    const down = end.row - this.#cursor.row;
    if (down > 0) this.screen.write(`\u001b[${down}B`);
    this.#cursor = START;
  }
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : "";
}

/** Names cannot send commands to the terminal: their control characters are drawn. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
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
