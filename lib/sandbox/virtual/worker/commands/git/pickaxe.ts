import { PosixRegex } from "../regex/posix-regex";
import type { FileChange } from "./file-changes";
import type { GitArguments } from "./git-arguments";
import type { GitFile } from "./git-file";
import { lineHunks, textLines } from "./line-hunks";
import { isBinary } from "./render-diff";
import type { Repository } from "./repository";

export type Pickaxe = (change: FileChange) => Promise<boolean>;

/** What `-S TEXT` (how often it stands there has changed) and `-G REGEX` (a changed line matches) let through. */
export function pickaxe(repository: Repository, read: GitArguments): Pickaxe | undefined {
  const [text, pattern] = [read.value("-S"), read.value("-G")];
  if (text === undefined && pattern === undefined) return undefined;
  const regex =
    pattern === undefined
      ? undefined
      : new PosixRegex(pattern, { extended: true, escapes: "none", ignoreCase: read.has("-i") });
  const contents = async (file: GitFile | undefined) =>
    file === undefined || file.mode === "160000" ? new Uint8Array() : repository.blob(file.oid);
  return async ({ before, after }) => {
    if (before?.oid === after?.oid) return false;
    const sides = await Promise.all([contents(before), contents(after)]);
    const [old = "", now = ""] = sides.map((bytes) => new TextDecoder().decode(bytes));
    if (text !== undefined) {
      const fold = (given: string) => (read.has("-i") ? given.toLowerCase() : given);
      if (occurrences(fold(old), fold(text)) === occurrences(fold(now), fold(text))) return false;
    }
    if (regex === undefined) return true;
    if (sides.some(isBinary)) return false;
    const lines = lineHunks(textLines(old), textLines(now), 0).flatMap((hunk) => hunk.lines);
    return lines.some((line) => regex.test(line.slice(1).replace(/\n$/, "")));
  };
}

function occurrences(text: string, wanted: string): number {
  return wanted === "" ? 0 : text.split(wanted).length - 1;
}
