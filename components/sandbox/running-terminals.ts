import type { TerminalControls, TerminalOptions } from "./start-terminal";

/** Who looks at a terminal, and is told what happens in it. */
export type TerminalViewer = Pick<
  TerminalOptions,
  "onRunning" | "onDirectory" | "onEnd" | "onLeave" | "onExit" | "onOpen"
>;

export interface ShowTerminal {
  /** Where it is looked at. */
  host: HTMLElement;
  /** What it runs on; on another one the terminal begins anew. */
  sandbox: object;
  viewer: TerminalViewer;
  start(given: TerminalViewer & { element: HTMLElement }): Promise<TerminalControls>;
}

interface RunningTerminal {
  sandbox: object;
  /** The screen; it moves from view to view. */
  element: HTMLElement;
  controls: Promise<TerminalControls>;
  /** Undefined while nobody looks. */
  viewer: TerminalViewer | undefined;
  running: boolean;
  /** Where the last command left it; undefined before one ended. */
  directory: string | undefined;
  hasExited: boolean;
}

/**
 * The terminals of one session, with their screens and what runs in them. They live here and not in a component, because a
 * view comes and goes with the layout: a narrower window or another pane must end no command.
 */
export class RunningTerminals {
  readonly #terminals = new Map<string, RunningTerminal>();

  /** Puts the terminal into the host; starts it when it does not run on this sandbox. `hide` takes it out, running. */
  show(id: string, asked: ShowTerminal): { controls: Promise<TerminalControls>; hide(): void } {
    const { host, viewer } = asked;
    const found = this.#terminals.get(id);
    if (found !== undefined && found.sandbox !== asked.sandbox) this.close(id);
    const terminal = this.#terminals.get(id) ?? this.#start(id, asked);
    terminal.viewer = viewer;
    host.append(terminal.element);
    // What happened while nobody looked.
    viewer.onRunning(terminal.running);
    if (terminal.directory !== undefined) viewer.onDirectory(terminal.directory);
    if (terminal.hasExited) viewer.onExit();
    return {
      controls: terminal.controls,
      hide: () => {
        if (terminal.viewer !== viewer) return;
        terminal.viewer = undefined;
        terminal.element.remove();
      },
    };
  }

  /** Ends what runs in it. */
  close(id: string): void {
    const terminal = this.#terminals.get(id);
    if (terminal === undefined) return;
    this.#terminals.delete(id);
    terminal.viewer = undefined;
    terminal.element.remove();
    terminal.controls.then(
      (controls) => controls.dispose(),
      // It never started.
      () => undefined,
    );
  }

  closeAll(): void {
    for (const id of [...this.#terminals.keys()]) this.close(id);
  }

  #start(id: string, { host, sandbox, start }: ShowTerminal): RunningTerminal {
    const element = document.createElement("div");
    element.className = "h-full";
    // It is measured as it starts, which needs a place in the page.
    host.append(element);
    const terminal: RunningTerminal = {
      sandbox,
      element,
      viewer: undefined,
      running: false,
      directory: undefined,
      hasExited: false,
      controls: start({
        element,
        onRunning: (running) => {
          terminal.running = running;
          terminal.viewer?.onRunning(running);
        },
        onDirectory: (directory) => {
          terminal.directory = directory;
          terminal.viewer?.onDirectory(directory);
        },
        onEnd: (summary) => terminal.viewer?.onEnd(summary),
        onLeave: () => terminal.viewer?.onLeave(),
        onExit: () => {
          terminal.hasExited = true;
          terminal.viewer?.onExit();
        },
        onOpen: (path, line) => terminal.viewer?.onOpen(path, line),
      }),
    };
    this.#terminals.set(id, terminal);
    // The next view tries again.
    terminal.controls.catch(() => {
      if (this.#terminals.get(id) === terminal) this.close(id);
    });
    return terminal;
  }
}
