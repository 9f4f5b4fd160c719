import { GitFailure } from "./git-failure";
import { type Commit, SHORT_OID, type Signature } from "./repository";

export interface CommitLook {
  /** `medium`, `oneline`, `short`, `full`, `fuller`, `raw`, `reference`, or a format with placeholders. */
  format: string;
  dateMode: string;
  shortOids: boolean;
  /** Names of the references at each commit, as `--decorate` shows them. */
  decorations: ReadonlyMap<string, string>;
  decorate: boolean;
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
export const NAMED_FORMATS = ["oneline", "short", "medium", "full", "fuller", "reference"];

export function subjectOf(message: string): string {
  return (message.replace(/^\n+/, "").split(/\n\s*\n/)[0] ?? "").split("\n").join(" ").trim();
}

export function bodyOf(message: string): string {
  const [, ...rest] = message.replace(/^\n+/, "").split(/\n\s*\n/);
  return rest.length === 0
    ? ""
    : `${message
        .replace(/^\n+/, "")
        .replace(/^(?:.+\n)+\n+/, "")
        .trimEnd()}\n`;
}

/** A commit in the given look, without an empty line after it. */
export function formatCommit(commit: Commit, look: CommitLook): string {
  const oid = look.shortOids ? commit.oid.slice(0, SHORT_OID) : commit.oid;
  const decoration = look.decorate ? look.decorations.get(commit.oid) : undefined;
  const mark = decoration === undefined ? "" : ` (${decoration})`;
  if (look.format === "oneline") return `${oid}${mark} ${subjectOf(commit.message)}\n`;
  if (!NAMED_FORMATS.includes(look.format)) return expand(look.format, commit, look);
  if (look.format === "reference") {
    return `${commit.oid.slice(0, SHORT_OID)} (${subjectOf(commit.message)}, ${formatDate(commit.author, "short")})\n`;
  }
  const lines = [`commit ${oid}${mark}`];
  if (commit.parents.length > 1)
    lines.push(`Merge: ${commit.parents.map((parent) => parent.slice(0, SHORT_OID)).join(" ")}`);
  const who = ({ name, email }: Signature) => `${name} <${email}>`;
  if (look.format === "fuller") {
    lines.push(`Author:     ${who(commit.author)}`, `AuthorDate: ${formatDate(commit.author, look.dateMode)}`);
    lines.push(`Commit:     ${who(commit.committer)}`, `CommitDate: ${formatDate(commit.committer, look.dateMode)}`);
  } else {
    lines.push(`Author: ${who(commit.author)}`);
    if (look.format === "full") lines.push(`Commit: ${who(commit.committer)}`);
    if (look.format === "medium") lines.push(`Date:   ${formatDate(commit.author, look.dateMode)}`);
  }
  const message =
    look.format === "short"
      ? `${subjectOf(commit.message)}\n`
      : commit.message.replace(/^\n+/, "").replace(/\n*$/, "\n");
  const indented = message.replace(/^(.*)\n/gm, (_, line: string) => (line === "" ? "    \n" : `    ${line}\n`));
  return `${lines.join("\n")}\n\n${indented}`;
}

function expand(format: string, commit: Commit, look: CommitLook): string {
  return format.replace(
    /%(x[0-9a-fA-F]{2}|C\([^)]*\)|C(?:red|green|blue|reset|bold)|[acd][a-zA-Z]|G.|[+\- ]?[a-zA-Z%])/g,
    (whole: string, code: string) => {
      const prefix = /^[+\- ](?=[a-zA-Z])/.exec(code)?.[0] ?? "";
      const value = placeholder(prefix === "" ? code : code.slice(1), commit, look);
      if (value === undefined) return whole;
      return value !== "" && prefix !== "-" ? (prefix === "+" ? "\n" : prefix) + value : value;
    },
  );
}

