import { blake2b } from "@noble/hashes/blake2.js";
import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

export interface Algorithm {
  tag: string;
  digest: (bytes: Uint8Array) => Uint8Array;
}

/** Digests by the name of their command. */
export const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  md5sum: { tag: "MD5", digest: md5 },
  sha1sum: { tag: "SHA1", digest: sha1 },
  sha224sum: { tag: "SHA224", digest: sha224 },
  sha256sum: { tag: "SHA256", digest: sha256 },
  sha384sum: { tag: "SHA384", digest: sha384 },
  sha512sum: { tag: "SHA512", digest: sha512 },
  b2sum: { tag: "BLAKE2b", digest: (bytes) => blake2b(bytes) },
};
