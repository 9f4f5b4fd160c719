/**
 * The only platform globals that core may use. `lib/core/tsconfig.json` compiles core against this file instead of the DOM
 * and Node; the `.mts` ending keeps it out of the app's own program, which has the real declarations.
 */
export {};

declare global {
  interface AbortSignal {
    readonly aborted: boolean;
    readonly reason: unknown;
    throwIfAborted(): void;
    addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
    removeEventListener(type: "abort", listener: () => void): void;
  }
  var AbortSignal: { abort(reason?: unknown): AbortSignal; any(signals: AbortSignal[]): AbortSignal };

  interface AbortController {
    readonly signal: AbortSignal;
    abort(reason?: unknown): void;
  }
  var AbortController: { new (): AbortController };

  interface TextEncoder {
    encode(text?: string): Uint8Array<ArrayBuffer>;
  }
  var TextEncoder: { new (): TextEncoder };

  interface TextDecoder {
    decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
  }
  var TextDecoder: { new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder };

  interface URLSearchParams {
    get(name: string): string | null;
    set(name: string, value: string): void;
    toString(): string;
  }
  interface URL {
    readonly href: string;
    readonly protocol: string;
    readonly hostname: string;
    readonly host: string;
    readonly pathname: string;
    readonly search: string;
    readonly hash: string;
    readonly searchParams: URLSearchParams;
  }
  var URL: { new (url: string, base?: string): URL; canParse(url: string, base?: string): boolean };

  function structuredClone<T>(value: T): T;

  interface Crypto {
    readonly subtle: { digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
    getRandomValues<T extends Uint8Array | Uint32Array>(array: T): T;
    randomUUID(): string;
  }
  var crypto: Crypto;

  /** Streams exist wherever core runs; core only names the type. */
  interface ReadableStream<R> {
    readonly locked: boolean;
    getReader(): { read(): Promise<{ done: boolean; value: R | undefined }> };
  }
}
