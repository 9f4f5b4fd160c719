import { TERMINAL } from "../agent/terminal-call";
import type { JsonValue } from "../errors/json-value";

type Arguments = { [key: string]: JsonValue };

const PLACE_KEYS = ["path", "file", "filePath", "file_path", "directory", "folder", "cwd"];
const LONGEST_QUOTED = 80;

/** Built-in tools, in the words a person would use. */
const KNOWN: Readonly<Record<string, (parameters: Arguments) => string>> = {
  Read: ({ path }) => `Read ${quote(path)}`,
  Write: ({ path, content }) => `Write ${lines(content)} to ${quote(path)}`,
  Edit: ({ path, old_text, new_text }) => `Replace ${lines(old_text)} by ${lines(new_text)} in ${quote(path)}`,
  Bash: ({ command, cwd }) => `Run ${quote(command)}${cwd === undefined ? "" : ` in ${quote(cwd)}`}`,
  Glob: ({ pattern, cwd }) => `List files that match ${quote(pattern)}${cwd === undefined ? "" : ` in ${quote(cwd)}`}`,
  [TERMINAL]: ({ command }) => `Run ${quote(command)} at the terminal`,
  exec: ({ command, cwd }) => `Run ${quote(command)}${cwd === undefined ? "" : ` in ${quote(cwd)}`}`,
  file_write: ({ path, content }) => `Write ${lines(content)} to ${quote(path)}`,
  file_delete: ({ path }) => `Delete ${quote(path)}`,
  http_request: ({ method, url, body }) =>
    `Send a ${typeof method === "string" ? method : "GET"} request to ${quote(url)}${body === undefined ? "" : ` with a body of ${length(body)}`}`,
  send_email: ({ to, cc, bcc, subject }) =>
    `Send an email to ${people(to)}${copies("with copies to", cc)}${copies("with hidden copies to", bcc)}: ${quote(subject)}`,
  github_api: ({ action, owner, repo, number, title }) =>
    `${inWords(typeof action === "string" ? action : "something")}${number === undefined ? "" : ` ${quote(number)}`} of ${quote(`${owner}/${repo}`)} on GitHub${title === undefined ? "" : `: ${quote(title)}`}`,
  sql_query: ({ query, database, connectionString, readOnly }) =>
    `${readOnly === false ? "Run a statement that may change data" : "Read"} in ${quote(connectionString ?? database ?? "postgres")}: ${quote(query)}`,
  web_search: ({ query }) => `Search the web for ${quote(query)}`,
  Grep: ({ pattern, path }) => `Search for ${quote(pattern)}${path === undefined ? "" : ` in ${quote(path)}`}`,
};

/**
 * One plain sentence about what a call wants to do, such as ``Rename symbol `a` to `b` in `src/x.ts` ``. It stands above the
 * exact arguments and never replaces them: long values are shortened here, and a value the sentence has no place for is
 * still named. Hidden characters stay in; whoever draws the sentence makes them visible.
 */
export function sentenceForCall(tool: string, parameters: Arguments): string {
  const known = Object.hasOwn(KNOWN, tool) ? KNOWN[tool] : undefined;
  return known === undefined ? generic(tool, parameters) : known(parameters);
}

function generic(tool: string, parameters: Arguments): string {
  const rest = new Map(Object.entries(parameters));
  const take = (keys: readonly string[]): JsonValue | undefined => {
    const key = keys.find((candidate) => rest.has(candidate));
    if (key === undefined) return undefined;
    const value = rest.get(key);
    rest.delete(key);
    return value;
  };
  let sentence = inWords(tool);
  if (rest.has("from") && rest.has("to")) sentence += ` ${quote(take(["from"]))} to ${quote(take(["to"]))}`;
  const place = take(PLACE_KEYS);
  const named = [...rest].map(([key, value]) => `${inWords(key).toLowerCase()} ${quote(value)}`);
  if (place !== undefined) sentence += ` in ${quote(place)}`;
  return named.length === 0 ? sentence : `${sentence} with ${joined(named)}`;
}

/** `rename_symbol`, `renameSymbol` and `rename-symbol` all read "Rename symbol". */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function quote(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value) && isShortList(value)) return value.map((one) => quote(one)).join(", ");
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? value : String(value);
  if (text === "") return "an empty text";
  return text.length > LONGEST_QUOTED
    ? `\`${text.slice(0, LONGEST_QUOTED)}…\` (${text.length} characters)`
    : `\`${text}\``;
}

/** A few short texts, such as the arguments of a command, are said; what is longer is counted. */
function isShortList(values: readonly JsonValue[]): values is string[] {
  const isText = values.every((value) => typeof value === "string");
  return isText && values.length > 0 && values.length <= 8 && values.join("").length <= LONGEST_QUOTED;
}

/** Every addressee is named, however many: whom a message reaches is what is decided. */
function people(value: JsonValue | undefined): string {
  return Array.isArray(value) ? joined(value.map((one) => quote(one))) : quote(value);
}

function copies(words: string, value: JsonValue | undefined): string {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? "" : ` ${words} ${people(value)}`;
}

function length(value: JsonValue): string {
  const count = typeof value === "string" ? value.length : 0;
  return count === 1 ? "1 character" : `${count.toLocaleString("en")} characters`;
}

function lines(value: JsonValue | undefined): string {
  if (typeof value !== "string") return quote(value);
  const count = value.split("\n").length;
  return count === 1 ? quote(value) : `${count} lines`;
}

function joined(parts: string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
