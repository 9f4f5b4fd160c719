import { Buffer } from "buffer";
import { ask, codedError } from "./guest-host";

type Data = string | Uint8Array;

function base64(data: Data, encoding?: BufferEncoding): string {
  const bytes = typeof data === "string" ? Buffer.from(data, encoding ?? "utf8") : Buffer.from(data);
  return bytes.toString("base64");
}

/** `createHash` and `createHmac`: the host digests what was given, with a library that is checked against test vectors. */
class Digest {
  #pieces: string[] = [];
  #isDone = false;

  constructor(
    readonly algorithm: string,
    readonly key?: string,
  ) {
    if (!ask<boolean>("hasDigest", algorithm)) {
      throw codedError("ERR_CRYPTO_INVALID_DIGEST", `Digest method not supported: ${algorithm}`);
    }
  }
  update(data: Data, encoding?: BufferEncoding): this {
    if (this.#isDone) throw codedError("ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.#pieces.push(base64(data, encoding));
    return this;
  }
  digest(encoding?: BufferEncoding): string | Buffer {
    if (this.#isDone) throw codedError("ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.#isDone = true;
    const digest = Buffer.from(ask<string>("digest", this.algorithm, this.#pieces, this.key ?? null), "base64");
    return encoding === undefined ? digest : digest.toString(encoding);
  }
}

function randomBytes(size: number, done?: (error: null, bytes: Buffer) => void): Buffer | undefined {
  const bytes = Buffer.from(ask<string>("randomBytes", size), "base64");
  if (done === undefined) return bytes;
  Promise.resolve().then(() => done(null, bytes));
  return undefined;
}

function randomInt(low: number, high?: number): number {
  const [from, to] = high === undefined ? [0, low] : [low, high];
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to <= from || to - from > 2 ** 48) {
    throw codedError("ERR_OUT_OF_RANGE", `The value of "max" is out of range. Received ${to}`, RangeError);
  }
  const span = to - from;
  const limit = 2 ** 48 - (2 ** 48 % span);
  for (;;) {
    const value = (randomBytes(6) as Buffer).readUIntBE(0, 6);
    if (value < limit) return from + (value % span);
  }
}

function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.byteLength !== other.byteLength) {
    const words = "Input buffers must have the same byte length";
    throw codedError("ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", words, RangeError);
  }
  return one.every((byte, index) => byte === other[index]);
}

interface ScryptOptions {
  N?: number;
  cost?: number;
  r?: number;
  blockSize?: number;
  p?: number;
  parallelization?: number;
}
type Derived = (error: unknown, key?: Buffer) => void;

function pbkdf2Sync(password: Data, salt: Data, iterations: number, length: number, digest: string): Buffer {
  const name = String(digest).toLowerCase();
  if (!ask<boolean>("hasDigest", name))
    throw codedError("ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${digest}`, TypeError);
  const request = { kind: "pbkdf2", digest: name, iterations, length };
  return Buffer.from(ask<string>("deriveKey", request, base64(password), base64(salt)), "base64");
}

function scryptSync(password: Data, salt: Data, length: number, options: ScryptOptions = {}): Buffer {
  const request = {
    kind: "scrypt",
    length,
    cost: options.N ?? options.cost ?? 16_384,
    blockSize: options.r ?? options.blockSize ?? 8,
    parallelization: options.p ?? options.parallelization ?? 1,
  };
  return Buffer.from(ask<string>("deriveKey", request, base64(password), base64(salt)), "base64");
}

/** The form of it whose last argument hears the answer. */
function later(work: (...given: never[]) => Buffer) {
  return (...given: unknown[]): void => {
    const done = given.pop() as Derived;
    Promise.resolve()
      .then(() => work(...(given as never[])))
      .then(
        (key) => done(null, key),
        (error: unknown) => done(error),
      );
  };
}

export const cryptoModule = {
  pbkdf2Sync,
  pbkdf2: later(pbkdf2Sync as (...given: never[]) => Buffer),
  scryptSync,
  scrypt: later(scryptSync as (...given: never[]) => Buffer),
  createHash: (algorithm: string) => new Digest(String(algorithm).toLowerCase()),
  createHmac: (algorithm: string, key: Data) => new Digest(String(algorithm).toLowerCase(), base64(key)),
  hash: (algorithm: string, data: Data, encoding: BufferEncoding = "hex") =>
    new Digest(algorithm.toLowerCase()).update(data).digest(encoding),
  getHashes: () => ask<string[]>("digests"),
  randomBytes,
  randomInt,
  randomUUID: () => ask<string>("randomUuid"),
  timingSafeEqual,
};

/** The part of the Web's `crypto` that needs no keys. */
export const webCrypto = {
  randomUUID: cryptoModule.randomUUID,
  getRandomValues<T extends ArrayBufferView>(array: T): T {
    const bytes = randomBytes(array.byteLength) as Buffer;
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes);
    return array;
  },
};
