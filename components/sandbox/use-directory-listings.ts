"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { DirectoryEntry, Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { ignoredEntries } from "./ignored-entries";
import type { Listings } from "./tree-rows";

const EMPTY: Listings = new Map();
const NONE: ReadonlySet<string> = new Set();

/** The entries of the root and of every open directory; read again whenever `revision` moves or a directory opens. */
export function useDirectoryListings(
  sandbox: Pick<Sandbox, "list" | "read" | "cwd">,
  revision: number,
  expanded: ReadonlySet<string>,
): { listings: Listings; ignored: ReadonlySet<string>; problem: string | undefined; reload(): void } {
  const [listings, setListings] = useState<Listings>(EMPTY);
  const [ignored, setIgnored] = useState(NONE);
  const [problem, setProblem] = useState<string>();
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision or turn means the files changed
  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    const directories = ["", ...expanded];
    void Promise.all(
      directories.map(async (directory): Promise<[string, DirectoryEntry[] | undefined, string | undefined]> => {
        try {
          return [
            directory,
            await sandbox.list(directory === "" ? sandbox.cwd : `${sandbox.cwd}/${directory}`),
            undefined,
          ];
        } catch (error) {
          // An open directory that is gone is simply not drawn any more; anything else is said.
          const gone = SandboxError.isInstance(error) && (error.code === "not-found" || error.code === "not-directory");
          return [directory, undefined, gone && directory !== "" ? undefined : messageOf(error)];
        }
      }),
    ).then((answers) => {
      if (mine !== latest.current) return;
      const now: Listings = new Map(
        answers.flatMap(([path, entries]) => (entries === undefined ? [] : [[path, entries]])),
      );
      setListings(now);
      setProblem(answers.find(([, , message]) => message !== undefined)?.[2]);
      void ignoredEntries(sandbox, now).then((found) => {
        if (mine === latest.current) setIgnored(found);
      });
    });
  }, [sandbox, revision, expanded, turn]);

  return { listings, ignored, problem, reload: useCallback(() => setTurn((value) => value + 1), []) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
