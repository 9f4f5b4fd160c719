import { z } from "zod";
import { encodeBase64 } from "@/lib/core/call/base64";
import { tool } from "@/lib/core/tool/tool";

export const base64Encode = tool({
  name: "base64_encode",
  description: "Encode text as base64 of its UTF-8 bytes.",
  parameters: z.object({
    data: z.string().describe("The text"),
    urlSafe: z.boolean().default(false).describe("Use - and _ and no padding"),
  }),
  category: "text",
  execute({ data, urlSafe }) {
    const plain = encodeBase64(new TextEncoder().encode(data));
    const result = urlSafe ? plain.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") : plain;
    return { result, urlSafe };
  },
});
