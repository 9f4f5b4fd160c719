"use client";

import { type DragEvent, useRef, useState } from "react";
import { folderFor } from "./new-row";
import { parentOf, type TreeRow } from "./tree-rows";

const DRAGGED = "application/x-toolwright-path";

/** Rows that are dragged into another folder of the tree. */
export function useTreeDrag(rows: readonly TreeRow[], onMove: (path: string, directory: string) => void) {
  const dragged = useRef<string>(undefined);
  /** The folder that would take it; `""` is the workspace. */
  const [dropPath, setDropPath] = useState<string>();
  const folderUnder = (event: DragEvent): string | undefined => {
    if (dragged.current === undefined || !event.dataTransfer.types.includes(DRAGGED)) return undefined;
    const path = (event.target as Element).closest<HTMLElement>('[role="treeitem"]')?.dataset.path;
    return folderFor(rows.find((row) => row.path === path));
  };
  return {
    dropPath,
    onDrag: (row: TreeRow, event: DragEvent) => {
      dragged.current = row.path;
      event.dataTransfer.setData(DRAGGED, row.path);
      event.dataTransfer.effectAllowed = "move";
    },
    /** For the element that holds the rows. */
    target: {
      onDragOver: (event: DragEvent) => {
        const folder = folderUnder(event);
        if (folder === undefined) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        setDropPath(folder);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropPath(undefined);
      },
      onDragEnd: () => {
        dragged.current = undefined;
        setDropPath(undefined);
      },
      onDrop: (event: DragEvent) => {
        const folder = folderUnder(event);
        const path = dragged.current;
        setDropPath(undefined);
        if (folder === undefined || path === undefined) return;
        event.preventDefault();
        if (parentOf(path) !== folder && path !== folder) onMove(path, folder);
      },
    },
  };
}
