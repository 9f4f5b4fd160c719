import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { openWord, quoteRest } from "./shell-words";

export interface Completion {
  /** What is added at the cursor. */
  insert: string;
  /** The choices, when there are several and nothing can be added. */
  choices: string[];
}

export interface CompletionPlace {
  cwd: string;
  /** What `~` stands for. */
  home: string;
  /** Names that are commands beside the files of `/bin`. */
  commands: readonly string[];
}

const NOTHING: Completion = { insert: "", choices: [] };
const BUILT_IN =
  "alias bg break cd continue declare echo eval exec exit export false fg getopts hash help history jobs kill let local mapfile popd printf pushd pwd read readonly return set shift shopt source test times trap true type typeset ulimit umask unset wait".split(
    " ",
  );
const ONLY_DIRECTORIES = /^(?:cd|pushd|rmdir)$/;

interface Candidate {
  name: string;
  /** What follows the name once it is the only one. */
  after: "/" | " ";
}

/** Completes the last word before the cursor: a command's name where one stands, a path elsewhere. */
export async function completePath(
  sandbox: Pick<Sandbox, "list">,
  place: CompletionPlace,
  beforeCursor: string,
): Promise<Completion> {
  const word = openWord(beforeCursor);
  if (word.isCommand && word.text === "") return NOTHING;
  const isName = word.isCommand && !word.text.includes("/");
  const slash = word.text.lastIndexOf("/");
  const start = isName ? word.text : word.text.slice(slash + 1);
  const all = isName
    ? await commandNames(sandbox, place.commands)
    : await pathsIn(sandbox, directoryOf(place, word.text.slice(0, slash + 1)), ONLY_DIRECTORIES.test(word.command));
  // Names that begin with a dot are offered to who types the dot.
  const matching = all.filter(({ name }) => name.startsWith(start) && (start !== "" || !name.startsWith(".")));
  const [first] = matching;
  if (first === undefined) return NOTHING;
  if (matching.length === 1) {
    const rest = quoteRest(first.name.slice(start.length), word.quote);
    return { insert: first.after === "/" ? `${rest}/` : `${rest}${word.quote} `, choices: [] };
  }
  const shared = matching.reduce((prefix, { name }) => commonPrefix(prefix, name), first.name);
  if (shared.length > start.length) {
    return { insert: quoteRest(shared.slice(start.length), word.quote), choices: [] };
  }
  return { insert: "", choices: matching.map(({ name, after }) => (after === "/" ? `${name}/` : name)) };
}

async function commandNames(sandbox: Pick<Sandbox, "list">, more: readonly string[]): Promise<Candidate[]> {
  const entries = await sandbox.list("/bin").catch(() => []);
  const names = new Set([...entries.map(({ name }) => name), ...BUILT_IN, ...more]);
  return [...names].sort().map((name) => ({ name, after: " " }));
}

async function pathsIn(
  sandbox: Pick<Sandbox, "list">,
  directory: string,
  onlyDirectories: boolean,
): Promise<Candidate[]> {
  const entries = await sandbox.list(directory).catch(() => []);
  return (
    entries
      // No backslash can stand for a line break: half of such a name would be the name of something else.
      .filter(({ name, type }) => (!onlyDirectories || type !== "file") && !name.includes("\n"))
      .map(({ name, type }) => ({ name, after: type === "directory" ? "/" : " " }))
  );
}

function directoryOf({ cwd, home }: CompletionPlace, typed: string): string {
  if (typed.startsWith("/")) return typed;
  if (typed.startsWith("~/")) return home + typed.slice(1);
  return `${cwd}/${typed}`;
}

/** Never cuts a character in two. */
function commonPrefix(a: string, b: string): string {
  const left = [...a];
  const right = [...b];
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return left.slice(0, length).join("");
}
