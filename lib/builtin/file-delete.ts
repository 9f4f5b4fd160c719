import { z } from "zod";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";

/** Asks a person: what it takes away may be more than the agent has read. */
export const fileDelete = tool({
  name: "file_delete",
  description: "Delete a file, a link or a directory.",
  parameters: z.object({
    path: z.string().min(1).describe("What to delete"),
    recursive: z.boolean().default(false).describe("Also a directory that is not empty, with everything below it"),
  }),
  category: "file",
  sideEffects: ["filesystem"],
  requiresApproval: true,
  async execute({ path, recursive }, context) {
    const sandbox = sandboxOf(context, "file_delete");
    try {
      const type = await typeOf(path, (candidate) => sandbox.stat(candidate));
      await sandbox.remove(path, { recursive });
      return { success: true, path, type };
    } catch (error) {
      if (SandboxError.isInstance(error) && error.code === "not-found") {
        return { error: `Path not found: ${path}`, path };
      }
      if (SandboxError.isInstance(error) && error.code === "not-empty") {
        return { error: `Directory not empty. Use recursive=true to delete: ${path}`, path };
      }
      throw fileError(error, path, "Cannot delete");
    }
  },
});

/** A link that leads nowhere has no status of its own and can still be deleted. */
async function typeOf(path: string, stat: (path: string) => Promise<{ type: string }>): Promise<string> {
  try {
    return (await stat(path)).type;
  } catch (error) {
    if (SandboxError.isInstance(error) && error.code === "not-found") return "symlink";
    throw error;
  }
}
