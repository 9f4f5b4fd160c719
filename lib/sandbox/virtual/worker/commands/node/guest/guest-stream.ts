import * as packaged from "readable-stream";
import { codedError } from "./guest-host";

/** Every kind of stream as Node has it today: one that has ended is destroyed, and says `close`. */
function selfDestroying<Kind extends abstract new (options?: object) => object>(Packaged: Kind): Kind {
  const Wrapped = function (this: object | undefined, options?: object): object | undefined {
    const all = { autoDestroy: true, ...options };
    if (new.target !== undefined) return Reflect.construct(Packaged, [all], new.target) as object;
    if (!(this instanceof Packaged)) return Reflect.construct(Packaged, [all], Wrapped as unknown as Kind) as object;
    (Packaged as unknown as (options: object) => void).call(this, all);
    return undefined;
  } as unknown as Kind;
  Object.setPrototypeOf(Wrapped, Packaged);
  Object.defineProperty(Wrapped, "name", { value: Packaged.name, configurable: true });
  Object.defineProperty(Wrapped, "prototype", { value: Packaged.prototype, writable: false });
  Object.defineProperty(Wrapped, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      return this === Wrapped
        ? value instanceof Packaged
        : Function.prototype[Symbol.hasInstance].call(this as () => void, value);
    },
  });
  Object.defineProperty(Packaged.prototype, "constructor", { value: Wrapped, writable: true, configurable: true });
  return Wrapped;
}

export const Readable = selfDestroying(packaged.Readable);
export const Writable = selfDestroying(packaged.Writable);
export const Duplex = selfDestroying(packaged.Duplex);
export const Transform = selfDestroying(packaged.Transform);
export const PassThrough = selfDestroying(packaged.PassThrough);
export type Readable = packaged.Readable;
export type Writable = packaged.Writable;
export type Duplex = packaged.Duplex;

type Pieces = Iterable<unknown> | AsyncIterable<unknown>;

function isPieces(value: unknown): value is Pieces {
  return (
    typeof value === "string" ||
    (typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value))
  );
}

function from(pieces: Pieces, options?: object): Readable {
  const whole = typeof pieces === "string" || pieces instanceof Uint8Array ? [pieces] : pieces;
  const source = Symbol.asyncIterator in whole ? whole[Symbol.asyncIterator]() : whole[Symbol.iterator]();
  let isReading = false;
  return new Readable({
    objectMode: true,
    highWaterMark: 1,
    ...options,
    async read(this: Readable) {
      if (isReading) return;
      isReading = true;
      try {
        for (;;) {
          const { value, done } = await source.next();
          if (done === true) return void this.push(null);
          if (!this.push(await value)) return;
        }
      } catch (error) {
        this.destroy(error as Error);
      } finally {
        isReading = false;
      }
    },
    destroy(error: Error | null, done: (error: Error | null) => void) {
      Promise.resolve(source.return?.()).then(
        () => done(error),
        () => done(error),
      );
    },
  } as object);
}

type Each = (piece: unknown) => unknown;
const asPieces = (stream: unknown) => stream as AsyncIterable<unknown>;

/** What makes a stream of a stream. */
const MADE_OF: Record<string, (pieces: AsyncIterable<unknown>, given: never) => AsyncGenerator<unknown>> = {
  async *map(pieces, each: Each) {
    for await (const piece of pieces) yield await each(piece);
  },
  async *filter(pieces, each: Each) {
    for await (const piece of pieces) if (await each(piece)) yield piece;
  },
  async *flatMap(pieces, each: Each) {
    for await (const piece of pieces) yield* (await each(piece)) as Pieces;
  },
  async *take(pieces, count: number) {
    let left = count;
    if (left <= 0) return;
    for await (const piece of pieces) {
      yield piece;
      left -= 1;
      if (left <= 0) return;
    }
  },
  async *drop(pieces, count: number) {
    let left = count;
    for await (const piece of pieces) {
      if (left > 0) left -= 1;
      else yield piece;
    }
  },
};

/** What makes one value of a stream. */
const VALUE_OF: Record<string, (pieces: AsyncIterable<unknown>, ...given: never[]) => Promise<unknown>> = {
  async toArray(pieces) {
    const all: unknown[] = [];
    for await (const piece of pieces) all.push(piece);
    return all;
  },
  async forEach(pieces, each: Each) {
    for await (const piece of pieces) await each(piece);
  },
  async some(pieces, each: Each) {
    for await (const piece of pieces) if (await each(piece)) return true;
    return false;
  },
  async every(pieces, each: Each) {
    for await (const piece of pieces) if (!(await each(piece))) return false;
    return true;
  },
  async find(pieces, each: Each) {
    for await (const piece of pieces) if (await each(piece)) return piece;
    return undefined;
  },
  async reduce(pieces, each: (sum: unknown, piece: unknown) => unknown, ...start: unknown[]) {
    let [sum] = start;
    let hasSum = start.length > 0;
    for await (const piece of pieces) {
      sum = hasSum ? await each(sum, piece) : piece;
      hasSum = true;
    }
    if (!hasSum)
      throw codedError("ERR_INVALID_ARG_TYPE", "Reduce of an empty stream requires an initial value", TypeError);
    return sum;
  },
};

