"use client";

import { ChevronRight, File, FileSymlink, Folder, FolderOpen, Lock, MoreHorizontal } from "lucide-react";
import type { DragEvent, ReactNode } from "react";
import type { FileChange } from "@/lib/core/sandbox/sandbox";
import { renderName } from "./render-name";
import type { TreeRow } from "./tree-rows";

const MARK_CLASS = { created: "bg-good", changed: "bg-primary", removed: "bg-danger", inside: "bg-control" } as const;
const MARK_WORD = { created: "new", changed: "changed", removed: "removed", inside: "has changes inside" } as const;

export interface FileTreeRowProps {
  id: string;
  row: TreeRow;
  top: number;
  height: number;
  active: boolean;
  selected: boolean;
  mark: FileChange["kind"] | "inside" | undefined;
  /** Searches leave it out. */
  ignored: boolean;
  /** It lies in a mount that nothing can be written to. */
  locked: boolean;
  cut: boolean;
  /** What is dragged would be dropped here. */
  dropTarget: boolean;
  readOnly: boolean;
  flat: boolean;
  /** Stands in place of the name while it is being given. */
  naming: ReactNode;
  onChoose(row: TreeRow): void;
  onMenu(row: TreeRow, at: { x: number; y: number }): void;
  onDrag(row: TreeRow, event: DragEvent): void;
}

/** One line of the tree. The tree itself takes the keys and the drops; a click chooses. */
export function FileTreeRow(props: FileTreeRowProps) {
  const { id, row, top, height, active, selected, mark, ignored, locked, cut, dropTarget, readOnly, flat, naming } =
    props;
  const { onChoose, onMenu, onDrag } = props;
  const Icon =
    row.type === "directory" ? (row.expanded ? FolderOpen : Folder) : row.type === "symlink" ? FileSymlink : File;
  const words = [
    row.name,
    ...(row.type === "symlink" ? ["link"] : []),
    ...(mark === undefined ? [] : [MARK_WORD[mark]]),
    ...(ignored ? ["ignored"] : []),
    ...(locked ? ["read-only"] : []),
    ...(cut ? ["cut"] : []),
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys, as its pattern asks
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      data-path={row.path}
      aria-level={flat ? 1 : row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.type === "directory" && !flat ? row.expanded : undefined}
      aria-selected={selected}
      aria-label={words.join(", ")}
      draggable={!readOnly && naming === undefined}
      onDragStart={(event) => onDrag(row, event)}
      onClick={naming === undefined ? () => onChoose(row) : undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(row, { x: event.clientX, y: event.clientY });
      }}
      style={{ top, height, paddingLeft: flat ? 8 : 4 + (row.level - 1) * 12 }}
      className={`group/row absolute inset-x-0 flex cursor-default select-none items-center gap-1 pr-1 ${
        naming === undefined ? "hover:bg-accent" : "z-10"
      } ${selected ? "bg-accent font-medium" : ""} ${cut ? "opacity-60" : ""} ${
        dropTarget ? "bg-primary-soft outline-1 outline-primary -outline-offset-1" : ""
      } ${active ? "group-focus-visible:ring-1 group-focus-visible:ring-ring group-focus-visible:ring-inset" : ""}`}
    >
      {flat ? null : (
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-muted-foreground ${row.type === "directory" ? "" : "invisible"} ${row.expanded ? "rotate-90" : ""}`}
        />
      )}
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      {naming ?? (
        <span className={`one-line flex-1 ${ignored ? "text-muted-foreground italic" : ""}`}>
          {renderName(flat ? row.path : row.name)}
        </span>
      )}
      {locked ? (
        <span aria-hidden title="Read-only" className="mr-0.5 shrink-0">
          <Lock className="size-3 text-muted-foreground" />
        </span>
      ) : null}
      {mark === undefined ? null : (
        <span
          aria-hidden
          title={MARK_WORD[mark]}
          className={`mr-1 size-1.5 shrink-0 rounded-full ${MARK_CLASS[mark]}`}
        />
      )}
      {naming === undefined ? (
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          title="More (Shift+F10)"
          onClick={(event) => {
            event.stopPropagation();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu(row, { x: left, y: bottom });
          }}
          className="grid size-5 shrink-0 place-content-center rounded-sm text-muted-foreground opacity-0 pointer-coarse:h-6 pointer-coarse:w-9 hover:bg-background hover:text-foreground group-hover/row:opacity-100 pointer-coarse:opacity-100"
        >
          <MoreHorizontal className="size-3.5" />
        </button>
      ) : null}
    </div>
  );
}
