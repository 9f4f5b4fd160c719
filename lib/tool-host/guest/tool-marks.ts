import type { ErrorPlace } from "@/lib/core/call/outcome";
import { errorPlace } from "@/lib/core/errors/error-place";
import type { Tool } from "@/lib/core/tool/tool-types";

/** Where a tool was written, and which `tool()` call it comes from (a tool with options is another object of the same one). */
export interface ToolMark {
  root: Tool;
  place: ErrorPlace | undefined;
}

export interface ToolMarks {
  /** `tool` as the author's files see it: the same, and it remembers where it was called. */
  marking<F extends (config: never) => Tool>(tool: F): F;
  of(tool: Tool): ToolMark | undefined;
  /** The tools whose `tool()` call stands in a file, in order. */
  madeIn(file: string): Tool[];
  /** Every place where a tool of this name was written so far, in order. */
  placesOf(name: string): ErrorPlace[];
}

/** Remembers the line of every `tool()` call, so that a problem found later still points at the author's line. */
export function createToolMarks(): ToolMarks {
  const marks = new Map<Tool, ToolMark>();

  function mark<T extends Tool>(made: T, known: ToolMark | undefined): T {
    const own = known ?? { root: made, place: errorPlace(new Error("place").stack) };
    marks.set(made, own);
    const withOptions = made.with.bind(made);
    made.with = (options) => mark(withOptions(options), own);
    return made;
  }

  return {
    marking: (tool) => ((config: never) => mark(tool(config), undefined)) as typeof tool,
    of: (tool) => marks.get(tool),
    madeIn: (file) =>
      [...marks].flatMap(([made, { root, place }]) => (made === root && place?.file === file ? [made] : [])),
    placesOf(name) {
      const places: ErrorPlace[] = [];
      for (const [made, { root, place }] of marks) {
        if (made === root && place && nameOf(made) === name) places.push(place);
      }
      return places;
    },
  };
}

/** A computed name throws without the options it is computed from. */
export function nameOf(tool: Tool): string | undefined {
  try {
    return tool.name;
  } catch {
    return undefined;
  }
}
