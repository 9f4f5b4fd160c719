"use client";

import { useEffect, useMemo, useState } from "react";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";

const LIMIT = 500;
const PAUSE_MS = 120;
const NO_PATHS: readonly string[] = [];

export interface FileSearch {
  paths: string[];
  cut: boolean;
}

/**
 * Files whose path contains the query, ignoring case; undefined while the query is empty or the first answer is not there.
 * The paths are asked for once for a state of the files, not once for a letter.
 */
export function useFileSearch(sandbox: Pick<Sandbox, "glob">, query: string, revision: number): FileSearch | undefined {
  const [found, setFound] = useState<FileSearch>();
  const wanted = query.trim().toLowerCase();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision means the files changed
  const allPaths = useMemo(() => askedOnce(sandbox), [sandbox, revision]);

  useEffect(() => {
    if (wanted === "") {
      setFound(undefined);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      void allPaths().then((paths) => {
        if (!current) return;
        const matching = paths.filter((path) => path.toLowerCase().includes(wanted));
        setFound({ paths: matching.slice(0, LIMIT), cut: matching.length > LIMIT });
      });
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [wanted, allPaths]);

  return found;
}

function askedOnce(sandbox: Pick<Sandbox, "glob">): () => Promise<readonly string[]> {
  let answer: Promise<readonly string[]> | undefined;
  return () => {
    answer ??= sandbox.glob("**/*", { limit: 100_000, includeIgnored: true }).then(
      ({ paths }) => paths,
      () => NO_PATHS,
    );
    return answer;
  };
}
