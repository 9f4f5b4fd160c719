import { quoted } from "../tool/quoted";
import { ToolFailure } from "../tool/tool-failure";

/** Where tabs end on a line. */
export interface TabStops {
  /** The first stop after a column; undefined behind the last of a list that does not go on. */
  after(column: number): number | undefined;
}

/** A list of `expand -t`: `4`, `2,5,9`, `1,3,/4`, `1,3,+4`. Throws `ToolFailure` in the words of the GNU tools. */
export function readTabStops(lists: readonly string[]): TabStops {
  const stops: number[] = [];
  let every: { from: "start" | "last"; size: number } | undefined;
  for (const part of lists.flatMap((list) => list.split(/[\s,]+/)).filter((one) => one !== "")) {
    const digits = /^([/+]?)(\d+)$/.exec(part);
    if (digits === null) throw new ToolFailure(`tab size contains invalid character(s): ${quoted(part)}`, 1);
    const size = Number(digits[2]);
    if (digits[1] !== "") every = { from: digits[1] === "/" ? "start" : "last", size };
    else {
      if (size === 0) throw new ToolFailure("tab size cannot be 0", 1);
      if (size <= (stops.at(-1) ?? 0)) throw new ToolFailure("tab sizes must be ascending", 1);
      stops.push(size);
    }
  }
  if (stops.length <= 1 && every === undefined) every = { from: "start", size: stops.pop() ?? 8 };
  const last = stops.at(-1) ?? 0;
  return {
    after(column) {
      const listed = stops.find((stop) => stop > column);
      if (listed !== undefined) return listed;
      if (every === undefined || every.size === 0) return undefined;
      const base = every.from === "start" ? 0 : last;
      return column - ((column - base) % every.size) + every.size;
    },
  };
}
