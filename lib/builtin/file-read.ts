import { z } from "zod";
import { encodeBase64 } from "@/lib/core/call/base64";
import { tool } from "@/lib/core/tool/tool";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";

export const fileRead = tool({
  name: "file_read",
  description: "Read a whole file, as UTF-8 text or as base64.",
  parameters: z.object({
    path: z.string().min(1).describe("The file"),
    encoding: z.enum(["utf-8", "base64"]).default("utf-8").describe("How its bytes are given"),
  }),
  category: "file",
  async execute({ path, encoding }, context) {
    const data = await sandboxOf(context, "file_read")
      .read(path)
      .catch((error: unknown) => {
        throw fileError(error, path, "Cannot read");
      });
    if (encoding === "base64") return { content: encodeBase64(data), path, encoding, size: data.byteLength };
    try {
      const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
      return { content, path, encoding, size: data.byteLength };
    } catch {
      return { error: `${path} is not UTF-8 text; read it with encoding "base64"`, path, size: data.byteLength };
    }
  },
});
