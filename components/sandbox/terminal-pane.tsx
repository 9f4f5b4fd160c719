"use client";

import {
  AArrowDown,
  AArrowUp,
  Accessibility,
  ArrowDown,
  ArrowRightToLine,
  ArrowUp,
  Eraser,
  Square,
} from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { IconButton } from "../ui/icon-button";
import { Kbd } from "../ui/kbd";
import {
  addTerminal,
  changeTerminal,
  closeTerminal,
  loadOpenTerminals,
  type OpenTerminals,
  saveOpenTerminals,
} from "./open-terminals";
import type { RunningTerminals } from "./running-terminals";
import type { TerminalControls } from "./start-terminal";
import { terminalHistory } from "./terminal-history";
import { FONT_SIZES, loadTerminalSettings, saveTerminalSettings, type TerminalSettings } from "./terminal-settings";
import { TerminalTabList } from "./terminal-tab-list";
import { TerminalView } from "./terminal-view";

export interface TerminalPaneProps {
  sandbox: Pick<Sandbox, "exec" | "list" | "stat" | "cwd" | "capabilities">;
  /** Whose terminals and histories these are. */
  sessionId: string;
  /** Keeps them running while this pane is not there. */
  terminals: RunningTerminals;
  /** A file in the output was clicked. */
  onOpen(path: string, line: number | undefined): void;
}

const TOUCH_KEYS = [
  { label: "Complete what is typed", icon: ArrowRightToLine, sends: "\t" },
  { label: "Earlier command", icon: ArrowUp, sends: "\u001b[A" },
  { label: "Later command", icon: ArrowDown, sends: "\u001b[B" },
] as const;

type ViewControls = Pick<TerminalControls, "interrupt" | "clear" | "focus" | "press">;

/** Terminals on the sandbox's shell, each with its directory and history; a way out for the keyboard, and one for the ear. */
export function TerminalPane({ sandbox, sessionId, terminals, onOpen }: TerminalPaneProps) {
  const [open, setOpen] = useState<OpenTerminals>(() => loadOpenTerminals(sessionId));
  const [settings, setSettings] = useState<TerminalSettings>(loadTerminalSettings);
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [leaving, setLeaving] = useState(false);
  const [said, setSaid] = useState("");
  const views = useRef(new Map<string, ViewControls>());
  const wantsFocus = useRef<string>(undefined);
  const panelId = useId();
  const { active } = open;

  useEffect(() => saveOpenTerminals(sessionId, open), [sessionId, open]);
  useEffect(() => saveTerminalSettings(settings), [settings]);
  useEffect(() => {
    if (wantsFocus.current !== active) return;
    wantsFocus.current = undefined;
    views.current.get(active)?.focus();
  });

  if (!sandbox.capabilities.shell) {
    return <p className="p-3 text-muted-foreground">This sandbox has files but no shell.</p>;
  }
  const mark = (id: string, isRunning: boolean) =>
    setRunning((now) => {
      const next = new Set(now);
      if (isRunning) next.add(id);
      else next.delete(id);
      return next;
    });
  const close = (id: string) => {
    terminals.close(id);
    terminalHistory(sessionId, id).forget();
    mark(id, false);
    setOpen((now) => closeTerminal(now, id));
  };
  const zoom = (by: number) =>
    setSettings((now) => ({
      ...now,
      fontSize: Math.min(FONT_SIZES.largest, Math.max(FONT_SIZES.smallest, now.fontSize + by)),
    }));
  return (
    <section aria-label="Terminal" className="flex h-full min-h-0 flex-1 flex-col bg-card">
      <TerminalTabList
        terminals={open.terminals}
        active={active}
        running={running}
        panelId={panelId}
        onSelect={(id) => setOpen((now) => ({ ...now, active: id }))}
        onAdd={() => {
          const added = addTerminal(open);
          wantsFocus.current = added.active;
          setOpen(added);
        }}
        onClose={close}
        onRename={(id, name) => setOpen((now) => changeTerminal(now, id, { name }))}
      />
      <div
        role="tabpanel"
        id={panelId}
        aria-labelledby={`${panelId}-tab-${active}`}
        className="flex min-h-0 flex-1 flex-col"
        onBlur={() => setLeaving(false)}
      >
        {open.terminals.map((terminal) => (
          <TerminalView
            key={terminal.id}
            ref={(view) => {
              if (view == null) views.current.delete(terminal.id);
              else views.current.set(terminal.id, view);
            }}
            sandbox={sandbox}
            sessionId={sessionId}
            terminals={terminals}
            terminal={terminal}
            settings={settings}
            shown={terminal.id === active}
            onRunning={(isRunning) => mark(terminal.id, isRunning)}
            onDirectory={(directory) => setOpen((now) => changeTerminal(now, terminal.id, { directory }))}
            onEnd={setSaid}
            onLeave={() => setLeaving(true)}
            onExit={() => {
              const left = closeTerminal(open, terminal.id);
              wantsFocus.current = left.active;
              close(terminal.id);
            }}
            onOpen={onOpen}
          />
        ))}
      </div>
      <div className="flex items-center gap-1 border-t px-2 py-0.5 text-muted-foreground text-xs">
        <span className="one-line flex-1 pointer-coarse:opacity-0" role="status">
          {leaving ? (
            <>
              <Kbd keys="Tab" /> leaves now
            </>
          ) : (
            <>
              <Kbd keys="escape" /> <span className="sr-only">then</span> <Kbd keys="Tab" /> leaves
            </>
          )}
        </span>
        <span className="sr-only" role="log" aria-label="Commands that ended">
          {settings.readerMode ? said : ""}
        </span>
        {/* A phone's keyboard lacks these keys. */}
        {TOUCH_KEYS.map(({ label, icon: Icon, sends }) => (
          <IconButton
            key={label}
            label={label}
            size="iconSm"
            className="hidden pointer-coarse:inline-flex"
            onClick={() => views.current.get(active)?.press(sends)}
          >
            <Icon aria-hidden />
          </IconButton>
        ))}
        <IconButton
          label="Stop the command"
          shortcut="ctrl+c"
          size="iconSm"
          disabled={!running.has(active)}
          onClick={() => views.current.get(active)?.interrupt()}
        >
          <Square aria-hidden className="fill-current" />
        </IconButton>
        <IconButton label="Clear" shortcut="ctrl+l" size="iconSm" onClick={() => views.current.get(active)?.clear()}>
          <Eraser aria-hidden />
        </IconButton>
        <IconButton
          label="Smaller text"
          size="iconSm"
          disabled={settings.fontSize <= FONT_SIZES.smallest}
          onClick={() => zoom(-1)}
        >
          <AArrowDown aria-hidden />
        </IconButton>
        <IconButton
          label="Larger text"
          size="iconSm"
          disabled={settings.fontSize >= FONT_SIZES.largest}
          onClick={() => zoom(1)}
        >
          <AArrowUp aria-hidden />
        </IconButton>
        <IconButton
          label={settings.readerMode ? "Screen reader mode is on" : "Screen reader mode is off"}
          size="iconSm"
          aria-pressed={settings.readerMode}
          onClick={() => setSettings((now) => ({ ...now, readerMode: !now.readerMode }))}
        >
          <Accessibility aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
