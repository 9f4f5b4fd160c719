"use client";

import { useCallback, useEffect, useState } from "react";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";

/** The tool that is called by hand: what was chosen last, in the list of tools or by opening a tool's file. */
export function useSelectedTool(): [name: string | undefined, select: (name: string) => void] {
  const workbench = useWorkbench();
  const tools = useStoreValue(workbench.definition, (state) => state.described?.tools);
  const activePath = useStoreValue(workbench.definition, (state) => state.activePath);
  const [chosen, setChosen] = useState<string>();
  const ofFile = tools?.find((tool) => tool.file === activePath)?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a tool's file chooses its tool, also a second time
  useEffect(() => {
    if (ofFile === undefined) return;
    // A file may make several tools: one of them that was just chosen is why the file was opened.
    setChosen((last) => (tools?.some((tool) => tool.name === last && tool.file === activePath) ? last : ofFile));
  }, [ofFile, activePath]);
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
