import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 24;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** 192 random bits and a checksum, which tells a key that was cut on its way from one that is not valid any more. */
export function createLinkKey(): string {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return secret + checksum(secret);
}

export function isWholeLinkKey(key: string): boolean {
  const secret = key.slice(0, SECRET_LENGTH);
  return key.length === SECRET_LENGTH + CHECKSUM_LENGTH && key.slice(SECRET_LENGTH) === checksum(secret);
}

export function hashLinkKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function isKeyOf(key: string, keyHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashLinkKey(key), "hex"), Buffer.from(keyHash, "hex"));
}

function checksum(secret: string): string {
  return createHash("sha256").update(`toolwright link ${secret}`).digest("base64url").slice(0, CHECKSUM_LENGTH);
}
