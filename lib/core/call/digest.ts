import { canonicalJson } from "./canonical-json";
import { sha256Hex } from "./sha256";

/** What a decision is bound to: SHA-256 over the canonical text of call id, tool name and canonical arguments. */
export function argumentDigest(callId: string, tool: string, args: unknown): Promise<string> {
  return sha256Hex(canonicalJson([callId, tool, args]));
}
