import { describeThrown, errorText } from "../errors/error-text";
import type { JsonValue } from "../errors/json-value";
import { TEXT_LIMITS } from "../sandbox/text-limits";
import { isToolContent, type ToolContent, toolContent } from "../tool/tool-content";
import { decodeBase64 } from "./base64";
import { CARD_LIMIT, capJsonValue } from "./cap-json-value";
import { imageMediaType, readImage } from "./image-data";
import type { EncodedResult, ResultPart } from "./outcome";
import { toJsonValue } from "./to-json-value";
import { truncateText, wellFormed } from "./truncate-text";

/** `side`: pixels of the longer side, above which providers refuse the whole request. */
export const IMAGE_LIMITS = { bytes: 5_000_000, perResult: 8, side: 8000 } as const;

/** Explicit parts of one result, and the text that a part keeps after earlier ones used the limit up. */
const PARTS_LIMIT = 50;
const SMALLEST_PART = 400;

/** Characters that a line of a large kept result may have before its members get lines of their own. */
const LONGEST_LINE = 1000;

/** A little above the tools' own limits, so that a tool which keeps them may add a header. */
const RESULT_LIMITS = { bytes: TEXT_LIMITS.bytes + 1024, lines: TEXT_LIMITS.lines + 10 } as const;

/** Characters of a result that is kept with every member on a line of its own. */
const LONGEST_INDENTED = 2_000_000;

const IMAGE_FIELDS: ReadonlySet<string> = new Set(["image", "imageBase64"]);

/** A result as it is recorded and, when its text was cut, the whole of that text. */
export interface ResultAndWhole {
  result: EncodedResult;
  whole?: () => string;
}

/**
 * What a tool returned, as it is recorded: the parts a model reads and a value for the card. Never throws. Strings are
 * verbatim; `undefined`, `null` and `""` are empty; the rest is JSON, with images lifted out of `image` and `imageBase64`
 * fields at any depth; the bytes of an image are that image. Text over the limit keeps its head and tail.
 */
export function encodeResult(value: unknown): EncodedResult {
  return encodeWithWhole(value).result;
}

/** The same, with the whole text for whoever can keep it. */
export function encodeWithWhole(value: unknown): ResultAndWhole {
  try {
    if (value === undefined || value === null || value === "") {
      return { result: { parts: [], empty: true, truncated: false, bytes: 0 } };
    }
    if (typeof value === "string") return textResult(value);
    if (isToolContent(value)) return contentResult(value);
    if (value instanceof Uint8Array && imageMediaType(value) !== undefined) {
      return contentResult(toolContent({ type: "image", data: value }));
    }
    return jsonResult(value);
  } catch (thrown) {
    return textResult(`[unreadable result: ${errorText(thrown) || describeThrown(thrown)}]`);
  }
}

function textResult(text: string): ResultAndWhole {
  const whole = wellFormed(text);
  const kept = truncateText(whole, RESULT_LIMITS);
  return {
    result: {
      parts: [{ type: "text", text: kept.text }],
      empty: false,
      truncated: kept.truncated,
      bytes: kept.bytes,
    },
    ...(kept.truncated ? { whole: () => whole } : {}),
  };
}

function jsonResult(value: unknown): ResultAndWhole {
  const images = new ImageShelf();
  const reading = toJsonValue(value, (key, member) => (IMAGE_FIELDS.has(key) ? images.take(member) : undefined));
  const json = reading.value;
  const text = typeof json === "string" ? json : JSON.stringify(json);
  const kept = truncateText(text, RESULT_LIMITS, { incomplete: reading.tooLarge });
  const notes: ResultPart[] =
    kept.truncated && reading.tooLarge ? [{ type: "text", text: tooLargeNote(kept.bytes) }] : [];
  const card = text.length <= CARD_LIMIT ? { value: json, cut: false } : capJsonValue(json);
  return {
    result: {
      parts: [{ type: "text", text: kept.text }, ...notes, ...images.parts],
      ...(typeof json === "string" ? {} : { value: card.value }),
      empty: false,
      truncated: kept.truncated || reading.tooLarge || card.cut,
      bytes: kept.bytes,
      ...(reading.tooLarge ? { larger: true } : {}),
      ...(reading.tooDeep ? { tooDeep: true } : {}),
    },
    // What was not read to its end is not the whole of anything.
    ...(kept.truncated && !reading.tooLarge ? { whole: () => linesOfJson(json, text) } : {}),
  };
}

