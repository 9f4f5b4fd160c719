import type { HistoryPoint } from "./workspace-history";

/** What a state of the files is known by, so that "compared with …" and "back to …" read on from it. */
export function pointInWords({ about }: Pick<HistoryPoint, "about">): string {
  switch (about.kind) {
    case "start":
      return "the start of the session";
    case "run":
      return "before a run of the agent";
    case "step":
      return `before step ${about.step} of the run`;
    case "call":
      return `before ${about.tool} was called by hand`;
    case "edit":
      return "after a change outside of a run";
    case "revert":
      return `before ${about.what} was reverted`;
    case "rollback":
      return `before the way back to ${about.to}`;
  }
}
