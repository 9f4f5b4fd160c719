import { z } from "zod";
import { IMAGE_LIMITS } from "@/lib/core/call/encode-result";
import { imageMediaType } from "@/lib/core/call/image-data";
import { imageSize } from "@/lib/core/call/image-size";
import { isBinary } from "@/lib/core/sandbox/is-binary";
import { TEXT_LIMITS } from "@/lib/core/sandbox/text-limits";
import { tool } from "@/lib/core/tool/tool";
import { toolContent } from "@/lib/core/tool/tool-content";
import { binaryKind } from "./binary-kind";
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
    const mediaType = imageMediaType(data);
    if (mediaType !== undefined) {
      refuseImage(path, data, mediaType);
      return toolContent({ type: "image", data });
    }
    const text = textOf(data);
    if (text === undefined) {
      return `${path} is a binary file (${binaryKind(data) ?? "unknown kind"}, ${data.byteLength} bytes); it is not shown as text.`;
    }
    const taken = takeLines(text.text, { offset, limit }, path);
    return text.note === undefined ? taken : `(${text.note})\n\n${taken}`;
  },
});

/** What a model could not be shown would end its request, so it is told what is the matter instead. */
function refuseImage(path: string, data: Uint8Array, mediaType: string): void {
  if (data.byteLength > IMAGE_LIMITS.bytes) {
    throw new Error(
      `${path} is an image of ${data.byteLength} bytes; images over ${IMAGE_LIMITS.bytes} bytes are not shown.`,
    );
  }
  const size = imageSize(data);
  if (size === undefined) {
    throw new Error(
      `${path} begins as an ${mediaType} file of ${data.byteLength} bytes, but it is damaged or cut off.`,
    );
  }
  if (Math.max(size.width, size.height) > IMAGE_LIMITS.side) {
    throw new Error(
      `${path} is an image of ${size.width} × ${size.height} pixels; images with a side over ${IMAGE_LIMITS.side} pixels are not shown.`,
    );
  }
}

/** The text of a file and what a reader has to know about it; `undefined` for what is no text. */
function textOf(data: Uint8Array): { text: string; note?: string } | undefined {
  const utf16 =
    data[0] === 0xff && data[1] === 0xfe ? "utf-16le" : data[0] === 0xfe && data[1] === 0xff ? "utf-16be" : "";
  if (utf16 !== "") {
    const text = decode(data, utf16);
    if (text !== undefined) return { text, note: `decoded from ${utf16.toUpperCase()}; Edit cannot change it` };
  }
  if (isBinary(data)) return undefined;
  const text = decode(data, "utf-8");
  if (text !== undefined) return { text };
  return {
    text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(data),
    note: "not UTF-8: bytes that are no text are shown as \uFFFD",
  };
}

function decode(data: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === "utf-8" }).decode(data);
  } catch {
    return undefined;
  }
}