function tooLargeNote(bytes: number): string {
  return `[The result is more than ${bytes} bytes, too large to be read to its end or kept whole. Return a part of it, or write it to a file.]`;
}

/** In lines, so that it can be read a piece at a time. */
function linesOfJson(json: JsonValue, text: string): string {
  if (typeof json === "string") return json;
  // Indentation may make a multiple of the text; what is large goes without.
  return text.length <= LONGEST_INDENTED ? JSON.stringify(json, null, 2) : denseLines(json);
}

/** Members on lines of their own only where they would not fit on one of a reasonable length. */
function denseLines(json: JsonValue): string {
  if (json === null || typeof json !== "object") return JSON.stringify(json);
  const isList = Array.isArray(json);
  const members = isList
    ? json.map(denseLines)
    : Object.entries(json).map(([key, member]) => `${JSON.stringify(key)}:${denseLines(member)}`);
  const length = members.reduce((sum, member) => sum + member.length, 0);
  const gap = length > LONGEST_LINE ? "\n" : "";
  const inside = `${gap}${members.join(`,${gap}`)}${gap}`;
  return isList ? `[${inside}]` : `{${inside}}`;
}

function contentResult(content: ToolContent): ResultAndWhole {
  const images = new ImageShelf();
  const parts: ResultPart[] = [];
  const texts: string[] = [];
  let truncated = false;
  let bytes = 0;
  const addText = (text: string) => {
    if (text === "") return;
    const whole = wellFormed(text);
    const kept = truncateText(whole, {
      bytes: Math.max(SMALLEST_PART, TEXT_LIMITS.bytes - bytes),
      lines: TEXT_LIMITS.lines,
    });
    truncated ||= kept.truncated;
    bytes += kept.bytes;
    texts.push(whole);
    parts.push({ type: "text", text: kept.text });
  };
  for (const [index, part] of content.parts.entries()) {
    if (index >= PARTS_LIMIT) {
      truncated = true;
      parts.push({ type: "text", text: `[… ${content.parts.length - index} more parts]` });
      break;
    }
    if (typeof part === "string") addText(part);
    else if (part.type === "text") addText(String(part.text));
    else if (part.type === "file") {
      addText(
        `[${String(part.mediaType)} file${part.filename ? ` "${part.filename}"` : ""}, ${sizeOf(part.data)}, not shown here]`,
      );
    } else {
      const before = images.parts.length;
      const note = images.take(part.data);
      const image = images.parts[before];
      if (image !== undefined) parts.push(image);
      else
        addText(note ?? `[${part.mediaType ?? "unknown"} image, ${sizeOf(part.data)}, not a PNG, JPEG, GIF or WebP]`);
    }
  }
  return {
    result: { parts, empty: parts.length === 0, truncated, bytes },
    ...(truncated ? { whole: () => texts.join("\n") } : {}),
  };
}

/** Collects the images of one result within the limits. */
class ImageShelf {
  readonly parts: Extract<ResultPart, { type: "image" }>[] = [];

  /** The text that takes the image's place, or undefined when the value is no image. */
  take(value: unknown): string | undefined {
    const image = readImage(value);
    if (image === undefined) return undefined;
    if (image.bytes > IMAGE_LIMITS.bytes) {
      return `(image left out: ${image.bytes} bytes, the limit is ${IMAGE_LIMITS.bytes})`;
    }
    if (this.parts.length >= IMAGE_LIMITS.perResult) {
      return `(image left out: a result may hold ${IMAGE_LIMITS.perResult})`;
    }
    this.parts.push({ type: "image", mediaType: image.mediaType, data: image.base64 });
    return "(image attached)";
  }
}

function sizeOf(data: string | Uint8Array): string {
  const bytes =
    typeof data === "string"
      ? (decodeBase64(data.replace(/^data:[^,]*,/, ""))?.byteLength ?? data.length)
      : data.byteLength;
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}
