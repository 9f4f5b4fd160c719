import type { Sandbox } from "../sandbox/sandbox";

/**
 * Beside the workspace, not in it: Read and the shell reach it by its absolute path, and no listing, diff or archive of the
 * workspace shows it.
 */
const DIRECTORY = "/results";
const MOST_KEPT = 40;
/** Characters of the largest text that is kept. */
export const LARGEST_KEPT = 8_000_000;

/**
 * Writes the whole text of a cut result where the agent can read it in parts, and gives that place; the oldest ones make
 * room. `undefined` when it cannot be kept. Never rejects.
 */
export async function keepWholeResult(sandbox: Sandbox, name: string, text: string): Promise<string | undefined> {
  if (text.length > LARGEST_KEPT) return undefined;
  const path = `${DIRECTORY}/${name.replace(/[^A-Za-z0-9_-]/g, "_")}.txt`;
  try {
    await sandbox.write(path, text);
    await removeOldest(sandbox);
    return path;
  } catch {
    return undefined;
  }
}

async function removeOldest(sandbox: Sandbox): Promise<void> {
  const entries = await sandbox.list(DIRECTORY);
  if (entries.length <= MOST_KEPT) return;
  const kept = await Promise.all(
    entries.map(async ({ name }) => {
      const path = `${DIRECTORY}/${name}`;
      return { path, modifiedAt: (await sandbox.stat(path)).modifiedAt };
    }),
  );
  kept.sort((one, other) => one.modifiedAt - other.modifiedAt);
  await Promise.all(kept.slice(0, kept.length - MOST_KEPT).map(({ path }) => sandbox.remove(path)));
}
