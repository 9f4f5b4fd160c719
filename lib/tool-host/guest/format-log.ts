import { encodeResult } from "@/lib/core/call/encode-result";
import { errorText } from "@/lib/core/errors/error-text";

const LINE_CHARACTERS = 8000;

/** One line of log from anything: texts as they are, errors by their words, the rest as JSON. Never throws. */
export function formatLog(values: readonly unknown[]): string {
  const text = values.map(formatValue).join(" ");
  return text.length <= LINE_CHARACTERS ? text : `${text.slice(0, LINE_CHARACTERS)}… (${text.length} characters)`;
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return String(value);
  if (value instanceof Error) return `${value.name}: ${errorText(value)}`;
  return encodeResult(value)
    .parts.map((part) => (part.type === "text" ? part.text : `(${part.mediaType})`))
    .join(" ");
}
