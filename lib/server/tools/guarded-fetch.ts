import "server-only";

export interface GuardedRequest {
  url: string;
  method: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Bytes of the body that are read, after decompression; the rest is dropped and `truncated` is set. */
  maxBytes: number;
  /** For the whole of it, redirects and body included. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Most redirects that are followed; 5 unless told, 0 gives the redirect itself. */
  maxRedirects?: number;
  /** Narrows what may be reached, at every redirect: host names or `*.example.com`. */
  allowedHosts?: readonly string[];
}

export interface GuardedResponse {
  status: number;
  statusText: string;
  /** In the order they came, repeated ones apart, names in lower case. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  body: Uint8Array;
  truncated: boolean;
  /** The address that answered, after redirects. */
  url: string;
}

/**
 * Reaches public hosts only: loopback, private, link-local, metadata and internal addresses are refused by name and by the
 * address that is really connected to, again at every redirect. Credentials do not cross to another origin.
 *
 * @throws OutsideError `outside-refused` for a host that may not be reached, `outside-timeout`, `outside-stopped`,
 * `outside-unreachable` for everything the network does.
 */
export type GuardedFetch = (request: GuardedRequest) => Promise<GuardedResponse>;