function placeholder(code: string, commit: Commit, look: CommitLook): string | undefined {
  if (code.startsWith("x")) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  if (code.startsWith("C")) return "";
  const person = code[0] === "a" ? commit.author : code[0] === "c" && code.length === 2 ? commit.committer : undefined;
  if (person !== undefined && code.length === 2) {
    const letter = code[1] as string;
    if (letter === "n" || letter === "N") return person.name;
    if (letter === "e" || letter === "E") return person.email;
    if (letter === "l") return person.email.split("@")[0];
    const modes: Readonly<Record<string, string>> = {
      d: look.dateMode,
      t: "unix",
      i: "iso",
      I: "iso-strict",
      s: "short",
      r: "relative",
      D: "rfc",
    };
    return modes[letter] === undefined ? undefined : formatDate(person, modes[letter]);
  }
  switch (code) {
    case "H":
      return commit.oid;
    case "h":
      return commit.oid.slice(0, SHORT_OID);
    case "T":
      return commit.tree;
    case "t":
      return commit.tree.slice(0, SHORT_OID);
    case "P":
      return commit.parents.join(" ");
    case "p":
      return commit.parents.map((parent) => parent.slice(0, SHORT_OID)).join(" ");
    case "s":
      return subjectOf(commit.message);
    case "f":
      return subjectOf(commit.message)
        .replace(/[^A-Za-z0-9_.]+/g, "-")
        .replace(/^-+|[-.]+$/g, "");
    case "b":
      return bodyOf(commit.message);
    case "B":
      return commit.message.replace(/\n*$/, "\n");
    case "D":
      return look.decorations.get(commit.oid) ?? "";
    case "d": {
      const names = look.decorations.get(commit.oid);
      return names === undefined ? "" : ` (${names})`;
    }
    case "n":
      return "\n";
    case "%":
      return "%";
    case "N":
      return "";
    default:
      return undefined;
  }
}

export function formatDate({ timestamp, timezoneOffset }: Signature, mode: string): string {
  const local = new Date((timestamp - timezoneOffset * 60) * 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.abs(timezoneOffset);
  const sign = timezoneOffset > 0 ? "-" : "+";
  const zone = `${sign}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
  const day = local.toISOString().slice(0, 10);
  const time = local.toISOString().slice(11, 19);
  const month = MONTHS[local.getUTCMonth()] as string;
  const weekday = DAYS[local.getUTCDay()] as string;
  if (mode === "short") return day;
  if (mode === "unix") return String(timestamp);
  if (mode === "raw") return `${timestamp} ${zone}`;
  if (mode === "iso" || mode === "iso8601") return `${day} ${time} ${zone}`;
  if (mode.startsWith("iso-strict") || mode === "iso8601-strict") {
    return `${day}T${time}${minutes === 0 ? "+00:00" : `${zone.slice(0, 3)}:${zone.slice(3)}`}`;
  }
  if (mode === "rfc" || mode === "rfc2822")
    return `${weekday}, ${local.getUTCDate()} ${month} ${local.getUTCFullYear()} ${time} ${zone}`;
  if (mode === "relative") return relative(Math.floor(Date.now() / 1000) - timestamp);
  if (mode.startsWith("format:")) {
    const values: Readonly<Record<string, string>> = {
      Y: String(local.getUTCFullYear()),
      m: two(local.getUTCMonth() + 1),
      d: two(local.getUTCDate()),
      e: String(local.getUTCDate()).padStart(2),
      H: two(local.getUTCHours()),
      M: two(local.getUTCMinutes()),
      S: two(local.getUTCSeconds()),
      F: day,
      T: time,
      b: month,
      a: weekday,
      z: zone,
      s: String(timestamp),
      y: two(local.getUTCFullYear() % 100),
      "%": "%",
    };
    return mode.slice("format:".length).replace(/%([A-Za-z%])/g, (whole: string, letter: string) => {
      if (values[letter] === undefined)
        throw new GitFailure(`fatal: date format ${whole} is not supported in the embedded shell`);
      return values[letter];
    });
  }
  if (mode !== "default" && mode !== "local") throw new GitFailure(`fatal: unknown date format ${mode}`);
  const clock = `${weekday} ${month} ${local.getUTCDate()} ${time} ${local.getUTCFullYear()}`;
  return mode === "local" ? clock : `${clock} ${zone}`;
}

function relative(seconds: number): string {
  const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  if (seconds < 0) return "in the future";
  if (seconds < 90) return ago(seconds, "second");
  const minutes = Math.floor((seconds + 30) / 60);
  if (minutes < 90) return ago(minutes, "minute");
  const hours = Math.floor((minutes + 30) / 60);
  if (hours < 36) return ago(hours, "hour");
  const days = Math.floor((hours + 12) / 24);
  if (days < 14) return ago(days, "day");
  if (days < 70) return ago(Math.floor((days + 3) / 7), "week");
  if (days < 365) return ago(Math.floor((days + 15) / 30), "month");
  return ago(Math.floor((days + 183) / 365), "year");
}
