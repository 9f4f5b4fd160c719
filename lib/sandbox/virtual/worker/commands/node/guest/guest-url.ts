import { ask, codedError } from "./guest-host";

const PARTS = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"] as const;
type Part = (typeof PARTS)[number];
type UrlFacts = Record<Part | "href" | "origin", string>;

/** The standard's form encoding, done by the host's own `URLSearchParams`. */
export class URLSearchParams {
  #entries: [string, string][] = [];
  #changed: (text: string) => void = () => {};

  constructor(init: unknown = "", changed?: (text: string) => void) {
    if (typeof init === "string") this.#entries = ask("searchEntries", init);
    else if (init instanceof URLSearchParams) this.#entries = [...init];
    else if (typeof init === "object" && init !== null && Symbol.iterator in init) {
      this.#entries = [...(init as Iterable<[unknown, unknown]>)].map(([name, value]) => [String(name), String(value)]);
    } else if (typeof init === "object" && init !== null) {
      this.#entries = Object.entries(init).map(([name, value]) => [name, String(value)]);
    }
    if (changed !== undefined) this.#changed = changed;
  }
  get size(): number {
    return this.#entries.length;
  }
  append(name: string, value: unknown): void {
    this.#entries.push([String(name), String(value)]);
    this.#changed(this.toString());
  }
  delete(name: string): void {
    this.#entries = this.#entries.filter(([own]) => own !== name);
    this.#changed(this.toString());
  }
  get(name: string): string | null {
    return this.#entries.find(([own]) => own === name)?.[1] ?? null;
  }
  getAll(name: string): string[] {
    return this.#entries.filter(([own]) => own === name).map(([, value]) => value);
  }
  has(name: string): boolean {
    return this.#entries.some(([own]) => own === name);
  }
  set(name: string, value: unknown): void {
    const at = this.#entries.findIndex(([own]) => own === name);
    if (at < 0) {
      this.append(name, value);
      return;
    }
    this.#entries = this.#entries.filter(([own], index) => own !== name || index === at);
    this.#entries[at] = [name, String(value)];
    this.#changed(this.toString());
  }
  sort(): void {
    this.#entries.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    this.#changed(this.toString());
  }
  forEach(work: (value: string, name: string, all: URLSearchParams) => void): void {
    for (const [name, value] of this.#entries) work(value, name, this);
  }
  *entries(): IterableIterator<[string, string]> {
    yield* this.#entries;
  }
  *keys(): IterableIterator<string> {
    for (const [name] of this.#entries) yield name;
  }
  *values(): IterableIterator<string> {
    for (const [, value] of this.#entries) yield value;
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
  toString(): string {
    return ask("searchText", this.#entries);
  }
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    if (this.#entries.length === 0) return "URLSearchParams {}";
    const pairs = this.#entries.map(([name, value]) => `${inspect(name, options)} => ${inspect(value, options)}`);
    return `URLSearchParams { ${pairs.join(", ")} }`;
  }
}

/** The host's own `URL`, part by part. */
export class URL {
  #facts: UrlFacts;
  #search: URLSearchParams | undefined;

  constructor(input: unknown, base?: unknown) {
    const facts = ask<UrlFacts | null>("url", String(input), base === undefined ? null : String(base));
    if (facts === null) {
      const error = codedError("ERR_INVALID_URL", "Invalid URL", TypeError);
      throw Object.assign(error, { input: String(input), ...(base === undefined ? {} : { base: String(base) }) });
    }
    this.#facts = facts;
  }
  static canParse(input: unknown, base?: unknown): boolean {
    return ask("url", String(input), base === undefined ? null : String(base)) !== null;
  }
  #set(part: Part | "href", value: unknown): void {
    this.#facts = ask<UrlFacts>("urlWith", this.#facts.href, part, String(value));
    if (part !== "hash") this.#search = undefined;
  }
  get href(): string {
    return this.#facts.href;
  }
  set href(value: string) {
    this.#set("href", value);
  }
  get origin(): string {
    return this.#facts.origin;
  }
  get searchParams(): URLSearchParams {
    this.#search ??= new URLSearchParams(this.#facts.search, (text) => {
      this.#facts = ask<UrlFacts>("urlWith", this.#facts.href, "search", text);
    });
    return this.#search;
  }
  toString(): string {
    return this.#facts.href;
  }
  toJSON(): string {
    return this.#facts.href;
  }
  static setPart(url: URL, part: Part, value: unknown): void {
    url.#set(part, value);
  }
  static part(url: URL, part: Part): string {
    return url.#facts[part];
  }
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    const shown: Record<string, unknown> = { href: this.href, origin: this.origin };
    for (const part of PARTS) {
      if (part === "hash") shown.searchParams = this.searchParams;
      shown[part] = URL.part(this, part);
    }
    return `URL ${inspect(shown, options)}`;
  }
}

for (const part of PARTS) {
  Object.defineProperty(URL.prototype, part, {
    get(this: URL) {
      return URL.part(this, part);
    },
    set(this: URL, value: unknown) {
      URL.setPart(this, part, value);
    },
    enumerable: true,
    configurable: true,
  });
}

export function fileUrlToPath(url: unknown): string {
  const parsed = url instanceof URL ? url : new URL(url);
  if (URL.part(parsed, "protocol") !== "file:") {
    throw codedError("ERR_INVALID_URL_SCHEME", "The URL must be of scheme file", TypeError);
  }
  return decodeURIComponent(URL.part(parsed, "pathname"));
}

export function pathToFileUrl(path: string): URL {
  const absolute = ask<string>("absolute", path);
  return new URL(`file://${encodeURI(absolute).replace(/[?#]/g, encodeURIComponent)}`);
}
