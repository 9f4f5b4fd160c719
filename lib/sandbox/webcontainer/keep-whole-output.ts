import { joinPath } from "@/lib/core/sandbox/resolve-path";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";

/** Beside the workspace, where whole results lie too (docs/decisions/0010). */
const DIRECTORY = "/results";
const PREFIX = "output-";
const MOST_KEPT = 40;

/** Writes the whole output of a command beside the workspace and gives its place; undefined when there is no room for it. */
export async function keepWholeOutput(base: Sandbox, text: string): Promise<string | undefined> {
  // Names sort by time, so that the oldest make room.
  const path = joinPath(DIRECTORY, `${PREFIX}${Date.now().toString(36)}-node.txt`);
  try {
    await base.write(path, text);
    const kept = (await base.list(DIRECTORY)).map(({ name }) => name).filter((name) => name.startsWith(PREFIX));
    for (const name of kept.slice(0, Math.max(kept.length - MOST_KEPT, 0)))
      await base.remove(joinPath(DIRECTORY, name));
    return path;
  } catch (error) {
    if (SandboxError.isInstance(error)) return undefined;
    throw error;
  }
}
