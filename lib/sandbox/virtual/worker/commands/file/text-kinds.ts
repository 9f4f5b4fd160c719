import type { FileKind } from "./binary-kinds";

export interface TextForm {
  /** As `file` names it, such as `ASCII text`; nothing for what is no text. */
  words: string;
  charset: string;
  text: string;
}

const LONG_LINE = 300;
const BOM_BYTES = 3;

/** How a text is written down, or undefined when it is none. */
export function textForm(bytes: Uint8Array): TextForm | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return wide(bytes, "little");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return wide(bytes, "big");
  let isAscii = true;
  let isLatin1 = true;
  for (const byte of bytes) {
    if (byte < 0x20 ? !((byte >= 7 && byte <= 13) || byte === 27) : byte === 0x7f) return undefined;
    isAscii &&= byte < 0x80;
    isLatin1 &&= byte < 0x80 || byte >= 0xa0 || byte === 0x85;
  }
  if (isAscii) return { words: "ASCII text", charset: "us-ascii", text: new TextDecoder().decode(bytes) };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && bytes.length > BOM_BYTES;
    return { words: `Unicode text, UTF-8 ${hasBom ? "(with BOM) " : ""}text`, charset: "utf-8", text };
  } catch {
    const text = String.fromCharCode(...bytes.subarray(0, 4096));
    return isLatin1
      ? { words: "ISO-8859 text", charset: "iso-8859-1", text }
      : { words: "Non-ISO extended-ASCII text", charset: "unknown-8bit", text };
  }
}

function wide(bytes: Uint8Array, end: "little" | "big"): TextForm {
  const short = end === "little" ? "le" : "be";
  const text = new TextDecoder(`utf-16${short}`).decode(bytes);
  return { words: `Unicode text, UTF-16, ${end}-endian text`, charset: `utf-16${short}`, text };
}

/** What `file` adds about the lines of a text. */
export function lineWords({ text }: TextForm): string {
  const added: string[] = [];
  const longest = Math.max(...text.split(/\r\n|[\r\n\x85]/).map((line) => line.length));
  if (longest > LONG_LINE) added.push(`with very long lines (${longest})`);
  const ends: string[] = [];
  if (/\r\n/.test(text)) ends.push("CRLF");
  if (/\r(?!\n)/.test(text)) ends.push("CR");
  if (/(^|[^\r])\n/.test(text)) ends.push("LF");
  if (text.includes("\x85")) ends.push("NEL");
  if (ends.length === 0) added.push("with no line terminators");
  else if (ends.length > 1 || ends[0] !== "LF") added.push(`with ${ends.join(", ")} line terminators`);
  if (text.includes("\x1b")) added.push("with escape sequences");
  if (text.includes("\b")) added.push("with overstriking");
  return added.map((words) => `, ${words}`).join("");
}

const SHELLS: Readonly<Record<string, string>> = {
  bash: "Bourne-Again shell script",
  sh: "POSIX shell script",
  ksh: "Korn shell script",
  zsh: "Paul Falstad's zsh script",
  tcsh: "Tenex C shell script",
  csh: "C shell script",
};

/** What stands between the words of a kind and its media type is the form of the text; some have none. */
interface TextKind extends FileKind {
  /** After the form of the text. */
  ending?: " executable";
  hidesForm?: true;
}

function scriptKind(text: string): TextKind | undefined {
  const [, line = ""] = /^#!\s*(\S[^\n]*)/.exec(text) ?? [];
  if (line === "") return undefined;
  const command = line.trim().replace(/^\/usr\/bin\/env\s+/, "");
  const isEnv = command !== line.trim();
  const name = (command.split(/\s/)[0] ?? "").split("/").at(-1) ?? "";
  const isPath = command.startsWith("/");
  const shell = SHELLS[name];
  const isKnownPlace = isEnv || /^\/(usr\/(local\/)?)?bin\//.test(command);
  if (isKnownPlace && shell !== undefined) return { words: shell, mime: "text/x-shellscript", ending: " executable" };
  if (/^python[\d.]*$/.test(name))
    return { words: "Python script", mime: "text/x-script.python", ending: " executable" };
  if (name === "node") return { words: "Node.js script executable", mime: "application/javascript" };
  if (name === "perl") return { words: "Perl script text executable", mime: "text/x-perl", hidesForm: true };
  if (name === "ruby") return { words: "Ruby script", mime: "text/x-ruby", ending: " executable" };
  if (name === "php") return { words: "PHP script", mime: "text/x-php", ending: " executable" };
  if (isPath && (name === "awk" || name === "gawk")) {
    return { words: `${name === "gawk" ? "GNU awk" : "awk"} script`, mime: "text/x-awk", ending: " executable" };
  }
  return { words: `a ${command} script`, mime: "text/plain", ending: " executable" };
}

