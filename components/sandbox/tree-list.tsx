"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type DragEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import type { FileChange } from "@/lib/core/sandbox/sandbox";
import { FileTreeRow } from "./file-tree-row";
import type { TreeRow } from "./tree-rows";
import { useRowHeight } from "./use-row-height";

/** Room below the last row for what the field of a name says. */
const NOTE_ROOM = 72;

export interface TreeListControls {
  focus(): void;
  show(index: number): void;
  /** Where the row that is active ends on the screen, for a menu below it. */
  activePlace(): { x: number; y: number };
}

export interface TreeListProps {
  ref: Ref<TreeListControls>;
  id: string;
  rows: readonly TreeRow[];
  activeIndex: number;
  /** The row whose name is being given, or -1; `naming` stands in it. */
  namingIndex: number;
  naming: ReactNode;
  /** The path that is open. */
  opened: string | undefined;
  marks: ReadonlyMap<string, FileChange["kind"] | "inside">;
  ignored: ReadonlySet<string>;
  locked: readonly string[];
  /** The path that is cut, to be moved. */
  cut: string | undefined;
  dropPath: string | undefined;
  readOnly: boolean;
  /** Whole paths instead of names below their folders. */
  flat: boolean;
  target: Pick<HTMLAttributes<HTMLElement>, "onDragOver" | "onDragLeave" | "onDragEnd" | "onDrop">;
  onKeyDown(event: KeyboardEvent): void;
  onChoose(row: TreeRow): void;
  onMenu(row: TreeRow, at: { x: number; y: number }): void;
  onDrag(row: TreeRow, event: DragEvent): void;
}

/** The rows, of which only those that are seen are drawn. */
export function TreeList(props: TreeListProps) {
  const { ref, id, rows, activeIndex, namingIndex, naming, opened, marks, ignored, locked, cut, dropPath } = props;
  const { readOnly, flat, target, onKeyDown, onChoose, onMenu, onDrag } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.path ?? index,
    overscan: 12,
    initialRect: { width: 240, height: 600 },
    // What is typed, and what a screen reader stands on, stay in the page when they are scrolled out of sight.
    rangeExtractor: (range) => {
      const seen = new Set(defaultRangeExtractor(range));
      for (const index of [activeIndex, namingIndex]) if (index >= 0 && index < rows.length) seen.add(index);
      return [...seen].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height lays every row out anew
  useEffect(() => virtualizer.measure(), [rowHeight]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field and what it says come into sight once, when it is opened
  useEffect(() => {
    if (namingIndex >= 0) virtualizer.scrollToIndex(namingIndex, { align: "center" });
  }, [namingIndex >= 0]);
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    show: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
    activePlace: () => {
      const line = document.getElementById(`${id}-${activeIndex}`)?.getBoundingClientRect();
      return { x: (line?.left ?? 0) + 24, y: line?.bottom ?? 0 };
    },
  }));
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Files"
      tabIndex={0}
      aria-activedescendant={`${id}-${activeIndex}`}
      onKeyDown={onKeyDown}
      {...target}
      className={`focus-inset group min-h-0 flex-1 overflow-auto ${dropPath === "" ? "bg-primary-soft" : ""}`}
    >
      <div
        className="relative w-full"
        style={{ height: virtualizer.getTotalSize() + (namingIndex >= 0 ? NOTE_ROOM : 0) }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <FileTreeRow
              key={item.key}
              id={`${id}-${item.index}`}
              row={row}
              top={item.start}
              height={rowHeight}
              active={item.index === activeIndex}
              selected={row.path === opened}
              mark={marks.get(row.path)}
              ignored={ignored.has(row.path)}
              locked={locked.includes(row.path)}
              cut={cut === row.path}
              dropTarget={dropPath !== undefined && dropPath !== "" && dropPath === row.path}
              readOnly={readOnly}
              flat={flat}
              naming={item.index === namingIndex ? naming : undefined}
              onChoose={onChoose}
              onMenu={onMenu}
              onDrag={onDrag}
            />
          );
        })}
      </div>
    </div>
  );
}
