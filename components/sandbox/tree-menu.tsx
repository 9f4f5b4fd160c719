"use client";

import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  FilePlus,
  FolderPlus,
  Link2,
  Pencil,
  Scissors,
  Trash2,
} from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import type { TreeRow } from "./tree-rows";

export type TreeCommand =
  | "new-file"
  | "new-folder"
  | "rename"
  | "duplicate"
  | "cut"
  | "copy"
  | "paste"
  | "copy-path"
  | "download"
  | "remove";

export interface TreeMenuProps {
  /** Where on the screen it was asked for. */
  at: { x: number; y: number };
  row: TreeRow;
  canPaste: boolean;
  readOnly: boolean;
  onCommand(command: TreeCommand): void;
  onClose(): void;
}

/** What can be done with one line of the tree, for the pointer and for the keyboard (the menu key or Shift+F10). */
export function TreeMenu({ at, row, canPaste, readOnly, onCommand, onClose }: TreeMenuProps) {
  return (
    <DropdownMenu open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-0" style={{ left: at.x, top: at.y }} />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        aria-label={`What to do with ${row.name}`}
        // Where the focus goes afterwards depends on what was chosen.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {readOnly ? null : (
          <>
            <DropdownMenuItem onSelect={() => onCommand("new-file")}>
              <FilePlus aria-hidden />
              New file
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onCommand("new-folder")}>
              <FolderPlus aria-hidden />
              New folder
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem shortcut="F2" onSelect={() => onCommand("rename")}>
              <Pencil aria-hidden />
              Rename
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onCommand("duplicate")}>
              <CopyPlus aria-hidden />
              Duplicate
            </DropdownMenuItem>
            <DropdownMenuItem shortcut="mod+x" onSelect={() => onCommand("cut")}>
              <Scissors aria-hidden />
              Cut, to move it
            </DropdownMenuItem>
            <DropdownMenuItem shortcut="mod+c" onSelect={() => onCommand("copy")}>
              <Copy aria-hidden />
              Copy
            </DropdownMenuItem>
            <DropdownMenuItem shortcut="mod+v" disabled={!canPaste} onSelect={() => onCommand("paste")}>
              <ClipboardPaste aria-hidden />
              Paste here
            </DropdownMenuItem>
            <DropdownMenuSeparator />
          </>
        )}
        <DropdownMenuItem onSelect={() => onCommand("copy-path")}>
          <Link2 aria-hidden />
          Copy the path
        </DropdownMenuItem>
        {row.type === "directory" ? null : (
          <DropdownMenuItem onSelect={() => onCommand("download")}>
            <Download aria-hidden />
            Download
          </DropdownMenuItem>
        )}
        {readOnly ? null : (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem danger shortcut="Delete" onSelect={() => onCommand("remove")}>
              <Trash2 aria-hidden />
              Remove
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
