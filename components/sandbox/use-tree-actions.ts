"use client";

import { useState } from "react";
import { createFile, createFolder, duplicate, moveInto, removeWithUndo } from "./file-actions";
import type { FileTreeSandbox } from "./file-tree";
import { folderFor, type Naming } from "./new-row";
import { saveFile } from "./save-file";
import { parentOf, relativePath, type TreeRow } from "./tree-rows";

/** What was done, in words, and the way back where there is one. */
export interface Said {
  text: string;
  undo?: () => Promise<void>;
}

export interface TreeActionsOptions {
  sandbox: FileTreeSandbox;
  expand(path: string): void;
  activate(path: string): void;
  /** Called with absolute paths. */
  onMoved: ((from: string, to: string) => void) | undefined;
  /** The files are to be listed again. */
  onDone(): void;
}

/** What can be done to the files of the tree; says what was done, or why it was not. */
export function useTreeActions({ sandbox, expand, activate, onMoved, onDone }: TreeActionsOptions) {
  const [said, say] = useState<Said>();
  const [problem, setProblem] = useState<string>();
  const [clip, setClip] = useState<{ path: string; move: boolean }>();
  const absolute = (path: string) => (path === "" ? sandbox.cwd : `${sandbox.cwd}/${path}`);

  /** Gives why it failed. */
  const attempt = async (action: () => Promise<Said | undefined>): Promise<string | undefined> => {
    try {
      say(await action());
      setProblem(undefined);
      onDone();
      return undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setProblem(message);
      return message;
    }
  };
  const moveTo = async (path: string, directory: string) => {
    await attempt(async () => {
      const to = await moveInto(sandbox, absolute(path), absolute(directory));
      onMoved?.(absolute(path), to);
      expand(directory);
      activate(relativePath(to, sandbox.cwd));
      setClip(undefined);
      return {
        text: `Moved ${path} to ${directory === "" ? "the workspace" : directory}.`,
        undo: async () => {
          await sandbox.rename(to, absolute(path));
          onMoved?.(to, absolute(path));
        },
      };
    });
  };
  return {
    said,
    problem,
    clip,
    moveTo,
    dismiss: () => {
      setClip(undefined);
      say(undefined);
    },
    forgetProblem: () => setProblem(undefined),
    /** Makes or renames; gives the new path, or why the name could not be taken. */
    name: async (naming: Naming, name: string): Promise<{ path: string } | { refusal: string }> => {
      const base = naming.kind === "rename" ? parentOf(naming.path) : naming.path;
      const path = base === "" ? name : `${base}/${name}`;
      const refusal = await attempt(async () => {
        if (naming.kind === "folder") await createFolder(sandbox, absolute(path));
        else if (naming.kind === "file") await createFile(sandbox, absolute(path));
        else if (naming.path !== path) {
          await sandbox.rename(absolute(naming.path), absolute(path));
          onMoved?.(absolute(naming.path), absolute(path));
        }
        return undefined;
      });
      if (refusal === undefined) return { path };
      setProblem(undefined);
      return { refusal };
    },
    remove: async (row: TreeRow) => {
      await attempt(async () => {
        const undo = await removeWithUndo(sandbox, absolute(row.path));
        return { text: `Removed ${row.path}.`, ...(undo === undefined ? {} : { undo }) };
      });
    },
    takeUp: (row: TreeRow, move: boolean) => {
      setClip({ path: row.path, move });
      say({ text: `${move ? "Cut" : "Copied"} ${row.path}. Paste it in the folder where it should be.` });
    },
    paste: async (row: TreeRow | undefined) => {
      if (clip === undefined) return;
      const directory = folderFor(row);
      if (clip.move) return moveTo(clip.path, directory);
      await attempt(async () => {
        const to = await duplicate(sandbox, absolute(clip.path), absolute(directory));
        expand(directory);
        activate(relativePath(to, sandbox.cwd));
        return { text: `Copied to ${relativePath(to, sandbox.cwd)}.` };
      });
    },
    duplicate: async (row: TreeRow) => {
      await attempt(async () => {
        const to = await duplicate(sandbox, absolute(row.path));
        activate(relativePath(to, sandbox.cwd));
        return { text: `Made ${relativePath(to, sandbox.cwd)}.` };
      });
    },
    copyPath: async (row: TreeRow) => {
      await attempt(async () => {
        await navigator.clipboard.writeText(absolute(row.path));
        return { text: `Copied the path ${absolute(row.path)}.` };
      });
    },
    download: async (row: TreeRow) => {
      await attempt(async () => {
        saveFile(row.name, await sandbox.read(absolute(row.path)));
        return undefined;
      });
    },
    undo: async () => {
      await attempt(async () => {
        await said?.undo?.();
        return { text: "It is back." };
      });
    },
  };
}

export type TreeActions = ReturnType<typeof useTreeActions>;