for (const [name, work] of Object.entries(MADE_OF)) {
  addMethod(name, function (this: unknown, given: unknown) {
    return from(work(asPieces(this), given as never));
  });
}
for (const [name, work] of Object.entries(VALUE_OF)) {
  addMethod(name, function (this: unknown, ...given: unknown[]) {
    return work(asPieces(this), ...(given as never[]));
  });
}
function addMethod(name: string, value: (this: unknown, ...given: unknown[]) => unknown): void {
  Object.defineProperty(packaged.Readable.prototype, name, { value, writable: true, configurable: true });
}
Object.defineProperty(packaged.Readable, "from", { value: from, writable: true, configurable: true });

type Done = (error: Error | null | undefined, value?: unknown) => void;
type Step = (pieces: unknown) => unknown;

/** The standard streams of the program are written to and stay open. */
function endless(stream: Writable): Writable {
  const { process } = globalThis as unknown as { process: Record<"stdout" | "stderr", unknown> };
  if (stream !== process.stdout && stream !== process.stderr) return stream;
  return new Writable({
    write(piece: Uint8Array, _encoding: string, done: () => void) {
      stream.write(piece);
      done();
    },
  } as object);
}

function connect(given: unknown[], done: Done): unknown {
  const parts = given.flatMap((part) => (Array.isArray(part) ? part : [part]));
  if (parts.length < 2) throw codedError("ERR_MISSING_ARGS", 'The "streams" argument must be specified', TypeError);
  /** Streams that are piped one into the next; a function takes what comes out of the last. */
  let piped: (Readable | Writable)[] = [];
  const link = (ended: Done) => {
    if (piped.length > 1) packaged.pipeline(piped as never, ended as never);
    else packaged.finished(piped[0] as Readable, ended as never);
  };
  for (const [index, part] of parts.entries()) {
    if (typeof part === "function") {
      const made = index === 0 ? (part as () => unknown)() : (part as Step)(piped.at(-1));
      if (index > 0) link((error) => error && done(error));
      if (isPieces(made)) piped = [from(made)];
      else if (index < parts.length - 1) {
        throw codedError("ERR_INVALID_RETURN_VALUE", "Expected an iterable from a step of the pipeline", TypeError);
      } else {
        Promise.resolve(made).then(
          (value) => done(undefined, value),
          (error: Error) => done(error),
        );
        return undefined;
      }
    } else if (index === 0) piped.push(part instanceof packaged.Readable || !isPieces(part) ? part : from(part));
    else piped.push(endless(part as Writable));
  }
  link(done);
  if (piped.length === 1) (piped[0] as Readable).resume();
  return piped.at(-1);
}

function pipeline(...given: unknown[]): unknown {
  const done = given.pop();
  if (typeof done !== "function") {
    throw codedError(
      "ERR_INVALID_ARG_TYPE",
      'The "streams[stream.length - 1]" property must be of type function',
      TypeError,
    );
  }
  let isDone = false;
  return connect(given, (error, value) => {
    if (isDone) return;
    isDone = true;
    (done as Done)(error ?? undefined, value);
  });
}

const isOptions = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof packaged.Stream) &&
  !isPieces(value) &&
  !("write" in value);

export const streamPromises = {
  pipeline: (...given: unknown[]) =>
    new Promise((resolve, reject) => {
      const parts = isOptions(given.at(-1)) ? given.slice(0, -1) : given;
      pipeline(...parts, (error: Error | undefined, value: unknown) => (error ? reject(error) : resolve(value)));
    }),
  finished: (stream: Readable, options?: object) =>
    new Promise<void>((resolve, reject) => {
      packaged.finished(stream, options ?? {}, (error) => (error ? reject(error) : resolve()));
    }),
};

export const streamConsumers = {
  async buffer(stream: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
    const all: Buffer[] = [];
    for await (const piece of stream) all.push(typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece));
    return Buffer.concat(all);
  },
  text: async (stream: AsyncIterable<string | Uint8Array>) => (await streamConsumers.buffer(stream)).toString(),
  json: async (stream: AsyncIterable<string | Uint8Array>) => JSON.parse(await streamConsumers.text(stream)),
};

export const streamModule = Object.assign(
  function Stream(this: object) {
    return Reflect.construct(packaged.Stream, [], new.target ?? packaged.Stream) as object;
  },
  {
    Readable,
    Writable,
    Duplex,
    Transform,
    PassThrough,
    Stream: packaged.Stream,
    pipeline,
    finished: packaged.finished,
    promises: streamPromises,
  },
);
