/** One explicit part of a result. `data` is base64, a data URL, or the bytes. */
export type ToolContentPart =
  | string
  | { type: "text"; text: string }
  | { type: "image"; data: string | Uint8Array; mediaType?: string }
  /** Never reaches a model as bytes: it is told the name, kind and size. */
  | { type: "file"; data: string | Uint8Array; mediaType: string; filename?: string };

const MARK = "toolwright/content";

/** A result whose parts the tool orders itself. */
export interface ToolContent {
  readonly kind: typeof MARK;
  readonly parts: readonly ToolContentPart[];
}

/** Returns text and media in the order given, e.g. `toolContent("Before:", { type: "image", data: png })`. */
export function toolContent(...parts: ToolContentPart[]): ToolContent {
  return { kind: MARK, parts };
}

export function isToolContent(value: unknown): value is ToolContent {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as { kind?: unknown }).kind === MARK &&
    Array.isArray((value as { parts?: unknown }).parts)
  );
}
