import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { createOpenFiles, NO_OPEN_FILES } from "./open-files";
import { rememberPlace } from "./remember-place";
import type { DefinitionState, WorkspaceState } from "./workbench-types";

function visit(stored: Map<string, string>, files: Record<string, string> = { "agent.ts": "", "tools/a.ts": "" }) {
  const definition = createStore<DefinitionState>(() => ({
    files,
    activePath: "agent.ts",
    described: undefined,
    problems: [],
    build: "idle",
  }));
  const workspace = createStore<WorkspaceState>(() => ({
    status: { phase: "ready" },
    kind: "virtual",
    revision: 0,
    storage: { kind: "opfs", bytes: 0, quota: undefined, problem: undefined },
    changes: [],
    ...NO_OPEN_FILES,
  }));
  const openDefinition = (activePath: string) => definition.setState({ activePath });
  const end = rememberPlace(
    { sessionId: "s_1", definition, workspace, openDefinition },
    { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => void stored.set(key, text) },
  );
  return { definition, workspace, openDefinition, opened: createOpenFiles(workspace), end };
}

describe("the place in a session", () => {
  it("is there again after a reload", () => {
    const stored = new Map<string, string>();
    const first = visit(stored);
    first.openDefinition("tools/a.ts");
    first.opened.open("/workspace/x.md");
    first.opened.open("/workspace/y.md");
    first.end();
    const second = visit(stored);
    expect(second.definition.getState().activePath).toBe("tools/a.ts");
    expect(second.workspace.getState()).toMatchObject({
      openPaths: ["/workspace/x.md", "/workspace/y.md"],
      openPath: "/workspace/y.md",
    });
  });

  it("begins anew when the file is gone or what is stored makes no sense", () => {
    const stored = new Map<string, string>();
    const first = visit(stored);
    first.openDefinition("tools/a.ts");
    first.end();
    expect(visit(stored, { "agent.ts": "" }).definition.getState().activePath).toBe("agent.ts");
    for (const [key] of stored) stored.set(key, "{broken");
    expect(visit(stored).workspace.getState().openPaths).toEqual([]);
  });
});
