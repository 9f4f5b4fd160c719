import { z } from "zod";
import { decodeBase64 } from "@/lib/core/call/base64";
import { tool } from "@/lib/core/tool/tool";

export const base64Decode = tool({
  name: "base64_decode",
  description: "Decode base64, standard or URL-safe, to text.",
  parameters: z.object({
    data: z.string().describe("The base64 text"),
    urlSafe: z.boolean().default(false).describe("Kept for compatibility: both alphabets are always understood"),
  }),
  category: "text",
  execute({ data, urlSafe }) {
    const bytes = decodeBase64(data);
    if (bytes === undefined) return { error: "The data is not base64", urlSafe };
    try {
      return { result: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), urlSafe };
    } catch {
      return { error: `The data decodes to ${bytes.byteLength} bytes that are not UTF-8 text`, urlSafe };
    }
  },
});
