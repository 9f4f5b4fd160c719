"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";

/** The tool that is called by hand: what was chosen last, in the list of tools or by opening a tool's file. */
export function useSelectedTool(): [name: string | undefined, select: (name: string) => void] {
  const workbench = useWorkbench();
  const tools = useStoreValue(workbench.definition, (state) => state.described?.tools);
  const activePath = useStoreValue(workbench.definition, (state) => state.activePath);
  const [chosen, setChosen] = useState(() => readChoice(workbench.sessionId));
  const isRestored = useRef(chosen !== undefined);
  const ofFile = tools?.find((tool) => tool.file === activePath)?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a tool's file chooses its tool, also a second time
  useEffect(() => {
    if (ofFile === undefined) return;
    // A file may make several tools: one of them that was just chosen is why the file was opened.
    // So is a built-in one that was chosen before a reload, which no file leads to.
    const kept = isRestored.current;
    isRestored.current = false;
    setChosen((last) =>
      tools?.some((tool) => tool.name === last && (tool.file === activePath || (kept && tool.file === undefined)))
        ? last
        : ofFile,
    );
  }, [ofFile, activePath]);
  useEffect(() => {
    if (chosen !== undefined) writeChoice(workbench.sessionId, chosen);
  }, [workbench.sessionId, chosen]);
  const known =
    tools?.find((tool) => tool.name === chosen) ?? tools?.find((tool) => tool.file !== undefined) ?? tools?.[0];
  const select = useCallback(
    (name: string) => {
      setChosen(name);
      const { described } = workbench.definition.getState();
      const file = described?.tools.find((tool) => tool.name === name)?.file;
      if (file === undefined) return;
      workbench.openFile(undefined);
      workbench.openDefinition(file);
    },
    [workbench],
  );
  return [known?.name, select];
}

/** The tool that was chosen last in this session, in this browser. */
function readChoice(sessionId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(sessionId)) ?? undefined;
  } catch {
    return undefined;
  }
}

function writeChoice(sessionId: string, tool: string): void {
  try {
    localStorage.setItem(keyOf(sessionId), tool);
  } catch {
    // A full or forbidden store costs the choice after a reload, nothing else.
  }
}

function keyOf(sessionId: string): string {
  return `toolwright:tool:${sessionId}`;
}
