// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { WorkbenchProvider } from "@/lib/client/workbench-context";
import type { DefinitionState, Workbench } from "@/lib/client/workbench-types";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { useSelectedTool } from "./use-selected-tool";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const tools = [
  { name: "odd", file: "tools/results.ts" },
  { name: "uuid", file: "tools/cog1.ts" },
  { name: "calculator", file: "tools/cog1.ts" },
  { name: "sleep" },
] as DescribedTool[];

/** What the hook reads of a workbench: the tools and the open file. */
function open() {
  const definition = createStore(() => ({ described: { tools }, activePath: "tools/results.ts" }) as DefinitionState);
  const workbench = {
    sessionId: "s_1",
    definition,
    openFile() {},
    openDefinition: (activePath: string) => definition.setState({ activePath }),
  } as unknown as Workbench;
  const { result } = renderHook(useSelectedTool, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <WorkbenchProvider workbench={workbench}>{children}</WorkbenchProvider>
    ),
  });
  return {
    chosen: () => result.current[0],
    select: (name: string) => act(() => result.current[1](name)),
    openFile: (path: string) => act(() => workbench.openDefinition(path)),
    openPath: () => definition.getState().activePath,
  };
}

describe("the selected tool", () => {
  it("is the one that was clicked, also when its file was not open and makes another tool first", () => {
    const { chosen, select, openPath } = open();
    expect(chosen()).toBe("odd");
    select("calculator");
    expect(chosen()).toBe("calculator");
    expect(openPath()).toBe("tools/cog1.ts");
  });

  it("is the first tool of a file that is opened, also a second time", () => {
    const { chosen, openFile } = open();
    openFile("tools/cog1.ts");
    expect(chosen()).toBe("uuid");
    openFile("tools/results.ts");
    expect(chosen()).toBe("odd");
    openFile("tools/cog1.ts");
    expect(chosen()).toBe("uuid");
  });

  it("is there again after a reload, also one that no file leads to", () => {
    open().select("sleep");
    cleanup();
    const { chosen, openFile } = open();
    expect(chosen()).toBe("sleep");
    openFile("tools/cog1.ts");
    expect(chosen()).toBe("uuid");
  });
});
