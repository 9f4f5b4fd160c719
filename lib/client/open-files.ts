import type { StoreApi } from "zustand/vanilla";
import type { WorkspaceState } from "./workbench-types";

type Opened = Pick<WorkspaceState, "openPaths" | "openPath" | "reveal">;

/** More tabs than this push out the oldest that nobody looks at. */
const MOST_OPEN = 30;

export const NO_OPEN_FILES: Opened = { openPaths: [], openPath: undefined, reveal: undefined };

export interface OpenFiles {
  /** Looks at a file of the sandbox, at a line if one is given; `undefined` looks at the definition and keeps the tabs. */
  open(path: string | undefined, line?: number): void;
  /** Closes its tab; the neighbour is looked at next. */
  close(path: string): void;
  /** What was renamed or moved, a file or everything below a folder, stays open under its new name. */
  moved(from: string, to: string): void;
}

/** The workspace files that stand open as tabs beside the definition. Paths are absolute. */
export function createOpenFiles(store: StoreApi<WorkspaceState>): OpenFiles {
  return {
    open(path, line) {
      if (path === undefined) return store.setState({ openPath: undefined, reveal: undefined });
      store.setState(({ openPaths }) => ({
        openPaths: openPaths.includes(path) ? openPaths : [...openPaths.slice(-(MOST_OPEN - 1)), path],
        openPath: path,
        reveal: line === undefined ? undefined : { path, line },
      }));
    },
    close(path) {
      store.setState(({ openPaths, openPath }) => {
        const left = openPaths.filter((open) => open !== path);
        if (openPath !== path) return { openPaths: left };
        return {
          openPaths: left,
          openPath: left[Math.min(openPaths.indexOf(path), left.length - 1)],
          reveal: undefined,
        };
      });
    },
    moved(from, to) {
      const renamed = (path: string) =>
        path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
      store.setState(({ openPaths, openPath }) => ({
        openPaths: [...new Set(openPaths.map(renamed))],
        openPath: openPath === undefined ? undefined : renamed(openPath),
        reveal: undefined,
      }));
    },
  };
}
