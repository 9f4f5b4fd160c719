import { hmac } from "@noble/hashes/hmac.js";
import { md5, ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { scrypt } from "@noble/hashes/scrypt.js";
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

export type KeyRequest =
  | { kind: "pbkdf2"; digest: string; iterations: number; length: number }
  | { kind: "scrypt"; cost: number; blockSize: number; parallelization: number; length: number };

/** A key made of a password, as slowly as is asked for. */
export function deriveKey(request: KeyRequest, password: Uint8Array, salt: Uint8Array): Uint8Array {
  if (request.kind === "scrypt") {
    const { cost, blockSize, parallelization, length } = request;
    return scrypt(password, salt, { N: cost, r: blockSize, p: parallelization, dkLen: length });
  }
  const algorithm = digestOf(request.digest);
  if (algorithm === undefined) throw new Error(`There is no digest ${request.digest}.`);
  return pbkdf2(algorithm, password, salt, { c: request.iterations, dkLen: request.length });
}
