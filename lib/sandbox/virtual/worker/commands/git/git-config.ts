export interface ConfigEntry {
  /** `section.name` or `section.subsection.name`, with the section and the name in lower case. */
  key: string;
  value: string;
}

/** The entries of a configuration file, in order. */
export function parseConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = "";
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) {
      const [, name = "", subsection] = header;
      section = name.toLowerCase() + (subsection === undefined ? "" : `.${subsection.replace(/\\(.)/g, "$1")}`);
      continue;
    }
    const [name = "", ...rest] = line.split("=");
    entries.push({
      key: `${section}.${name.trim().toLowerCase()}`,
      value: rest.length === 0 ? "true" : unquote(rest.join("=")),
    });
  }
  return entries;
}

function unquote(text: string): string {
  let value = "";
  let quoted = false;
  const given = text.trim();
  for (let at = 0; at < given.length; at += 1) {
    const letter = given[at] as string;
    if (letter === '"') quoted = !quoted;
    else if (letter === "\\") {
      at += 1;
      const next = given[at] ?? "";
      value += next === "n" ? "\n" : next === "t" ? "\t" : next;
    } else if (!quoted && (letter === "#" || letter === ";")) return value.trimEnd();
    else value += letter;
  }
  return quoted ? value : value.trimEnd();
}

export function normalKey(key: string): string {
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  return key.slice(0, first).toLowerCase() + key.slice(first, last + 1) + key.slice(last + 1).toLowerCase();
}

function sectionOf(key: string): string {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  const section = key.slice(0, first);
  return first === last ? `[${section}]` : `[${section} "${key.slice(first + 1, last).replace(/["\\]/g, "\\$&")}"]`;
}

/** The text with `key` set (in place of its last value), added, or, without a value, removed. */
export function withConfig(text: string, key: string, value: string | undefined, add = false): string {
  const wanted = normalKey(key);
  const name = key.slice(key.lastIndexOf(".") + 1);
  const quoted =
    value !== undefined && (/[#;"\\\n]|^\s|\s$/.test(value) || value === "")
      ? `"${value.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`
      : value;
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  let header = "";
  let found = -1;
  let sectionEnd = -1;
  for (const [index, line] of lines.entries()) {
    if (/^\s*\[/.test(line)) header = line;
    if (header === "") continue;
    const inside = parseConfig(`${header}\n${/^\s*\[/.test(line) ? "x=1" : line}`)[0]?.key;
    if (inside === wanted) found = index;
    if (inside !== undefined && inside.slice(0, inside.lastIndexOf(".")) === wanted.slice(0, wanted.lastIndexOf(".")))
      sectionEnd = index;
  }
  if (quoted === undefined) {
    if (found >= 0) lines.splice(found, 1);
    const at = found - 1;
    const emptied =
      found > 0 && /^\s*\[/.test(lines[at] ?? "") && (lines[found] === undefined || /^\s*\[/.test(lines[found] ?? ""));
    if (emptied) lines.splice(at, 1);
  } else if (found >= 0 && !add) lines[found] = `\t${name} = ${quoted}`;
  else if (sectionEnd >= 0) lines.splice(sectionEnd + 1, 0, `\t${name} = ${quoted}`);
  else lines.push(sectionOf(key), `\t${name} = ${quoted}`);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
