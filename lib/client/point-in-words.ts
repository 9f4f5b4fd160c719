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
    case "command":
      return `after ${shortened(about.typed)} at the terminal`;
    case "revert":
      return `before ${about.what} was reverted`;
    case "rollback":
      return `before the way back to ${about.to}`;
  }
}

const MOST_CHARACTERS = 60;

/** The first line of what was typed, as far as it fits into a line of a menu. */
function shortened(typed: string): string {
  const [first = "", ...more] = typed.trim().split("\n");
  const characters = Array.from(first);
  if (characters.length > MOST_CHARACTERS) return `${characters.slice(0, MOST_CHARACTERS).join("")}…`;
  return more.length > 0 ? `${first} …` : first;
}
