import type { TarEntry } from "./tar-format";

const LETTER: Readonly<Record<TarEntry["type"], string>> = { file: "-", directory: "d", symlink: "l", link: "h" };

/** A member as `tar -tv` prints it; the column of owner and size widens as it goes. */
export function listLine(entry: TarEntry, widths: { current: number }, numeric: boolean): string {
  const owner = numeric || entry.owner === "" ? String(entry.ownerId) : entry.owner;
  const group = numeric || entry.group === "" ? String(entry.groupId) : entry.group;
  const size = String(entry.data.byteLength);
  const used = owner.length + group.length + size.length + 2;
  widths.current = Math.max(widths.current, used);
  const when = new Date(entry.modifiedAt * 1000).toISOString();
  const time = `${when.slice(0, 10)} ${when.slice(11, 16)}`;
  const target =
    entry.type === "symlink" ? ` -> ${entry.target}` : entry.type === "link" ? ` link to ${entry.target}` : "";
  const gap = " ".repeat(widths.current - used + 1);
  return `${LETTER[entry.type]}${permissions(entry.mode)} ${owner}/${group}${gap}${size} ${time} ${entry.name}${target}\n`;
}

function permissions(mode: number): string {
  const bits = [mode >> 6, mode >> 3, mode].map((bits) =>
    ["r", "w", "x"].map((letter, at) => ((bits >> (2 - at)) & 1 ? letter : "-")),
  );
  const special = [mode & 0o4000, mode & 0o2000, mode & 0o1000];
  return bits
    .map(([read, write, run], at) => {
      const letter = at === 2 ? "t" : "s";
      const last = special[at] ? (run === "x" ? letter : letter.toUpperCase()) : run;
      return `${read}${write}${last}`;
    })
    .join("");
}
