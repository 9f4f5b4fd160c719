"use client";

import { type KeyboardEvent, useRef } from "react";
import { parentOf, type TreeRow } from "./tree-rows";

export interface TreeKeysOptions {
  rows: readonly TreeRow[];
  activeIndex: number;
  readOnly: boolean;
  canPaste: boolean;
  move(index: number): void;
  expand(path: string, open: boolean): void;
  onChoose(row: TreeRow): void;
  onCommand(command: "rename" | "remove" | "cut" | "copy" | "paste", row: TreeRow): void;
  onMenu(row: TreeRow): void;
  /** False when there was nothing to leave. */
  onEscape(): boolean;
}

const TYPEAHEAD_MS = 600;
const PAGE = 15;
const CHORDS = new Map([
  ["x", "cut"],
  ["c", "copy"],
  ["v", "paste"],
] as const);

/** The keys of the tree: arrows walk it, Enter opens, F2 renames, Delete removes, letters jump, the menu key has the rest. */
export function useTreeKeys(options: TreeKeysOptions): (event: KeyboardEvent) => void {
  const { rows, activeIndex, readOnly, canPaste, move, expand, onChoose, onCommand, onMenu, onEscape } = options;
  const typed = useRef({ text: "", at: 0 });
  const isTyping = () => typed.current.text !== "" && Date.now() - typed.current.at < TYPEAHEAD_MS;

  /** Letters typed quickly one after the other go to the next row whose name begins with them. */
  const jump = (key: string): boolean => {
    if (key.length !== 1) return false;
    const text = (isTyping() ? typed.current.text : "") + key.toLowerCase();
    typed.current = { text, at: Date.now() };
    // One letter goes on to the next one; more of them stay where they fit.
    const first = text.length === 1 ? 1 : 0;
    for (let step = first; step < rows.length + first; step += 1) {
      const index = (activeIndex + step) % rows.length;
      if (rows[index]?.name.toLowerCase().startsWith(text)) {
        move(index);
        return true;
      }
    }
    return true;
  };
  const chord = (key: string, row: TreeRow): boolean => {
    const command = CHORDS.get(key.toLowerCase() as "x");
    if (command === undefined || readOnly || (command === "paste" && !canPaste)) return false;
    onCommand(command, row);
    return true;
  };
  const press = ({ key, shiftKey }: KeyboardEvent, row: TreeRow): boolean => {
    switch (key) {
      case "ArrowDown":
        move(activeIndex + 1);
        return true;
      case "ArrowUp":
        move(activeIndex - 1);
        return true;
      case "Home":
        move(0);
        return true;
      case "End":
        move(rows.length - 1);
        return true;
      case "PageDown":
        move(activeIndex + PAGE);
        return true;
      case "PageUp":
        move(activeIndex - PAGE);
        return true;
      case "ArrowRight":
        if (row.type !== "directory") return false;
        if (row.expanded) move(activeIndex + 1);
        else expand(row.path, true);
        return true;
      case "ArrowLeft":
        if (row.expanded) expand(row.path, false);
        else if (parentOf(row.path) !== "") move(rows.findIndex(({ path }) => path === parentOf(row.path)));
        return true;
      case "*":
        for (const { path, type, level } of rows) {
          if (type === "directory" && level === row.level && parentOf(path) === parentOf(row.path)) expand(path, true);
        }
        return true;
      case "Enter":
        onChoose(row);
        return true;
      case " ":
        // A space in the middle of a name that is typed belongs to the name.
        if (isTyping()) return jump(key);
        onChoose(row);
        return true;
      case "Escape":
        return onEscape();
      case "F2":
        if (readOnly) return false;
        onCommand("rename", row);
        return true;
      case "Delete":
        if (readOnly) return false;
        onCommand("remove", row);
        return true;
      case "ContextMenu":
        onMenu(row);
        return true;
      case "F10":
        if (!shiftKey) return false;
        onMenu(row);
        return true;
      default:
        return jump(key);
    }
  };
  return (event) => {
    const row = rows[activeIndex];
    if (event.target !== event.currentTarget || row === undefined || event.altKey) return;
    const handled = event.ctrlKey || event.metaKey ? chord(event.key, row) : press(event, row);
    if (handled) event.preventDefault();
  };
}
