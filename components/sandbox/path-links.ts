/** A piece of output that looks like a file, maybe with a line: `src/main.ts:12:3`, `"my file.txt"` only without spaces. */
export interface PathLink {
  path: string;
  line: number | undefined;
  /** Where it stands in the text. */
  start: number;
  end: number;
}

const PATH = /(?:~|\.{1,2})?(?:\/?[\p{L}\p{N}_@+%=-][\p{L}\p{N}_.@+%=-]*)+(?::\d+)?(?::\d+)?/gu;
const MOST = 40;

/** What could be files in a line of output; whether they exist is for the caller to ask. */
export function pathLinks(text: string): PathLink[] {
  const links: PathLink[] = [];
  for (const match of text.matchAll(PATH)) {
    const [, path = "", line] = /^(.*?)(?::(\d+))?(?::\d+)?$/u.exec(match[0]) ?? [];
    const trimmed = line === undefined ? path.replace(/\.+$/, "") : path;
    // A bare word is a file often enough only when it has a dot or a slash.
    if (!/[./]/.test(trimmed) || /^[\d.]+$/.test(trimmed)) continue;
    const end = match.index + (line === undefined ? trimmed.length : match[0].length);
    links.push({ path: trimmed, line: line === undefined ? undefined : Number(line), start: match.index, end });
    if (links.length === MOST) break;
  }
  return links;
}
