import { EventEmitter } from "events/";
import { StringDecoder } from "string_decoder/";
import { codedError } from "./guest-host";

interface Source {
  on(event: string, listener: (given: never) => void): unknown;
  off?(event: string, listener: (given: never) => void): unknown;
  resume?(): unknown;
  pause?(): unknown;
}
interface Sink {
  write(text: string): unknown;
}
interface Settings {
  input?: Source;
  output?: Sink;
  prompt?: string;
}
type Answer = (line: string) => void;

/** Lines of a stream, as they come. */
export class Interface extends EventEmitter {
  line = "";
  closed = false;
  terminal = false;
  #input: Source;
  #output: Sink | undefined;
  #prompt: string;
  #decoder = new StringDecoder("utf8");
  #rest = "";
  #answer: Answer | undefined;

  constructor({ input, output, prompt = "> " }: Settings) {
    super();
    if (input === undefined) {
      throw codedError("ERR_INVALID_ARG_TYPE", 'The "input" argument must be a stream to read lines of.', TypeError);
    }
    this.#input = input;
    this.#output = output;
    this.#prompt = prompt;
    this.#input.on("data", this.#take as (given: never) => void);
    this.#input.on("end", () => this.#end());
    this.#input.resume?.();
  }

  #take = (piece: string | Uint8Array): void => {
    if (this.closed) return;
    const text = typeof piece === "string" ? piece : this.#decoder.write(piece as Buffer);
    const lines = (this.#rest + text).split(/\r?\n|\r(?!$|\n)/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#say(line);
  };

  #end(): void {
    if (this.closed) return;
    const rest = (this.#rest + this.#decoder.end()).replace(/\r$/, "");
    this.#rest = "";
    if (rest !== "") this.#say(rest);
    this.close();
  }

  #say(line: string): void {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer === undefined) this.emit("line", line);
    else answer(line);
  }

  question(query: string, options: unknown, done?: Answer): void {
    if (this.closed) throw codedError("ERR_USE_AFTER_CLOSE", "readline was closed");
    this.#output?.write(query);
    this.#answer = (typeof options === "function" ? options : done) as Answer;
  }
  setPrompt(prompt: string): void {
    this.#prompt = prompt;
  }
  getPrompt(): string {
    return this.#prompt;
  }
  prompt(): void {
    this.#output?.write(this.#prompt);
  }
  write(text: unknown): void {
    if (typeof text === "string") this.#take(text);
  }
  pause(): this {
    this.#input.pause?.();
    this.emit("pause");
    return this;
  }
  resume(): this {
    this.#input.resume?.();
    this.emit("resume");
    return this;
  }
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#input.off?.("data", this.#take as (given: never) => void);
    this.#input.pause?.();
    this.emit("close");
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<string> {
    const lines: string[] = [];
    let wake: () => void = () => {};
    this.on("line", (line: string) => {
      lines.push(line);
      wake();
    });
    this.on("close", () => wake());
    const next = async (): Promise<IteratorResult<string>> => {
      while (lines.length === 0 && !this.closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const line = lines.shift();
      return line === undefined ? { value: undefined, done: true } : { value: line, done: false };
    };
    const iterator: AsyncIterableIterator<string> = {
      next,
      return: async () => {
        this.close();
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }
}

class PromiseInterface extends Interface {
  override question(query: string): Promise<string> {
    return new Promise((resolve) => super.question(query, resolve));
  }
}

function settings(first: unknown, output: unknown): Settings {
  return typeof first === "object" && first !== null && "input" in first
    ? (first as Settings)
    : { input: first as Source | undefined, output: output as Sink | undefined };
}

/** Without a terminal there is nothing to move or to clear. */
function nothing(_stream: unknown, ...given: unknown[]): boolean {
  const done = given.at(-1);
  if (typeof done === "function") done();
  return true;
}

export const readlinePromises = {
  Interface: PromiseInterface,
  createInterface: (first: unknown, output?: unknown) => new PromiseInterface(settings(first, output)),
};

export const readlineModule = {
  Interface,
  createInterface: (first: unknown, output?: unknown) => new Interface(settings(first, output)),
  clearLine: nothing,
  cursorTo: nothing,
  moveCursor: nothing,
  clearScreenDown: nothing,
  promises: readlinePromises,
};
