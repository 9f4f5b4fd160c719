"use client";

import "@xterm/xterm/css/xterm.css";
import { Accessibility, Eraser, Square } from "lucide-react";
import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { IconButton } from "../ui/icon-button";
import { Kbd } from "../ui/kbd";
import { Spinner } from "../ui/spinner";
import { startTerminal, type TerminalControls } from "./start-terminal";

export interface TerminalPaneProps {
  sandbox: Pick<Sandbox, "exec" | "list" | "cwd" | "capabilities">;
  /** Whose history the arrows walk. */
  sessionId: string;
}

/** A terminal on the sandbox's shell: history, completion, Ctrl+C, and a way out for the keyboard. */
export function TerminalPane({ sandbox, sessionId }: TerminalPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const controls = useRef<TerminalControls>(undefined);
  const [state, setState] = useState<"starting" | "ready" | "running">("starting");
  const [readerMode, setReaderMode] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [hint, setHint] = useState(false);
  const { resolvedTheme } = useTheme();
  const reader = useRef(readerMode);

  useEffect(() => {
    const element = host.current;
    if (element === null || !sandbox.capabilities.shell) return;
    let gone = false;
    startTerminal({
      element,
      sandbox,
      sessionId,
      readerMode: reader.current,
      onRunning: (running) => setState(running ? "running" : "ready"),
      onLeave: () => setHint(true),
    }).then(
      (started) => {
        if (gone) started.dispose();
        else {
          controls.current = started;
          setState("ready");
        }
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      gone = true;
      controls.current?.dispose();
      controls.current = undefined;
    };
  }, [sandbox, sessionId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page when its scheme changes
  useEffect(() => {
    const frame = requestAnimationFrame(() => controls.current?.followTheme());
    return () => cancelAnimationFrame(frame);
  }, [resolvedTheme]);

  const toggleReader = () => {
    reader.current = !readerMode;
    setReaderMode(!readerMode);
    controls.current?.setReaderMode(!readerMode);
  };

  if (!sandbox.capabilities.shell) {
    return <p className="p-3 text-muted-foreground">This sandbox has files but no shell.</p>;
  }
  return (
    <section aria-label="Terminal" className="flex h-full min-h-0 flex-1 flex-col bg-card">
      {problem === undefined ? null : (
        <p role="alert" className="px-3 py-2 text-danger-text">
          The terminal could not start: {problem}
        </p>
      )}
      <div className="relative min-h-0 flex-1 py-1 pl-2">
        {state === "starting" && problem === undefined ? (
          <p className="absolute inset-2 flex items-center gap-2 self-start text-muted-foreground text-xs">
            <Spinner label="The terminal starts" /> Starting
          </p>
        ) : null}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: xterm puts its own text field in here; this only hears it lose focus */}
        <div ref={host} className="h-full min-h-24 font-mono" onBlur={() => setHint(false)} />
      </div>
      <div className="flex items-center gap-1 border-t px-2 py-0.5 text-muted-foreground text-xs">
        <span className="one-line flex-1" role="status">
          {hint ? (
            <>
              Press <Kbd keys="Tab" /> to leave the terminal
            </>
          ) : (
            <>
              <Kbd keys="escape" /> then <Kbd keys="Tab" /> leaves · <Kbd keys="Tab" /> completes
            </>
          )}
        </span>
        <IconButton
          label="Stop the command"
          shortcut="ctrl+c"
          size="iconSm"
          disabled={state !== "running"}
          onClick={() => controls.current?.interrupt()}
        >
          <Square aria-hidden className="fill-current" />
        </IconButton>
        <IconButton label="Clear" shortcut="ctrl+l" size="iconSm" onClick={() => controls.current?.clear()}>
          <Eraser aria-hidden />
        </IconButton>
        <IconButton
          label={readerMode ? "Screen reader mode is on" : "Screen reader mode is off"}
          size="iconSm"
          aria-pressed={readerMode}
          onClick={toggleReader}
        >
          <Accessibility aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
