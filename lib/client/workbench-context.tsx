"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import type { Workbench } from "./workbench-types";

const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export function WorkbenchProvider({ workbench, children }: { workbench: Workbench; children: ReactNode }) {
  return <WorkbenchContext.Provider value={workbench}>{children}</WorkbenchContext.Provider>;
}

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (workbench === undefined) {
    throw new ToolwrightError("no-workbench", "useWorkbench was called outside of a WorkbenchProvider");
  }
  return workbench;
}

/** Reads one fact of a store; the component renders again only when that fact changes. The selector must not build new objects. */
export function useStoreValue<State, Value>(store: StoreApi<State>, select: (state: State) => Value): Value {
  return useStore(store, select);
}
