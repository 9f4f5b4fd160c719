import { joinPath } from "./resolve-path";
import type { Sandbox } from "./sandbox";
import { SandboxError } from "./sandbox-error";

/**
 * Beside the workspace, not in it: Read and the shell reach it by its absolute path, and no listing, diff or archive of the
 * workspace shows it.
 */
const DIRECTORY = "/results";
const ENDING = ".txt";
const MOST_KEPT = 40;
const MOST_BYTES = 128 * 1024 * 1024;

/** What the keeper needs of a sandbox: its files, written with the host's right. */
export type KeptFiles = Pick<Sandbox, "list" | "stat" | "write" | "remove">;

/**
 * The one place for whole texts of which only a part was shown, results of tools and outputs of commands alike: writes the
 * text under a name of its own where it can be read in parts, and gives that place. The oldest texts make room, by number, by
 * size, and where the disk is full. `undefined` when the text cannot be kept. Never rejects.
 */
export async function keepWholeText(files: KeptFiles, name: string, text: string): Promise<string | undefined> {
  const path = joinPath(DIRECTORY, `${name.replace(/[^A-Za-z0-9_-]/g, "_")}${ENDING}`);
  // Before it is encoded: a text has at least as many bytes.
  if (text.length > MOST_BYTES) return undefined;
  const data = new TextEncoder().encode(text);
  try {
    const kept = (await oldestFirst(files)).filter((file) => file.path !== path);
    let bytes = kept.reduce((sum, file) => sum + file.size, data.byteLength);
    const makeRoom = async (): Promise<boolean> => {
      const oldest = kept.shift();
      if (oldest === undefined) return false;
      await files.remove(oldest.path);
      bytes -= oldest.size;
      return true;
    };
    while (kept.length >= MOST_KEPT || bytes > MOST_BYTES) if (!(await makeRoom())) return undefined;
    for (;;) {
      const isWritten = await files.write(path, data).then(() => true, unlessFull);
      if (isWritten) return path;
      if (!(await makeRoom())) return undefined;
    }
  } catch {
    return undefined;
  }
}

interface Kept {
  path: string;
  size: number;
  modifiedAt: number;
}

/** Only what the keeper itself may have written: anything else that lies there is somebody's. */
async function oldestFirst(files: KeptFiles): Promise<Kept[]> {
  const entries = await files.list(DIRECTORY).catch(unlessMissing);
  const texts = entries.filter(({ name, type }) => type === "file" && name.endsWith(ENDING));
  const kept = await Promise.all(
    texts.map(async ({ name, size }) => {
      const path = joinPath(DIRECTORY, name);
      return { path, size, modifiedAt: (await files.stat(path)).modifiedAt };
    }),
  );
  return kept.sort((one, other) => one.modifiedAt - other.modifiedAt);
}

function unlessFull(error: unknown): false {
  if (SandboxError.isInstance(error) && error.code === "quota") return false;
  throw error;
}

function unlessMissing(error: unknown): never[] {
  if (SandboxError.isInstance(error) && error.code === "not-found") return [];
  throw error;
}
