"use client";

import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cn } from "../ui/cn";
import { IconButton } from "../ui/icon-button";
import { Input } from "../ui/input";
import { useTabStrip } from "../ui/use-tab-strip";
import { MOST_TERMINALS, type OpenTerminal } from "./open-terminals";

export interface TerminalTabListProps {
  terminals: readonly OpenTerminal[];
  active: string;
  /** Those in which a command runs. */
  running: ReadonlySet<string>;
  panelId: string;
  onSelect(id: string): void;
  onAdd(): void;
  onClose(id: string): void;
  onRename(id: string, name: string): void;
}

/** The terminals as tabs: arrows walk them, F2 or a double click renames, Delete closes. */
export function TerminalTabList(props: TerminalTabListProps) {
  const { terminals, active, running, panelId, onSelect, onAdd, onClose, onRename } = props;
  // A tab that runs is wider.
  const list = useTabStrip(`${active} ${running.has(active)}`);
  const [renaming, setRenaming] = useState<string>();
  const focusTab = (id: string | undefined) => {
    requestAnimationFrame(() => {
      list.current
        ?.querySelector<HTMLElement>(id === undefined ? '[aria-selected="true"]' : `[data-terminal="${id}"]`)
        ?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const at = terminals.findIndex((terminal) => terminal.id === id);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: terminals.length - 1 }[event.key];
    if (target !== undefined) {
      const next = terminals[(target + terminals.length) % terminals.length];
      if (next === undefined) return;
      onSelect(next.id);
      focusTab(next.id);
    } else if (event.key === "F2") setRenaming(id);
    else if (event.key === "Delete") {
      onClose(id);
      focusTab(undefined);
    } else return;
    event.preventDefault();
  };
  const renamed = terminals.find(({ id }) => id === renaming);
  return (
    <div className="flex h-7 shrink-0 items-stretch border-b pr-1 pointer-coarse:h-11">
      {/* Beside the list: tabs are all that it may hold. */}
      {renamed === undefined ? null : (
        <RenameField
          key={renamed.id}
          name={renamed.name}
          onDone={(given) => {
            if (given !== undefined) onRename(renamed.id, given);
            setRenaming(undefined);
            focusTab(renamed.id);
          }}
        />
      )}
      <div
        ref={list}
        role="tablist"
        aria-label="Terminals"
        className="flex min-w-0 flex-1 items-stretch overflow-x-auto px-1 [scrollbar-width:none]"
      >
        {terminals.map(({ id, name }) => (
          <span key={id} role="presentation" className="group/tab relative flex shrink-0 items-center">
            <button
              type="button"
              role="tab"
              id={`${panelId}-tab-${id}`}
              data-terminal={id}
              aria-selected={id === active}
              aria-controls={panelId}
              tabIndex={id === active ? 0 : -1}
              title="F2 renames, Delete closes"
              onClick={() => onSelect(id)}
              onDoubleClick={() => setRenaming(id)}
              onKeyDown={(event) => onKeyDown(event, id)}
              className={cn(
                "focus-inset one-line relative h-full max-w-40 rounded-sm pr-6 pl-2 text-xs",
                "after:absolute after:inset-x-2 after:bottom-0 after:h-[1.5px] after:rounded-full hover:text-foreground",
                id === active ? "text-foreground after:bg-primary" : "text-muted-foreground",
              )}
            >
              {running.has(id) ? (
                <>
                  <span aria-hidden className="mr-1.5 inline-block size-1.5 rounded-full bg-primary align-middle" />
                  <span className="sr-only">running, </span>
                </>
              ) : null}
              {name}
            </button>
            <button
              type="button"
              // For the pointer: a list of tabs holds tabs only, and the keyboard has Delete.
              aria-hidden
              tabIndex={-1}
              title={`Close ${name} (Delete)`}
              onClick={() => onClose(id)}
              className={cn(
                "absolute right-1 grid size-4 place-content-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:size-6",
                id === active
                  ? ""
                  : "opacity-0 focus-visible:opacity-100 group-hover/tab:opacity-100 pointer-coarse:opacity-100",
              )}
            >
              <X aria-hidden className="size-3" />
            </button>
          </span>
        ))}
      </div>
      <IconButton
        label={
          terminals.length < MOST_TERMINALS ? "New terminal" : `${MOST_TERMINALS} terminals are open; close one first`
        }
        size="iconSm"
        className="self-center"
        disabled={terminals.length >= MOST_TERMINALS}
        onClick={onAdd}
      >
        <Plus aria-hidden />
      </IconButton>
    </div>
  );
}

function RenameField({ name, onDone }: { name: string; onDone(name: string | undefined): void }) {
  const [value, setValue] = useState(name);
  const done = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (given: string | undefined) => {
    if (done.current) return;
    done.current = true;
    onDone(given === undefined || given.trim() === "" ? undefined : given.trim().slice(0, 40));
  };
  return (
    <Input
      ref={field}
      aria-label={`New name of ${name}`}
      className="ml-1 h-5 w-32 shrink-0 self-center text-xs"
      value={value}
      maxLength={40}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => end(value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(value);
        if (event.key === "Escape") end(undefined);
      }}
    />
  );
}
