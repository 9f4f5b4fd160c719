import { z } from "zod";
import { IMAGE_LIMITS } from "@/lib/core/call/encode-result";
import { imageMediaType } from "@/lib/core/call/image-data";
import { isBinary } from "@/lib/core/sandbox/is-binary";
import { TEXT_LIMITS } from "@/lib/core/sandbox/text-limits";
import { tool } from "@/lib/core/tool/tool";
import { toolContent } from "@/lib/core/tool/tool-content";
import { fileError } from "./file-error";
import { sandboxOf } from "./sandbox-of";
import { takeLines } from "./take-lines";

export const Read = tool({
  name: "Read",
  description: `Read a file. Text comes as it is, at most ${TEXT_LIMITS.lines} lines or ${TEXT_LIMITS.bytes} bytes at once; use offset and limit for more. PNG, JPEG, GIF and WebP files come as images.`,
  parameters: z.object({
    path: z.string().min(1).describe("File to read, absolute or relative to the working directory"),
    offset: z.int().min(1).optional().describe("First line to read, counted from 1"),
    limit: z.int().min(1).optional().describe("How many lines to read"),
  }),
  category: "file",
  async execute({ path, offset, limit }, context) {
    const data = await sandboxOf(context, "Read")
      .read(path)
      .catch((error: unknown) => {
        throw fileError(error, path, "Cannot read");
      });
    if (imageMediaType(data) !== undefined) {
      if (data.byteLength <= IMAGE_LIMITS.bytes) return toolContent({ type: "image", data });
      return `${path} is an image of ${data.byteLength} bytes; images over ${IMAGE_LIMITS.bytes} bytes are not shown.`;
    }
    if (isBinary(data)) return `${path} is a binary file of ${data.byteLength} bytes; it is not shown as text.`;
    const { text, damaged } = decode(data);
    const taken = takeLines(text, { offset, limit }, path);
    return damaged ? `(not UTF-8: bytes that are no text are shown as \uFFFD)\n\n${taken}` : taken;
  },
});

function decode(data: Uint8Array): { text: string; damaged: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data), damaged: false };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(data), damaged: true };
  }
}