const LANGUAGES: readonly (readonly [pattern: RegExp, kind: TextKind])[] = [
  [/^(diff --git .*\n|Index: .*\n)*--- .*\n\+\+\+ .*\n@@/, { words: "unified diff output", mime: "text/x-diff" }],
  [/^diff /, { words: "diff output", mime: "text/x-diff" }],
  [/^\*\*\* .*\n--- /, { words: "context diff output", mime: "text/x-diff" }],
  [/^<\?php/, { words: "PHP script", mime: "text/x-php" }],
  [/^-----BEGIN RSA PRIVATE KEY-----/, { words: "PEM RSA private key", mime: "text/plain", hidesForm: true }],
  [/^-----BEGIN PRIVATE KEY-----/, { words: "OpenSSH private key (no password)", mime: "text/plain", hidesForm: true }],
  [/^-----BEGIN CERTIFICATE-----/, { words: "PEM certificate", mime: "text/plain", hidesForm: true }],
  [/^(def \w+\(.*\)|class \w+(\(.*\))?):|^from [\w.]+ import |^"""|^'''|^if __name__ == |^try:\n/m, python()],
  [
    /^(import .+ from |export (default|const|function|class|async|let) ?|"use strict"|'use strict')|\bmodule\.exports\b|^(const|let|var) .*= ?require\(/m,
    { words: "JavaScript source", mime: "application/javascript" },
  ],
  [/^(package|import) [\w."]+;/m, { words: "Java source", mime: "text/x-java" }],
  [/^class \w+.*\{|^(template|namespace|using namespace)\b/m, { words: "C++ source", mime: "text/x-c++" }],
  [
    /^#include|^(int|char|struct|union|extern)\b.*[{;]|^#pragma|^package main/m,
    { words: "C source", mime: "text/x-c" },
  ],
  [/^\.?[\w%.]+:[^=\n]*\n\t/m, { words: "makefile script", mime: "text/x-makefile" }],
];

function python(): TextKind {
  return { words: "Python script", mime: "text/x-script.python", ending: " executable" };
}

function markupKind(text: string): TextKind | undefined {
  const start = text.slice(0, 4096);
  if (/<svg[\s>]/.test(start) && /^\s*(<\?xml|<svg|<!DOCTYPE svg|<!--)/i.test(start)) {
    return { words: "SVG Scalable Vector Graphics image", mime: "image/svg+xml", hidesForm: true };
  }
  const [, version] = /^<\?xml version=["']([\d.]+)["']/.exec(start) ?? [];
  if (version !== undefined) return { words: `XML ${version} document`, mime: "text/xml" };
  if (/^\s*<(!doctype html|html|head|title|!--)/i.test(start)) return { words: "HTML document", mime: "text/html" };
  return undefined;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Lines that are JSON each, two at least. */
function isJsonLines(text: string): boolean {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.length > 1 && lines.every(isJson);
}

/** Lines of as many fields each, three at least. */
function isCsv(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  if (lines.length < 3) return false;
  const fields = lines.slice(0, 10).map((line) => line.replace(/"(?:[^"]|"")*"/g, "").split(",").length);
  return (fields[0] ?? 0) > 1 && fields.every((count) => count === fields[0]);
}

/** What a text is about. */
export function textKind(form: TextForm): FileKind {
  const { text, words } = form;
  const known = kindOf(text);
  const lines = lineWords(form);
  if (known === undefined) return { words: words + lines, mime: "text/plain" };
  if (known.hidesForm) return known;
  return { words: `${known.words}, ${words}${known.ending ?? ""}${lines}`, mime: known.mime };
}

function kindOf(text: string): TextKind | undefined {
  const script = scriptKind(text) ?? markupKind(text);
  if (script !== undefined) return script;
  if (isJson(text)) return { words: "JSON text data", mime: "application/json", hidesForm: true };
  if (isJsonLines(text))
    return { words: "New Line Delimited JSON text data", mime: "application/x-ndjson", hidesForm: true };
  const language = LANGUAGES.find(([pattern]) => pattern.test(text))?.[1];
  if (language !== undefined) return language;
  return isCsv(text) ? { words: "CSV text", mime: "text/csv", hidesForm: true } : undefined;
}
