import "server-only";
import type { SecretDoor } from "../secrets/secret-door";
import { redactCut } from "./redact-cut";

/** Bytes that are no text, without the secrets that can be read in them; `isCut` when more of them followed. */
export function redactBytes(bytes: Uint8Array, secrets: SecretDoor, isCut: boolean): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const redacted = isCut ? redactCut(text, secrets) : secrets.redact(text);
  return redacted === text ? bytes : new Uint8Array(Buffer.from(redacted, "latin1"));
}
