import type { ErrorPlace } from "@/lib/core/call/outcome";
import { errorPlace } from "@/lib/core/errors/error-place";
import type { Tool } from "@/lib/core/tool/tool-types";

/** Where a tool was written, and which `tool()` call it comes from (a tool with options is another object of the same one). */
export interface ToolMark {
  root: Tool;
  place: ErrorPlace | undefined;
  /** The tool that this one stands for: it has the same name and calls it. */
  wraps?: Tool;
}

export interface ToolMarks {
  /** `tool` as the author's files see it: the same, and it remembers where it was called. */
  marking<F extends (config: never) => Tool>(tool: F): F;
  /** `withCache` as the author's files see it: what it makes is known to stand for the tool that it was given. */
  wrapping<F extends (tool: never, ...rest: never[]) => Tool>(wrap: F): F;
  of(tool: Tool): ToolMark | undefined;
  /** The tools whose `tool()` call stands in a file, and what wraps them, in order. */
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
    wrapping: (wrap) =>
      ((tool: Tool, ...rest: unknown[]) => {
        const made = (wrap as unknown as (...all: unknown[]) => Tool)(tool, ...rest);
        const known = marks.get(tool);
        return mark(made, { root: known?.root ?? tool, place: known?.place, wraps: tool });
      }) as unknown as typeof wrap,
    of: (tool) => marks.get(tool),
    madeIn: (file) =>
      [...marks].flatMap(([made, { root, place, wraps }]) =>
        (made === root || wraps !== undefined) && place?.file === file ? [made] : [],
      ),
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
