import { truncateText, utf8Length } from "@/lib/core/call/truncate-text";
import { TEXT_LIMITS } from "@/lib/core/sandbox/text-limits";

/**
 * A part of a text by lines. The whole text, when it was asked for and fits, comes exactly as it is. Otherwise a header says
 * which lines follow, as they were kept and not as they were asked for, and where to go on. A line that is too long for the
 * limit by itself keeps its head and tail.
 */
export function takeLines(text: string, range: { offset?: number; limit?: number }, path: string): string {
  const lines = text.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  const first = (range.offset ?? 1) - 1;
  if (first >= lines.length) {
    throw new Error(`offset ${first + 1} is past the end of ${path}, which has ${lines.length} lines`);
  }
  const wantedEnd = range.limit === undefined ? lines.length : Math.min(lines.length, first + range.limit);
  const { kept, clipped } = fitting(lines, first, wantedEnd);
  const end = first + kept.length;
  if (first === 0 && end === lines.length && !clipped) return text;
  const place = `lines ${first + 1}-${end} of ${lines.length}`;
  if (end === wantedEnd && !clipped) return `(${place})\n\n${kept.join("\n")}`;
  const goOn = end < lines.length ? `; continue with offset ${end + 1}` : "";
  return `(showing ${place}, output truncated${goOn})\n\n${kept.join("\n")}`;
}

function fitting(lines: string[], start: number, end: number): { kept: string[]; clipped: boolean } {
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(start, Math.min(end, start + TEXT_LIMITS.lines))) {
    bytes += utf8Length(line) + 1;
    if (bytes > TEXT_LIMITS.bytes) break;
    kept.push(line);
  }
  const [tooLong] = lines.slice(start, end);
  if (kept.length > 0 || tooLong === undefined) return { kept, clipped: false };
  return { kept: [truncateText(tooLong).text.replaceAll("\n", " ")], clipped: true };
}
