"use client";

import { FilePlus, FolderPlus, TextSearch } from "lucide-react";
import { IconButton } from "../ui/icon-button";
import { Input } from "../ui/input";

export interface TreeToolbarProps {
  query: string;
  /** Words in files are looked for, instead of names. */
  inContents: boolean;
  readOnly: boolean;
  onQuery(query: string): void;
  onInContents(inContents: boolean): void;
  /** The list below is to be walked. */
  onLeave(): void;
  onNew(kind: "file" | "folder"): void;
}

/** Looks for files by name or by what is in them, and makes new ones. */
export function TreeToolbar(props: TreeToolbarProps) {
  const { query, inContents, readOnly, onQuery, onInContents, onLeave, onNew } = props;
  return (
    <div className="flex items-center gap-1 border-b px-2 py-1">
      <Input
        aria-label={inContents ? "Find words in files" : "Find a file by name"}
        placeholder={inContents ? "Find in files" : "Find a file"}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onQuery("");
          if (event.key === "ArrowDown") {
            event.preventDefault();
            onLeave();
          }
        }}
        className="h-6"
      />
      <IconButton
        label="Search in the contents of files"
        size="iconSm"
        aria-pressed={inContents}
        className={inContents ? "bg-accent text-foreground" : ""}
        onClick={() => onInContents(!inContents)}
      >
        <TextSearch aria-hidden />
      </IconButton>
      {readOnly ? null : (
        <>
          <IconButton label="New file" size="iconSm" onClick={() => onNew("file")}>
            <FilePlus aria-hidden />
          </IconButton>
          <IconButton label="New folder" size="iconSm" onClick={() => onNew("folder")}>
            <FolderPlus aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}
