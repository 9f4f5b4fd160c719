import type { Terminal } from "@xterm/xterm";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { completePath } from "./complete-path";
import { feedLine, freshLine, insert, type LineEffect, type LineState } from "./line-editor";
import { ShellSession } from "./shell-session";
import { loadTerminalHistory, saveTerminalHistory } from "./terminal-history";
import { terminalTheme } from "./terminal-theme";

export interface TerminalControls {
  interrupt(): void;
  clear(): void;
  setReaderMode(on: boolean): void;
  followTheme(): void;
  dispose(): void;
}

export interface TerminalOptions {
  element: HTMLElement;
  sandbox: Pick<Sandbox, "exec" | "list" | "cwd">;
  sessionId: string;
  readerMode: boolean;
  onRunning(running: boolean): void;
  /** Escape was pressed: the next Tab goes to the page. */
  onLeave(): void;
}

/** Opens xterm in the element and joins it to a shell. The library is only loaded here. */
export async function startTerminal(options: TerminalOptions): Promise<TerminalControls> {
  const [{ Terminal }, { FitAddon }] = await Promise.all([import("@xterm/xterm"), import("@xterm/addon-fit")]);
  const terminal = new Terminal({
    convertEol: true,
    cursorBlink: false,
    fontFamily: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
    fontSize: 12,
    lineHeight: 1.3,
    scrollback: 5000,
    screenReaderMode: options.readerMode,
    theme: terminalTheme(options.element),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(options.element);
  const fitNow = () => {
    // An element without a size, in a closed tab, would fit to nothing.
    if (options.element.clientWidth > 0 && options.element.clientHeight > 0) fit.fit();
  };
  fitNow();
  const observer = new ResizeObserver(fitNow);
  observer.observe(options.element);
  const prompt = new PromptLoop(terminal, options);
  const heard = terminal.onData((data) => void prompt.take(data));
  terminal.attachCustomKeyEventHandler((event) => prompt.ownsKey(event));
  prompt.begin();
  return {
    interrupt: () => void prompt.take("\u0003"),
    clear: () => void prompt.take("\u000c"),
    setReaderMode: (on) => {
      terminal.options.screenReaderMode = on;
    },
    followTheme: () => {
      terminal.options.theme = terminalTheme(options.element);
    },
    dispose: () => {
      observer.disconnect();
      heard.dispose();
      prompt.dispose();
      terminal.dispose();
    },
  };
}

/** The prompt, the line behind it, and the command that runs. Lines that arrive while one runs wait their turn. */
class PromptLoop {
  readonly #shell: ShellSession;
  #line: LineState;
  #running: AbortController | undefined;
  #queue: string[] = [];
  #leaving = false;
  #disposed = false;
  #column = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly options: TerminalOptions,
  ) {
    this.#shell = new ShellSession(options.sandbox);
    this.#line = freshLine(loadTerminalHistory(options.sessionId));
  }

  begin(): void {
    this.#draw();
  }

  dispose(): void {
    this.#disposed = true;
    this.#running?.abort();
  }

  /** False gives a key back to the page: Tab after Escape, and copying a selection. */
  ownsKey(event: KeyboardEvent): boolean {
    if (event.type !== "keydown") return true;
    if (event.key === "Tab" && (this.#leaving || event.shiftKey)) {
      this.#leaving = false;
      return false;
    }
    if (event.key !== "Escape" && event.key !== "Shift") this.#leaving = false;
    const copies = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && this.terminal.hasSelection();
    const pastes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
    return !(copies || pastes);
  }

  async take(data: string): Promise<void> {
    if (this.#running !== undefined) {
      if (data === "\u0003") {
        this.#queue = [];
        this.#running.abort();
      } else if (data === "\u000c") this.terminal.clear();
      else if (data !== "\u001b") this.#queue.push(data);
      return;
    }
    // One piece after the other, because a command in the middle of a paste must end before the rest is read.
    const lineEnd = data.search(/[\r\n]/);
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
        this.terminal.write("^C\r\n");
        this.#fresh();
        return;
      case "clear":
        this.terminal.write("\u001b[2J\u001b[3J\u001b[H");
        this.#fresh();
        return;
      case "complete":
        await this.#complete();
        return;
      case "leave":
        this.#leaving = true;
        this.options.onLeave();
        return;
      case "end":
        return;
    }
  }

  async #run(command: string): Promise<void> {
    this.#toLineEnd(command);
    this.terminal.write("\r\n");
    saveTerminalHistory(this.options.sessionId, this.#line.history);
    if (command.trim() === "") {
      this.#fresh();
      return;
    }
    if (command.trim() === "clear") {
      this.terminal.write("\u001b[2J\u001b[3J\u001b[H");
      this.#fresh();
      return;
    }
    const controller = new AbortController();
    this.#running = controller;
    this.options.onRunning(true);
    let last = "\n";
    const write = (text: string) => {
      if (text === "" || this.#disposed || controller.signal.aborted) return;
      last = text;
      this.terminal.write(text);
    };
    // A stop gives the prompt back at once, even when the shell needs a moment longer to die.
    const answer = await Promise.race([
      this.#shell.run(command, write, controller.signal),
      new Promise<{ kind: "interrupted" }>((resolve) => {
        controller.signal.addEventListener("abort", () => resolve({ kind: "interrupted" }), { once: true });
      }),
    ]);
    this.#running = undefined;
    if (this.#disposed) return;
    this.options.onRunning(false);
    if (answer.kind === "interrupted") {
      this.terminal.write("^C");
      last = "^C";
    }
    if (!last.endsWith("\n")) this.terminal.write("\r\n");
    if (answer.kind === "failed") this.terminal.writeln(`\u001b[31m${answer.message}\u001b[0m`);
    if (answer.kind === "done") {
      if (answer.truncated) this.terminal.writeln("\u001b[90m(output cut at its limit)\u001b[0m");
      if (answer.exitCode !== 0) this.terminal.writeln(`\u001b[90m(exit code ${answer.exitCode})\u001b[0m`);
      if (answer.note !== undefined) this.terminal.writeln(`\u001b[90m${answer.note}\u001b[0m`);
    }
    this.#fresh();
  }

  async #complete(): Promise<void> {
    const before = this.#line.text.slice(0, this.#line.cursor);
    const completion = await completePath(this.options.sandbox, this.#shell.cwd, before);
    if (completion.choices.length > 0) {
      this.#toLineEnd(this.#line.text);
      this.terminal.write(`\r\n${completion.choices.slice(0, 100).join("  ")}\r\n`);
      this.#column = 0;
    }
    this.#line = insert(this.#line, completion.insert);
    this.#draw();
  }

  #fresh(): void {
    this.#column = 0;
    this.#draw();
  }

  #prompt(): { drawn: string; width: number } {
    const directory = this.#shell.shownDirectory;
    return { drawn: `\u001b[36m${directory}\u001b[0m $ `, width: width(directory) + 3 };
  }

  /** Draws prompt and line anew from where the last drawing began, also when it wraps over several rows. */
  #draw(): void {
    const { drawn, width: promptWidth } = this.#prompt();
    const columns = Math.max(1, this.terminal.cols);
    const up = Math.floor(this.#column / columns);
    const cursor = promptWidth + width(this.#line.text.slice(0, this.#line.cursor));
    const end = promptWidth + width(this.#line.text);
    let out = `${up > 0 ? `\u001b[${up}A` : ""}\r\u001b[J${drawn}${this.#line.text}`;
    // At an exact row end the terminal holds its cursor back; a space and a return put it on the next row.
    if (end % columns === 0) out += " \r";
    const rowsBack = Math.floor(end / columns) - Math.floor(cursor / columns);
    if (rowsBack > 0) out += `\u001b[${rowsBack}A`;
    out += `\r${cursor % columns > 0 ? `\u001b[${cursor % columns}C` : ""}`;
    this.#column = cursor;
    this.terminal.write(out);
  }

  #toLineEnd(text: string): void {
    const columns = Math.max(1, this.terminal.cols);
    const end = this.#prompt().width + width(text);
    const down = Math.floor(end / columns) - Math.floor(this.#column / columns);
    if (down > 0) this.terminal.write(`\u001b[${down}B`);
    this.#column = 0;
  }
}

/** Columns that text takes: East Asian wide characters and emoji take two, marks take none. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{M}|\u200d/u.test(character)) continue;
    columns +=
      /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}
