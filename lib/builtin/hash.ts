import { z } from "zod";
import { encodeBase64 } from "@/lib/core/call/base64";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import { tool } from "@/lib/core/tool/tool";
import { md5 } from "./md5";

const PLATFORM_NAMES = { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" } as const;

export const hash = tool({
  name: "hash",
  description: "Hash a text's UTF-8 bytes.",
  parameters: z.object({
    data: z.string().describe("The text"),
    algorithm: z.enum(["md5", "sha1", "sha256", "sha512"]).default("sha256").describe("Which hash"),
    encoding: z.enum(["hex", "base64"]).default("hex").describe("How to write it"),
  }),
  category: "utility",
  async execute({ data, algorithm, encoding }) {
    const bytes = new TextEncoder().encode(data);
    const digest = algorithm === "md5" ? md5(bytes) : await platformDigest(PLATFORM_NAMES[algorithm], bytes);
    return { hash: encoding === "hex" ? hex(digest) : encodeBase64(digest), algorithm, encoding };
  },
});

async function platformDigest(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) {
    throw new ToolwrightError("insecure-context", `${name} needs a page served through https or from localhost.`);
  }
  return new Uint8Array(await subtle.digest(name, bytes));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
