"use client";

import { ChevronRight, File, FileSymlink, Folder, FolderOpen, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FileChange } from "@/lib/core/sandbox/sandbox";
import { renderVisible } from "../ui/render-visible";
import type { TreeRow } from "./tree-rows";

/** Every line is this tall, in pixels, so that any place in a long list is known without drawing it. */
export const FILE_TREE_ROW_HEIGHT = 24;
const MARK_CLASS = { created: "bg-good", changed: "bg-primary", removed: "bg-danger", inside: "bg-control" } as const;
const MARK_WORD = { created: "new", changed: "changed", removed: "removed", inside: "has changes inside" } as const;

export interface FileTreeRowProps {
  id: string;
  row: TreeRow;
  top: number;
  active: boolean;
  selected: boolean;
  mark: FileChange["kind"] | "inside" | undefined;
  readOnly: boolean;
  flat: boolean;
  onChoose(row: TreeRow): void;
  onRename(): void;
  onRemove(): void;
}

/** One line of the tree. The tree itself takes the keys; a click chooses. */
export function FileTreeRow({
  id,
  row,
  top,
  active,
  selected,
  mark,
  readOnly,
  flat,
  onChoose,
  onRename,
  onRemove,
}: FileTreeRowProps) {
  const Icon =
    row.type === "directory" ? (row.expanded ? FolderOpen : Folder) : row.type === "symlink" ? FileSymlink : File;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys, as its pattern asks
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={flat ? 1 : row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.type === "directory" ? row.expanded : undefined}
      aria-selected={selected}
      aria-label={mark === undefined ? row.name : `${row.name}, ${MARK_WORD[mark]}`}
      onClick={() => onChoose(row)}
      style={{ top, height: FILE_TREE_ROW_HEIGHT, paddingLeft: flat ? 8 : 4 + (row.level - 1) * 12 }}
      className={`group/row absolute inset-x-0 flex cursor-default select-none items-center gap-1 pr-1 hover:bg-accent ${
        selected ? "bg-accent font-medium" : ""
      } ${active ? "group-focus-visible:ring-1 group-focus-visible:ring-ring group-focus-visible:ring-inset" : ""}`}
    >
      {flat ? null : (
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-muted-foreground ${row.type === "directory" ? "" : "invisible"} ${row.expanded ? "rotate-90" : ""}`}
        />
      )}
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      <span className="one-line flex-1">{renderVisible(flat ? row.path : row.name)}</span>
      {mark === undefined ? null : (
        <span
          aria-hidden
          title={MARK_WORD[mark]}
          className={`mr-1 size-1.5 shrink-0 rounded-full ${MARK_CLASS[mark]}`}
        />
      )}
      {readOnly ? null : (
        <span aria-hidden className="hidden shrink-0 items-center group-hover/row:flex">
          <RowTool title="Rename (F2)" onClick={onRename}>
            <Pencil className="size-3" />
          </RowTool>
          <RowTool title="Remove (Delete)" onClick={onRemove}>
            <Trash2 className="size-3" />
          </RowTool>
        </span>
      )}
    </div>
  );
}

/** For the pointer only: the keyboard has F2 and Delete. */
function RowTool({ title, onClick, children }: { title: string; onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
      className="grid size-5 place-content-center rounded-sm text-muted-foreground hover:bg-background hover:text-foreground"
    >
      {children}
    </button>
  );
}
