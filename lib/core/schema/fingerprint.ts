import { canonicalJson } from "../call/canonical-json";
import { sha256Hex } from "../call/sha256";

/** SHA-256 hex over a JSON value's canonical text: equal values, equal fingerprints, whatever their key order. */
export function fingerprint(value: unknown): Promise<string> {
  return sha256Hex(canonicalJson(value));
}
