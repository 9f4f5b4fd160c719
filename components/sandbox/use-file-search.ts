"use client";

import { useEffect, useState } from "react";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";

const LIMIT = 500;

export interface FileSearch {
  paths: string[];
  cut: boolean;
}

/** Files whose path contains the query, ignoring case; undefined while the query is empty or the first answer is not there. */
export function useFileSearch(sandbox: Pick<Sandbox, "glob">, query: string, revision: number): FileSearch | undefined {
  const [found, setFound] = useState<FileSearch>();
  const wanted = query.trim().toLowerCase();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision means the files changed
  useEffect(() => {
    if (wanted === "") {
      setFound(undefined);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      void sandbox.glob("**/*", { limit: 100_000, includeIgnored: true }).then(
        ({ paths }) => {
          if (!current) return;
          const matching = paths.filter((path) => path.toLowerCase().includes(wanted));
          setFound({ paths: matching.slice(0, LIMIT), cut: matching.length > LIMIT });
        },
        () => {
          if (current) setFound({ paths: [], cut: false });
        },
      );
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sandbox, wanted, revision]);

  return found;
}
