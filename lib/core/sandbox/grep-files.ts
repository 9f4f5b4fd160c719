import type { FileSource } from "./file-source";
import { listFiles } from "./glob-files";
import { compilePathGlob, type GlobPattern, matchesGlob } from "./glob-pattern";
import { isBinary } from "./is-binary";
import { compileLinePattern, type LinePattern, mayBacktrackExponentially } from "./line-pattern";
import { baseName, relativePath, resolvePath } from "./resolve-path";
import type { GrepMatch, GrepOptions, GrepResult } from "./sandbox";
import { SandboxError } from "./sandbox-error";
import { TEXT_LIMITS } from "./text-limits";

const DEFAULT_GREP_LIMIT = 1000;
/** A longer line is searched in overlapping pieces, so that a pattern of quadratic cost stays affordable. */
const PIECE = 10_000;
const OVERLAP = 1_000;
const TIME_CHECK_LINES = 200;
const LINE_FEED = 10;
/** Characters shown before a match in the middle of a long line. */
const BEFORE_MATCH = 100;
/** A cut may fall between the halves of one character. */
const HALF_PAIRS = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

const encoder = new TextEncoder();
/** Without the mark that a file may begin with: it is no part of the first line. */
const fileDecoder = new TextDecoder();
const lineDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

export interface GrepLimits {
  /** Milliseconds for the whole search. */
  timeMs: number;
  now: () => number;
  /** Refuse patterns of possibly exponential cost, where nobody could kill the search. */
  refuseExponential: boolean;
}

/** Lines that match, file by file in path order; a directory is searched with ignore rules, a file named by `path` always. */
export async function grepFiles(
  source: FileSource,
  root: string,
  pattern: string,
  options: GrepOptions,
  limits: GrepLimits,
): Promise<GrepResult> {
  const line = compileLinePattern(pattern, options.caseSensitive ?? true);
  if (limits.refuseExponential && mayBacktrackExponentially(pattern)) {
    throw new SandboxError(
      "invalid-pattern",
      "The pattern repeats a group that itself repeats or branches, which can take exponential time; write it without the nesting.",
    );
  }
  const target = resolvePath(root, options.path ?? root);
  const files = await filesToSearch(source, root, target, options.includeIgnored ?? false);
  const fileFilter = options.glob === undefined ? undefined : compilePathGlob(options.glob);
  const limit = options.limit ?? DEFAULT_GREP_LIMIT;
  const deadline = limits.now() + limits.timeMs;
  const result: GrepResult = { matches: [], cut: false, binaryFilesSkipped: 0 };
  for (const path of files) {
    if (fileFilter !== undefined && !passes(fileFilter, options.glob as string, target, root, path)) continue;
    if (limits.now() > deadline) throw timeout(limits.timeMs);
    await searchFile(source, path, relativePath(root, path), line, limit, result, () => {
      if (limits.now() > deadline) throw timeout(limits.timeMs);
    });
    if (result.cut) break;
  }
  return result;
}

function timeout(ms: number): SandboxError {
  return new SandboxError("timeout", `The search took longer than ${ms} ms and was stopped.`);
}

async function filesToSearch(source: FileSource, root: string, target: string, all: boolean): Promise<string[]> {
  try {
    return await listFiles(source, root, target, all);
  } catch (error) {
    if (SandboxError.isInstance(error) && error.code === "not-directory") return [target];
    throw error;
  }
}

function passes(filter: GlobPattern, text: string, target: string, root: string, path: string): boolean {
  if (!text.includes("/")) return matchesGlob(filter, baseName(path));
  const below = target === path ? baseName(path) : relativePath(target, path);
  return matchesGlob(filter, below) || matchesGlob(filter, relativePath(root, path));
}

/** Takes one line that may match; false when the search has found as much as it may. */
type TakeLine = (line: string, number: number) => boolean;

