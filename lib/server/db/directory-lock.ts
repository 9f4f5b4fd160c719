import "server-only";
import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";

const LOCK_FILE = "lock.json";
const HEARTBEAT_MS = 5_000;
/** A lock of another host, whose processes cannot be seen from here, is dead after this long without a heartbeat. */
const FOREIGN_LOCK_DEAD_AFTER_MS = 30_000;
/** Longer than a rival needs between reading a stale lock and moving it away. */
const SETTLE_MS = 100;
const ATTEMPTS = 20;

const holderSchema = z.object({
  pid: z.number().int().positive(),
  /** Tells a process from a later one with the same number. */
  processStart: z.string(),
  boot: z.string(),
  host: z.string(),
  nonce: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the directory for this process alone. Two processes on one embedded database lose acknowledged rows without an
 * error, so a second one is refused with `data-directory-locked` while the first lives; the lock of a killed process is
 * taken over at once.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, LOCK_FILE);
  const self: Holder = {
    pid: process.pid,
    processStart: processStart(process.pid) ?? "",
    boot: bootId(),
    host: hostname(),
    nonce: crypto.randomUUID(),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (publish(path, self)) {
      await sleep(SETTLE_MS);
      if (readText(path) === JSON.stringify(self)) return holdLock(path, self);
      continue;
    }
    const text = readText(path);
    if (text === undefined) continue;
    if (isAlive(text, path)) throw lockedBy(text, directory);
    removeStale(path, text);
  }
  throw new ToolwrightError("data-directory-locked", `Several processes fight for the data directory ${directory}.`, {
    facts: { directory },
  });
}

/** Writes the whole file first and links it in place: a reader never sees half a lock. */
function publish(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.nonce}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead lock away. When a rival has replaced it meanwhile, the rival's lock is put back. */
function removeStale(path: string, staleText: string): void {
  const moved = `${path}.${crypto.randomUUID()}.stale`;
  try {
    renameSync(path, moved);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  try {
    if (readText(moved) !== staleText) linkSync(moved, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

function holdLock(path: string, self: Holder): DirectoryLock {
  const own = JSON.stringify(self);
  const heartbeat = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(path, now, now);
    } catch {
      // The directory may be gone already; the next process then finds no lock, which is right.
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (readText(path) === own) rmSync(path, { force: true });
    },
  };
}

function isAlive(text: string, path: string): boolean {
  const holder = parseHolder(text);
  if (holder === undefined) return false;
  if (holder.host !== hostname()) return ageOf(path) < FOREIGN_LOCK_DEAD_AFTER_MS;
  if (holder.boot !== bootId()) return false;
  return processStart(holder.pid) === holder.processStart;
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function lockedBy(text: string, directory: string): ToolwrightError {
  const holder = parseHolder(text);
  return new ToolwrightError(
    "data-directory-locked",
    `The data directory ${directory} is in use by process ${holder?.pid ?? "?"} on ${holder?.host ?? "?"}. ` +
      "Stop that server first, or set TOOLWRIGHT_DATA_DIR to another directory.",
    { facts: { directory, pid: holder?.pid, host: holder?.host } },
  );
}

/** When the process began, in whatever form the system tells it; undefined when there is no such process. */
function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold spaces; field 22 is the start, field 3 the state.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    if (process.platform === "linux") return undefined;
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, "EPERM")) return undefined;
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
