"use client";

import { useEffect, useState } from "react";
import type { GrepMatch, Sandbox } from "@/lib/core/sandbox/sandbox";

const LIMIT = 500;
const PAUSE_MS = 250;

export type ContentSearch =
  | { phase: "searching" }
  | { phase: "found"; matches: readonly GrepMatch[]; files: number; cut: boolean }
  | { phase: "failed"; message: string };

/** Lines that hold the words as they are, ignoring case; undefined while there is nothing to look for. */
export function useContentSearch(
  sandbox: Pick<Sandbox, "grep">,
  query: string,
  revision: number,
): ContentSearch | undefined {
  const [found, setFound] = useState<ContentSearch>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision means the files changed
  useEffect(() => {
    if (query.trim() === "") return setFound(undefined);
    let current = true;
    setFound((before) => before ?? { phase: "searching" });
    const timer = setTimeout(() => {
      sandbox.grep(literally(query), { caseSensitive: false, limit: LIMIT }).then(
        ({ matches, cut }) => {
          if (!current) return;
          setFound({ phase: "found", matches, files: new Set(matches.map(({ path }) => path)).size, cut });
        },
        (error: unknown) => {
          if (current) setFound({ phase: "failed", message: error instanceof Error ? error.message : String(error) });
        },
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sandbox, query, revision]);
  return found;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
