import { createStore } from "zustand/vanilla";
import type { ChangesDesk, ChangesState } from "@/lib/client/changes-desk";
import { fail } from "@/lib/core/errors/result";
import type { FileChange } from "@/lib/core/sandbox/sandbox";

const refuse = async () => fail("read-only", "The gallery decides about no files.");

/** The decisions about changed files as a view is given them, with a state to compare with and no file behind it. */
export function sampleDesk(shown: FileChange[], before: (path: string) => Uint8Array | undefined): ChangesDesk {
  return {
    store: createStore<ChangesState>(() => ({
      since: undefined,
      shown,
      folded: [{ folder: ".git", changes: [{ path: "/workspace/.git/HEAD", kind: "created" }] }],
      undo: undefined,
      points: [
        { id: 1, at: 1_750_000_000_000, about: { kind: "start" }, files: 0 },
        { id: 2, at: 1_750_000_060_000, about: { kind: "run", runId: "r_1" }, files: 0 },
        { id: 3, at: 1_750_000_065_000, about: { kind: "step", runId: "r_1", step: 2 }, files: 2 },
      ],
      dropped: 0,
      problem: undefined,
    })),
    before: async (path) => before(path),
    compareWith() {
      // There is one state to look at here.
    },
    acceptAll: refuse,
    acceptFile: refuse,
    acceptHunk: refuse,
    revertFile: refuse,
    revertHunk: refuse,
    revertAll: refuse,
    rollbackChanges: refuse,
    rollBack: refuse,
    undoRollBack: refuse,
  };
}
