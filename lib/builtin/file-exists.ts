import { z } from "zod";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";

export const fileExists = tool({
  name: "file_exists",
  description: "Tell whether a path exists, and what it is.",
  parameters: z.object({ path: z.string().min(1).describe("The path") }),
  category: "file",
  async execute({ path }, context) {
    try {
      const { type, size } = await sandboxOf(context, "file_exists").stat(path);
      return { exists: true, type, size, path };
    } catch (error) {
      if (SandboxError.isInstance(error) && (error.code === "not-found" || error.code === "not-directory")) {
        return { exists: false, path };
      }
      throw fileError(error, path, "Cannot look at");
    }
  },
});
