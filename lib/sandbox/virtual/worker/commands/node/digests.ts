import { hmac } from "@noble/hashes/hmac.js";
import { md5, ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { sha3_256, sha3_512 } from "@noble/hashes/sha3.js";

const DIGESTS = {
  md5,
  ripemd160,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  "sha3-256": sha3_256,
  "sha3-512": sha3_512,
} as const;

export const digestNames = Object.keys(DIGESTS);

function digestOf(name: string) {
  return Object.hasOwn(DIGESTS, name) ? DIGESTS[name as keyof typeof DIGESTS] : undefined;
}

export function hasDigest(name: string): boolean {
  return digestOf(name) !== undefined;
}

/** The digest of the pieces together, or with a key their HMAC. */
export function digest(name: string, pieces: readonly Uint8Array[], key: Uint8Array | undefined): Uint8Array {
  const algorithm = digestOf(name);
  if (algorithm === undefined) throw new Error(`There is no digest ${name}.`);
  const state = key === undefined ? algorithm.create() : hmac.create(algorithm, key);
  for (const piece of pieces) state.update(piece);
  return state.digest();
}
