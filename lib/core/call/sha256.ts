import { ToolwrightError } from "../errors/toolwright-error";

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export async function sha256Hex(text: string): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new ToolwrightError(
      "insecure-context",
      "This page cannot compute digests because it is not served over https or from localhost.",
      { facts: { fix: "Open Toolwright through https, or as http://localhost." } },
    );
  }
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
