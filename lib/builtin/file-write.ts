import { z } from "zod";
import { decodeBase64 } from "@/lib/core/call/base64";
import { parentPath, resolvePath } from "@/lib/core/sandbox/resolve-path";
import { tool } from "@/lib/core/tool/tool";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";

export const fileWrite = tool({
  name: "file_write",
  description: "Create a file or replace all of an existing one.",
  parameters: z.object({
    path: z.string().min(1).describe("The file"),
    content: z.string().describe("The whole new content"),
    encoding: z.enum(["utf-8", "base64"]).default("utf-8").describe("How the content is given"),
    createDirs: z.boolean().default(true).describe("Create missing directories"),
  }),
  category: "file",
  sideEffects: ["filesystem"],
  async execute({ path, content, encoding, createDirs }, context) {
    const sandbox = sandboxOf(context, "file_write");
    const data = encoding === "base64" ? decodeBase64(content) : new TextEncoder().encode(content);
    if (data === undefined) return { error: "The content is not base64; nothing was written", path };
    if (!createDirs) {
      const directory = parentPath(resolvePath(sandbox.cwd, path));
      const parent = await sandbox.stat(directory).catch(() => undefined);
      if (parent?.type !== "directory") return { error: `Directory not found: ${directory}`, path };
    }
    await sandbox.write(path, data).catch((error: unknown) => {
      throw fileError(error, path, "Cannot write to");
    });
    return { success: true, path, size: data.byteLength };
  },
});
