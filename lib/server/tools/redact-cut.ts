import "server-only";
import type { SecretDoor } from "../secrets/secret-door";

/**
 * A text that was cut off at its end, without secrets. What could be the beginning of one at the cut is taken away as well:
 * nobody sees how it went on.
 */
export function redactCut(text: string, secrets: Pick<SecretDoor, "scanner">): string {
  return secrets.scanner().push(text);
}
