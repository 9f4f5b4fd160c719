import "server-only";
import { createHash } from "node:crypto";

/** Who is asking. Anonymous: known by the browser's cookie alone. */
export interface Caller {
  ownerId: string;
}

export function callerOf(ownerToken: string): Caller {
  return { ownerId: `o_${createHash("sha256").update(ownerToken).digest("base64url")}` };
}

/** How the owner of a session is named in its log. */
export const OWNER_NAME = "the owner";
