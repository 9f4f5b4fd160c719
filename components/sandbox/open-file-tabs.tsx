"use client";

import { File, SquareCode, X } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { cn } from "../ui/cn";
import { useTabStrip } from "../ui/use-tab-strip";
import { renderName } from "./render-name";
import { relativePath } from "./tree-rows";

export interface OpenFileTabsProps {
  root: string;
  /** Absolute. */
  paths: readonly string[];
  /** Undefined while the definition is in front. */
  active: string | undefined;
  /** Files with unsaved text. */
  dirty: ReadonlySet<string>;
  panelId: string;
  onOpen(path: string | undefined): void;
  onClose(path: string): void;
}

/** The open workspace files as tabs, behind the one of the definition. Arrows walk them, Delete closes one. */
export function OpenFileTabs({ root, paths, active, dirty, panelId, onOpen, onClose }: OpenFileTabsProps) {
  const list = useTabStrip(active);
  const all: (string | undefined)[] = [undefined, ...paths];
  const focusActive = () =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  const onKeyDown = (event: KeyboardEvent, path: string | undefined) => {
    const at = all.indexOf(path);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (target !== undefined) onOpen(all[(target + all.length) % all.length]);
    else if (event.key === "Delete" && path !== undefined) onClose(path);
    else return;
    event.preventDefault();
    focusActive();
  };
  const tab = (path: string | undefined, content: ReactNode, title: string) => (
    <button
      type="button"
      role="tab"
      aria-selected={path === active}
      aria-controls={panelId}
      tabIndex={path === active ? 0 : -1}
      title={title}
      onClick={() => onOpen(path)}
      onKeyDown={(event) => onKeyDown(event, path)}
      onAuxClick={(event) => {
        if (event.button === 1 && path !== undefined) onClose(path);
      }}
      className={cn(
        "focus-inset relative flex h-full min-w-0 items-center gap-1.5 rounded-sm px-2 text-xs hover:text-foreground",
        "after:absolute after:inset-x-2 after:bottom-0 after:h-[1.5px] after:rounded-full",
        path === active ? "text-foreground after:bg-primary" : "text-muted-foreground",
        path === undefined ? "shrink-0" : "pr-7 font-mono",
      )}
    >
      {content}
    </button>
  );
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Open files"
      className="flex h-8 shrink-0 items-stretch gap-0.5 overflow-x-auto border-b px-1.5 [scrollbar-width:none] pointer-coarse:h-11"
    >
      {tab(
        undefined,
        <>
          <SquareCode aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} />
          Definition
        </>,
        "The code of the tools and the agent",
      )}
      {paths.map((path) => {
        const name = shortName(path, paths, root);
        return (
          <span key={path} role="presentation" className="group/tab relative flex max-w-56 shrink-0 items-center">
            {tab(
              path,
              <>
                <File aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} />
                <span className="one-line">{renderName(name)}</span>
                {dirty.has(path) ? <span className="sr-only">, unsaved</span> : null}
              </>,
              relativePath(path, root),
            )}
            <button
              type="button"
              // For the pointer: a list of tabs holds tabs only, and the keyboard has Delete.
              aria-hidden
              tabIndex={-1}
              title={`Close ${name} (Delete)`}
              onClick={() => onClose(path)}
              className={cn(
                "absolute right-1.5 grid size-4 place-content-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:size-7",
                path === active || dirty.has(path)
                  ? ""
                  : "opacity-0 focus-visible:opacity-100 group-hover/tab:opacity-100 pointer-coarse:opacity-100",
              )}
            >
              {dirty.has(path) ? (
                <>
                  <span aria-hidden className="size-1.5 rounded-full bg-primary group-hover/tab:hidden" />
                  <X aria-hidden className="hidden size-3 group-hover/tab:block" />
                </>
              ) : (
                <X aria-hidden className="size-3" />
              )}
            </button>
          </span>
        );
      })}
    </div>
  );
}

/** The name alone, with its folder where two open files have the same one. */
function shortName(path: string, paths: readonly string[], root: string): string {
  const name = path.split("/").at(-1) ?? path;
  const isTwice = paths.filter((other) => other.split("/").at(-1) === name).length > 1;
  return isTwice ? relativePath(path, root) : name;
}
