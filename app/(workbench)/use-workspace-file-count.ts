"use client";

import { useEffect, useState } from "react";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { useSandbox } from "./use-sandbox";

/** How many files the workspace holds; counted only while somebody looks. */
export function useWorkspaceFileCount(isWanted: boolean): number {
  const workbench = useWorkbench();
  const sandbox = useSandbox();
  const revision = useStoreValue(workbench.workspace, (state) => state.revision);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision means that files came or went
  useEffect(() => {
    if (!isWanted || sandbox === undefined) return;
    let isGone = false;
    sandbox.snapshot().then(
      ({ entries }) => {
        if (!isGone) setCount([...entries.values()].filter((entry) => entry.type === "file").length);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, sandbox, revision]);
  return count;
}
