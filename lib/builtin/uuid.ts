import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";

export const uuid = tool({
  name: "uuid",
  description: "Make random UUIDs (version 4).",
  parameters: z.object({ count: z.int().min(1).max(100).default(1).describe("How many") }),
  category: "utility",
  execute({ count }) {
    const uuids = Array.from({ length: count }, randomUuid);
    return count === 1 ? { uuid: uuids[0] } : { uuids, count };
  },
});

/** Not `crypto.randomUUID`, which is missing where a page is served without https. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
