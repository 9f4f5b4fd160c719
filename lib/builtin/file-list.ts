import { z } from "zod";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";

const ENTRY_LIMIT = 5000;

export interface Entry {
  name: string;
  path: string;
  type: "file" | "directory" | "symlink";
  size: number;
}

export const fileList = tool({
  name: "file_list",
  description: "List a directory, on request with everything below it.",
  parameters: z.object({
    path: z.string().min(1).default(".").describe("The directory"),
    recursive: z.boolean().default(false).describe("Also what is below it"),
    includeHidden: z.boolean().default(false).describe("Also names that begin with a dot"),
  }),
  category: "file",
  async execute({ path, recursive, includeHidden }, context) {
    const entries: Entry[] = [];
    try {
      await collect(sandboxOf(context, "file_list"), path, { recursive, includeHidden }, entries);
    } catch (error) {
      if (SandboxError.isInstance(error) && error.code === "not-found") {
        return { error: `Directory not found: ${path}`, path };
      }
      if (SandboxError.isInstance(error) && error.code === "not-directory") {
        return { error: `Not a directory: ${path}`, path };
      }
      throw fileError(error, path, "Cannot list");
    }
    const cut = entries.length > ENTRY_LIMIT;
    const shown = entries.slice(0, ENTRY_LIMIT);
    return { entries: shown, count: shown.length, path, recursive, ...(cut ? { cut } : {}) };
  },
});

/** Depth first; stops soon after the limit. A link is listed and never followed, so a dangling one does no harm. */
async function collect(
  sandbox: Sandbox,
  directory: string,
  options: { recursive: boolean; includeHidden: boolean },
  into: Entry[],
): Promise<void> {
  for (const { name, type, size } of await sandbox.list(directory)) {
    if (into.length > ENTRY_LIMIT) return;
    if (!options.includeHidden && name.startsWith(".")) continue;
    const path = directory === "." ? name : `${directory.replace(/\/+$/, "")}/${name}`;
    into.push({ name, path, type, size });
    if (options.recursive && type === "directory") await collect(sandbox, path, options, into);
  }
}
