"use client";

import { FileCode2, FilePlus2, FileText, MoreHorizontal } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { useTabStrip } from "@/components/ui/use-tab-strip";
import type { DefinitionProblem } from "@/lib/tool-host/described-definition";
import { NewFileField } from "./new-file-field";
import { orderPaths } from "./order-paths";

export interface FileTabsProps {
  paths: readonly string[];
  activePath: string;
  problems: readonly DefinitionProblem[];
  onOpen(path: string): void;
  /** Without it no file can be added. Returns why not, in words. */
  onAdd?(path: string): string | undefined;
  onRemove?(path: string): void;
  /** The id of what shows the file. */
  panelId?: string;
}

/** The definition's files as tabs; a dot marks one that has a problem. */
export function FileTabs({ paths, activePath, problems, onOpen, onAdd, onRemove, panelId }: FileTabsProps) {
  const list = useTabStrip(activePath);
  const [adding, setAdding] = useState(false);
  const ordered = orderPaths(paths);

  function onKeyDown(event: KeyboardEvent): void {
    const at = ordered.indexOf(activePath);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ordered.length - 1 }[event.key];
    const path = target === undefined ? undefined : ordered[(target + ordered.length) % ordered.length];
    if (path === undefined) return;
    event.preventDefault();
    onOpen(path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  }

  return (
    <div className="flex h-9 shrink-0 items-stretch border-b pr-1 pointer-coarse:h-11">
      <div
        aria-label="Definition files"
        className="flex min-w-0 flex-1 items-stretch gap-0.5 overflow-x-auto px-1.5 [scrollbar-width:none]"
        onKeyDown={onKeyDown}
        ref={list}
        role="tablist"
        tabIndex={-1}
      >
        {ordered.map((path) => (
          <FileTab
            active={path === activePath}
            key={path}
            onOpen={onOpen}
            panelId={panelId}
            path={path}
            trouble={worst(problems, path)}
          />
        ))}
      </div>
      <div className="flex shrink-0 items-center gap-0.5">
        {onAdd && adding ? <NewFileField onAdd={onAdd} onClose={() => setAdding(false)} /> : null}
        {onAdd && !adding ? (
          <IconButton label="New tool file" onClick={() => setAdding(true)} size="iconSm">
            <FilePlus2 />
          </IconButton>
        ) : null}
        {onRemove && activePath !== "agent.ts" ? (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <IconButton label={`More for ${activePath}`} size="iconSm">
                <MoreHorizontal />
              </IconButton>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuItem danger onSelect={() => onRemove(activePath)}>
                Remove {activePath}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        ) : null}
      </div>
    </div>
  );
}

interface FileTabProps {
  path: string;
  active: boolean;
  trouble: "error" | "warning" | undefined;
  onOpen(path: string): void;
  panelId: string | undefined;
}

function FileTab({ path, active, trouble, onOpen, panelId }: FileTabProps) {
  const Icon = path.endsWith(".json") ? FileText : FileCode2;
  const slash = path.lastIndexOf("/") + 1;
  return (
    <button
      aria-controls={panelId}
      aria-selected={active}
      className={cn(
        "focus-inset relative inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm px-2 font-mono text-xs transition-colors",
        "after:absolute after:inset-x-2 after:bottom-0 after:h-[1.5px] after:rounded-full hover:text-foreground",
        active ? "text-foreground after:bg-primary" : "text-muted-foreground",
      )}
      data-path={path}
      onClick={() => onOpen(path)}
      role="tab"
      tabIndex={active ? 0 : -1}
      type="button"
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={1.5} />
      <span>
        {slash > 0 ? <span className="text-muted-foreground">{path.slice(0, slash)}</span> : null}
        {path.slice(slash)}
      </span>
      {trouble ? (
        <>
          <span
            aria-hidden
            className={cn("size-1.5 rounded-full", trouble === "error" ? "bg-danger" : "bg-muted-foreground")}
          />
          <span className="sr-only">{trouble === "error" ? ", has an error" : ", has a warning"}</span>
        </>
      ) : null}
    </button>
  );
}

function worst(problems: readonly DefinitionProblem[], path: string): "error" | "warning" | undefined {
  const own = problems.filter(({ file }) => file === path);
  if (own.some(({ severity }) => severity === "error")) return "error";
  return own.length > 0 ? "warning" : undefined;
}