async function searchFile(
  source: FileSource,
  absolutePath: string,
  path: string,
  pattern: LinePattern,
  limit: number,
  result: GrepResult,
  checkTime: () => void,
): Promise<void> {
  const data = await source.read(absolutePath);
  if (isBinary(data)) {
    result.binaryFilesSkipped += 1;
    return;
  }
  let taken = 0;
  const take: TakeLine = (line, number) => {
    taken += 1;
    if (taken % TIME_CHECK_LINES === 0 || line.length > PIECE) checkTime();
    const at = matchIndex(pattern, line, checkTime);
    if (at < 0) return true;
    result.cut = result.matches.length === limit;
    if (!result.cut) result.matches.push({ path, line: number, text: clip(line, at) } satisfies GrepMatch);
    return !result.cut;
  };
  if (pattern.places === undefined) linesOfText(fileDecoder.decode(data), pattern.anywhere, take);
  else linesOfBytes(data, pattern.places(data), take);
}

/** The lines that hold one of the places; only these are decoded. */
function linesOfBytes(data: Uint8Array, placeAfter: (from: number) => number, take: TakeLine): void {
  let number = 1;
  for (let from = 0; from < data.length; ) {
    const place = placeAfter(from);
    if (place < 0) return;
    let start = from;
    for (let at = from; at < place; at += 1) {
      if (data[at] !== LINE_FEED) continue;
      number += 1;
      start = at + 1;
    }
    const newline = data.indexOf(LINE_FEED, place);
    const end = newline < 0 ? data.length : newline;
    const line = (start === 0 ? fileDecoder : lineDecoder).decode(data.subarray(start, end));
    if (!take(line.endsWith("\r") ? line.slice(0, -1) : line, number)) return;
    number += 1;
    from = end + 1;
  }
}

/** The lines at whose place the pattern matches, or all of them where that cannot be asked at a bounded cost. */
function linesOfText(text: string, anywhere: RegExp | undefined, take: TakeLine): void {
  const jumps = anywhere !== undefined && !hasLongLine(text);
  let number = 1;
  for (let from = 0; from < text.length; ) {
    if (jumps) anywhere.lastIndex = from;
    const place = jumps ? (anywhere.exec(text)?.index ?? -1) : from;
    // After the last line feed there is no further line.
    if (place < 0 || (place >= text.length && text.endsWith("\n"))) return;
    const start = place === 0 ? 0 : text.lastIndexOf("\n", place - 1) + 1;
    for (let at = text.indexOf("\n", from); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) number += 1;
    const newline = text.indexOf("\n", place);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end > start && text[end - 1] === "\r" ? end - 1 : end);
    if (!take(line, number)) return;
    number += 1;
    from = end + 1;
  }
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start + PIECE < text.length; ) {
    const newline = text.lastIndexOf("\n", start + PIECE);
    if (newline < start) return true;
    start = newline + 1;
  }
  return false;
}

function matchIndex(pattern: LinePattern, line: string, checkTime: () => void): number {
  if (pattern.literal !== undefined) return line.indexOf(pattern.literal);
  if (line.length <= PIECE) return pattern.expression.exec(line)?.index ?? -1;
  for (let start = 0; start < line.length; start += PIECE - OVERLAP) {
    checkTime();
    const found = pattern.expression.exec(line.slice(start, start + PIECE));
    if (found !== null) return start + found.index;
  }
  return -1;
}

/** Shows the part around the match when the line is longer than a listing allows, and says how long the line is. */
function clip(line: string, matchAt: number): string {
  if (line.length <= TEXT_LIMITS.lineCharacters) return ownText(line);
  const mark = ` [clipped: the line has ${line.length} characters]`;
  const room = TEXT_LIMITS.lineCharacters - mark.length;
  const start = matchAt < room - BEFORE_MATCH ? 0 : matchAt - BEFORE_MATCH;
  const head = start === 0 ? "" : "…";
  const shown = line.slice(start, start + room - head.length - 1).replace(HALF_PAIRS, "");
  return ownText(`${head}${shown}${start + shown.length < line.length ? "…" : ""}${mark}`);
}

/** A part of a string keeps all of it in memory: here a whole file for each match, which the collector would carry around. */
function ownText(part: string): string {
  return lineDecoder.decode(encoder.encode(part));
}
