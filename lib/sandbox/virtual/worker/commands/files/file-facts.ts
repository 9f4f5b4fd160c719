import type { ToolRun } from "../tool/text-tool";

/** What `ls` and `stat` print of one file. Directories take one block, as on common disks; there is one user here. */
export interface FileFacts {
  type: "file" | "directory" | "symlink";
  mode: number;
  size: number;
  links: number;
  inode: number;
  modifiedAt: Date;
  /** Kilobytes on a disk of 4 KB blocks. */
  kilobytes: number;
  /** Of a symbolic link. */
  target: string | undefined;
}

export const OWNER = "user";
export const OWNER_ID = 1000;
export const BLOCK_BYTES = 4096;

/** Throws the file system's error. */
export async function factsOf(run: ToolRun, path: string, follow: boolean): Promise<FileFacts> {
  const { fs } = run.context;
  const stat = await (follow ? fs.stat(path) : fs.lstat(path));
  const type = stat.isSymbolicLink ? "symlink" : stat.isDirectory ? "directory" : "file";
  const size = type === "directory" ? BLOCK_BYTES : stat.size;
  return {
    type,
    mode: stat.mode & 0o7777,
    size,
    links: type === "directory" ? 2 + (await subdirectories(run, path)) : ((stat as { nlink?: number }).nlink ?? 1),
    inode: Number(stat.ino ?? 0),
    modifiedAt: stat.mtime,
    kilobytes: type === "symlink" ? 0 : Math.ceil(size / BLOCK_BYTES) * (BLOCK_BYTES / 1024),
    target: type === "symlink" ? await fs.readlink(path) : undefined,
  };
}

async function subdirectories(run: ToolRun, path: string): Promise<number> {
  const entries = (await run.context.fs.readdirWithFileTypes?.(path)) ?? [];
  return entries.filter((entry) => entry.isDirectory).length;
}

const LETTER = { file: "-", directory: "d", symlink: "l" } as const;

/** `-rw-r--r--` */
export function modeText({ type, mode }: Pick<FileFacts, "type" | "mode">): string {
  const triple = (shift: number, special: number, letter: string): string => {
    const bits = (mode >> shift) & 7;
    const executes = (bits & 1) !== 0;
    const last = (mode & special) !== 0 ? (executes ? letter : letter.toUpperCase()) : executes ? "x" : "-";
    return `${bits & 4 ? "r" : "-"}${bits & 2 ? "w" : "-"}${last}`;
  };
  return LETTER[type] + triple(6, 0o4000, "s") + triple(3, 0o2000, "s") + triple(0, 0o1000, "t");
}

/** `1.5K`: rounded up, one digit below ten, in powers of 1024. */
export function humanSize(bytes: number, base = 1024): string {
  const units = base === 1024 ? ["", "K", "M", "G", "T", "P", "E"] : ["", "k", "M", "G", "T", "P", "E"];
  let value = bytes;
  let unit = 0;
  while (value >= base && unit < units.length - 1) {
    value /= base;
    unit += 1;
  }
  if (unit === 0) return String(bytes);
  const tenths = Math.ceil(value * 10) / 10;
  if (tenths < 10) return tenths.toFixed(1) + units[unit];
  const whole = Math.ceil(value);
  return whole >= base && unit < units.length - 1 ? `1.0${units[unit + 1]}` : `${whole}${units[unit]}`;
}
