"use client";

import "@xterm/xterm/css/xterm.css";
import { useTheme } from "next-themes";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { Spinner } from "../ui/spinner";
import type { OpenTerminal } from "./open-terminals";
import type { RunningTerminals } from "./running-terminals";
import { startTerminal, type TerminalControls } from "./start-terminal";
import { terminalHistory } from "./terminal-history";
import type { TerminalSettings } from "./terminal-settings";

export interface TerminalViewProps {
  ref: Ref<Pick<TerminalControls, "interrupt" | "clear" | "focus" | "press"> | undefined>;
  sandbox: Pick<Sandbox, "exec" | "list" | "stat" | "cwd">;
  sessionId: string;
  /** Where the terminal lives. */
  terminals: RunningTerminals;
  terminal: OpenTerminal;
  settings: TerminalSettings;
  /** False keeps it running out of sight. */
  shown: boolean;
  onRunning(running: boolean): void;
  onDirectory(directory: string): void;
  onEnd(summary: string): void;
  onLeave(): void;
  onExit(): void;
  onOpen(path: string, line: number | undefined): void;
}

/** A look at one terminal; it goes on when the look ends. */
export function TerminalView(props: TerminalViewProps) {
  const { ref, sandbox, sessionId, terminals, terminal, settings, shown } = props;
  const host = useRef<HTMLDivElement>(null);
  const controls = useRef<TerminalControls>(undefined);
  const [starting, setStarting] = useState(true);
  const [problem, setProblem] = useState<string>();
  const { resolvedTheme } = useTheme();
  const wantsFocus = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  useImperativeHandle(ref, () => ({
    interrupt: () => controls.current?.interrupt(),
    clear: () => controls.current?.clear(),
    press: (key) => controls.current?.press(key),
    focus: () => {
      if (controls.current === undefined) wantsFocus.current = true;
      else controls.current.focus();
    },
  }));

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let gone = false;
    const first = latest.current;
    const look = terminals.show(terminal.id, {
      host: element,
      sandbox,
      viewer: {
        onRunning: (running) => latest.current.onRunning(running),
        onDirectory: (directory) => latest.current.onDirectory(directory),
        onEnd: (summary) => latest.current.onEnd(summary),
        onLeave: () => latest.current.onLeave(),
        onExit: () => latest.current.onExit(),
        onOpen: (path, line) => latest.current.onOpen(path, line),
      },
      start: (given) =>
        startTerminal({
          ...given,
          sandbox,
          name: first.terminal.name,
          directory: first.terminal.directory,
          history: terminalHistory(sessionId, terminal.id),
          readerMode: first.settings.readerMode,
          fontSize: first.settings.fontSize,
        }),
    });
    look.controls.then(
      (started) => {
        if (gone) return;
        controls.current = started;
        setStarting(false);
        // What changed while nobody looked.
        started.setReaderMode(latest.current.settings.readerMode);
        started.setFontSize(latest.current.settings.fontSize);
        started.followTheme();
        if (wantsFocus.current) started.focus();
        wantsFocus.current = false;
      },
      (error: unknown) => {
        if (!gone) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      gone = true;
      controls.current = undefined;
      look.hide();
    };
  }, [sandbox, sessionId, terminals, terminal.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page when its scheme changes
  useEffect(() => {
    const frame = requestAnimationFrame(() => controls.current?.followTheme());
    return () => cancelAnimationFrame(frame);
  }, [resolvedTheme]);
  useEffect(() => controls.current?.setReaderMode(settings.readerMode), [settings.readerMode]);
  useEffect(() => controls.current?.setFontSize(settings.fontSize), [settings.fontSize]);

  return (
    <div className={shown ? "relative min-h-0 flex-1 py-1 pl-2" : "hidden"}>
      {problem === undefined ? null : (
        <p role="alert" className="py-1 pr-2 text-danger-text">
          The terminal could not start: {problem} Close this tab and open another to try again.
        </p>
      )}
      {starting && problem === undefined ? (
        <p className="absolute inset-2 flex items-center gap-2 self-start text-muted-foreground text-xs">
          <Spinner label="The terminal starts" /> Starting
        </p>
      ) : null}
      <div ref={host} className="h-full min-h-24 font-mono" />
    </div>
  );
}
