import type { ILink, IUnicodeVersionProvider, Terminal } from "@xterm/xterm";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { pathLinks } from "./path-links";
import { PromptLoop, type PromptOptions } from "./prompt-loop";
import { terminalTheme } from "./terminal-theme";

export interface TerminalControls {
  interrupt(): void;
  clear(): void;
  /** As if this key was pressed, given as a terminal sends it; the line has the focus afterwards. */
  press(key: string): void;
  focus(): void;
  setReaderMode(on: boolean): void;
  setFontSize(pixels: number): void;
  followTheme(): void;
  dispose(): void;
}

export interface TerminalOptions extends Omit<PromptOptions, "sandbox"> {
  element: HTMLElement;
  sandbox: Pick<Sandbox, "exec" | "list" | "stat" | "cwd">;
  name: string;
  readerMode: boolean;
  fontSize: number;
  /** A file in the output was clicked. */
  onOpen(path: string, line: number | undefined): void;
}

const UNICODE = "11";
const BRACKETED_PASTE = "\u001b[?2004h";

/** Opens xterm in the element and joins it to a shell. The library is only loaded here. */
export async function startTerminal(options: TerminalOptions): Promise<TerminalControls> {
  const [{ Terminal }, { FitAddon }, { Unicode11Addon }] = await Promise.all([
    import("@xterm/xterm"),
    import("@xterm/addon-fit"),
    import("@xterm/addon-unicode11"),
  ]);
  const terminal = new Terminal({
    // Which characters are wide is asked of an addon, through an interface that xterm calls proposed.
    allowProposedApi: true,
    convertEol: true,
    cursorBlink: false,
    fontFamily: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
    fontSize: options.fontSize,
    lineHeight: 1.3,
    scrollback: 5000,
    screenReaderMode: options.readerMode,
    theme: terminalTheme(options.element),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  const widths = providerOf(new Unicode11Addon());
  terminal.unicode.register(widths);
  terminal.unicode.activeVersion = UNICODE;
  terminal.open(options.element);
  terminal.textarea?.setAttribute("aria-label", `Terminal input, ${options.name}`);
  const fitNow = () => {
    // An element without a size, in a closed tab, would fit to nothing.
    if (options.element.clientWidth > 0 && options.element.clientHeight > 0) fit.fit();
  };
  fitNow();
  const observer = new ResizeObserver(fitNow);
  observer.observe(options.element);
  const prompt = new PromptLoop(
    {
      get cols() {
        return terminal.cols;
      },
      get rows() {
        return terminal.rows;
      },
      write: (text) => terminal.write(text),
      clear: () => terminal.clear(),
      hasSelection: () => terminal.hasSelection(),
      widthOf: (character) => widths.wcwidth(character.codePointAt(0) ?? 0),
    },
    options,
  );
  const heard = [
    terminal.onData((data) => void prompt.take(data)),
    terminal.onResize(() => prompt.redraw()),
    terminal.registerLinkProvider({
      provideLinks: (row, answer) => void linksOf(terminal, row, prompt, options).then(answer, () => answer(undefined)),
    }),
  ];
  terminal.attachCustomKeyEventHandler((event) => prompt.ownsKey(event));
  terminal.write(BRACKETED_PASTE);
  prompt.begin();
  return {
    interrupt: () => void prompt.take("\u0003"),
    clear: () => void prompt.take("\u000c"),
    press: (key) => {
      terminal.focus();
      void prompt.take(key);
    },
    focus: () => terminal.focus(),
    setReaderMode: (on) => {
      terminal.options.screenReaderMode = on;
    },
    setFontSize: (pixels) => {
      terminal.options.fontSize = pixels;
      fitNow();
    },
    followTheme: () => {
      terminal.options.theme = terminalTheme(options.element);
    },
    dispose: () => {
      observer.disconnect();
      for (const listening of heard) listening.dispose();
      prompt.dispose();
      terminal.dispose();
    },
  };
}

/** The addon only hands its widths to a terminal; the line editor must count with the same ones. */
export function providerOf(addon: { activate(terminal: Terminal): void }): IUnicodeVersionProvider {
  let provider: IUnicodeVersionProvider | undefined;
  const register = (given: IUnicodeVersionProvider) => {
    provider = given;
  };
  addon.activate({ unicode: { register } } as unknown as Terminal);
  if (provider === undefined) throw new Error("The addon registered no widths.");
  return provider;
}

/** The files that one row names, of those that exist. */
async function linksOf(
  terminal: Terminal,
  row: number,
  prompt: PromptLoop,
  { sandbox, onOpen }: TerminalOptions,
): Promise<ILink[]> {
  const { text, columns } = readRow(terminal, row);
  const links = pathLinks(text).map(async (found): Promise<ILink[]> => {
    const path = absolutePath(found.path, prompt.directory, sandbox.cwd);
    const isFile = await sandbox.stat(path).then(
      ({ type }) => type === "file",
      () => false,
    );
    if (!isFile) return [];
    return [
      {
        text: text.slice(found.start, found.end),
        range: { start: { x: (columns[found.start] ?? 0) + 1, y: row }, end: { x: columns[found.end] ?? 0, y: row } },
        activate: () => onOpen(path, found.line),
      },
    ];
  });
  return (await Promise.all(links)).flat();
}

/** The text of a row, and the column where each of its characters stands. */
function readRow(terminal: Terminal, row: number): { text: string; columns: number[] } {
  const line = terminal.buffer.active.getLine(row - 1);
  let text = "";
  const columns: number[] = [];
  for (let column = 0; column < (line?.length ?? 0); column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const characters = cell.getChars() || " ";
    for (let unit = 0; unit < characters.length; unit += 1) columns.push(column);
    text += characters;
  }
  columns.push(line?.length ?? 0);
  return { text, columns };
}

function absolutePath(path: string, directory: string, home: string): string {
  if (path.startsWith("/")) return path;
  return path.startsWith("~/") ? home + path.slice(1) : `${directory}/${path}`;
}
