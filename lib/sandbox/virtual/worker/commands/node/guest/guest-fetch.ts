import { Buffer } from "buffer";
import { ask, begin, codedError } from "./guest-host";

interface Answer {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: string;
  url: string;
  redirected: boolean;
}

export class Headers {
  #entries = new Map<string, string>();
  constructor(init?: unknown) {
    if (init instanceof Headers) for (const [name, value] of init) this.append(name, value);
    else if (Array.isArray(init)) for (const [name, value] of init) this.append(name, value);
    else if (typeof init === "object" && init !== null) {
      for (const [name, value] of Object.entries(init)) this.append(name, String(value));
    }
  }
  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const before = this.#entries.get(key);
    this.#entries.set(key, before === undefined ? String(value) : `${before}, ${value}`);
  }
  set(name: string, value: string): void {
    this.#entries.set(name.toLowerCase(), String(value));
  }
  get(name: string): string | null {
    return this.#entries.get(name.toLowerCase()) ?? null;
  }
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }
  delete(name: string): void {
    this.#entries.delete(name.toLowerCase());
  }
  forEach(work: (value: string, name: string) => void): void {
    for (const [name, value] of this) work(value, name);
  }
  entries(): IterableIterator<[string, string]> {
    return [...this.#entries].sort(([one], [other]) => (one < other ? -1 : 1))[Symbol.iterator]();
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}

export class Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: string;
  readonly redirected: boolean;
  readonly #body: Buffer;
  bodyUsed = false;
  constructor(answer: Answer) {
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.headers = new Headers(answer.headers);
    this.url = answer.url;
    this.redirected = answer.redirected;
    this.#body = Buffer.from(answer.body, "base64");
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  #take(): Buffer {
    if (this.bodyUsed) throw new TypeError("Body is unusable: Body has already been read");
    this.bodyUsed = true;
    return this.#body;
  }
  async text(): Promise<string> {
    return new TextDecoder().decode(this.#take());
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#take()).buffer as ArrayBuffer;
  }
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(this.#take());
  }
}

interface Init {
  method?: string;
  headers?: unknown;
  body?: unknown;
  redirect?: "follow" | "error" | "manual";
  signal?: Stoppable | null;
}
interface Stoppable {
  aborted: boolean;
  reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
}

/** `fetch` through the same guarded way as `curl`: the server decides what may be reached. */
export async function fetch(input: unknown, { method = "GET", headers, body, redirect = "follow", signal }: Init = {}) {
  const url = parsed(String(input));
  const given = new Headers(headers);
  let bytes: Buffer | undefined;
  if (typeof body === "string") {
    bytes = Buffer.from(body, "utf8");
    if (!given.has("content-type")) given.set("content-type", "text/plain;charset=UTF-8");
  } else if (body instanceof Uint8Array) bytes = Buffer.from(body);
  else if (body !== undefined && body !== null) {
    const text = String(body);
    bytes = Buffer.from(text, "utf8");
    if (!given.has("content-type")) given.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
  }
  const request = {
    url,
    method: method.toUpperCase(),
    headers: [...given],
    redirect,
    ...(bytes === undefined ? {} : { body: bytes.toString("base64") }),
  };
  if (isAborted(signal)) throw signal?.reason;
  const answer = begin<Answer>("fetch", request);
  try {
    return new Response(await (signal ? Promise.race([answer, aborted(signal)]) : answer));
  } catch (error) {
    if (isAborted(signal)) throw signal?.reason;
    throw Object.assign(new TypeError("fetch failed"), { cause: error });
  }
}

function parsed(input: string): string {
  if (ask("url", input, null) !== null) return input;
  const cause = Object.assign(codedError("ERR_INVALID_URL", "Invalid URL", TypeError), { input });
  throw Object.assign(new TypeError(`Failed to parse URL from ${input}`), { cause });
}

function isAborted(signal: Stoppable | null | undefined): boolean {
  return signal?.aborted === true;
}

function aborted(signal: Stoppable): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}
