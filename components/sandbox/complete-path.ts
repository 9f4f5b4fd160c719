import type { Sandbox } from "@/lib/core/sandbox/sandbox";

export interface Completion {
  /** What is added at the cursor. */
  insert: string;
  /** The choices, when there are several and nothing can be added. */
  choices: string[];
}

const NOTHING: Completion = { insert: "", choices: [] };

/** Completes the last word before the cursor as a path. */
export async function completePath(
  sandbox: Pick<Sandbox, "list">,
  cwd: string,
  beforeCursor: string,
): Promise<Completion> {
  const word = /\S*$/.exec(beforeCursor)?.[0] ?? "";
  const slash = word.lastIndexOf("/");
  const directory = slash < 0 ? cwd : resolve(cwd, word.slice(0, slash + 1));
  const start = word.slice(slash + 1);
  const entries = await sandbox.list(directory).catch(() => []);
  const matching = entries.filter((entry) => entry.name.startsWith(start));
  const [first] = matching;
  if (first === undefined) return NOTHING;
  if (matching.length === 1) {
    return { insert: first.name.slice(start.length) + (first.type === "directory" ? "/" : " "), choices: [] };
  }
  const shared = matching.reduce((prefix, entry) => commonPrefix(prefix, entry.name), first.name);
  if (shared.length > start.length) return { insert: shared.slice(start.length), choices: [] };
  return { insert: "", choices: matching.map((entry) => (entry.type === "directory" ? `${entry.name}/` : entry.name)) };
}

function resolve(cwd: string, path: string): string {
  if (path.startsWith("/")) return path;
  return `${cwd}/${path}`;
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
