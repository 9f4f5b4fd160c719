import "server-only";
import type { LookupAddress } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { OutsideError } from "@/lib/core/tool/outside";
import { isAmongHosts, refuseAddress, refuseHostname, refusePort } from "./address-rules";
import type { GuardedFetch, GuardedRequest, GuardedResponse } from "./guarded-fetch";
import { readBody } from "./read-body";
import { redirected } from "./redirected";

export interface GuardedFetchOptions {
  /** The operator's narrowing; every public host when left out. Same patterns as `GuardedRequest.allowedHosts`. */
  allowedHosts?: readonly string[];
  /** Exact `host:port` that may be reached although they are private: an operator's own services, and tests. */
  privateHosts?: readonly string[];
  /** For tests. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

const MOST_REDIRECTS = 5;
const HEADER_BYTES = 32 * 1024;
/** What says how the bytes travel is this client's own to say. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

/** See {@link GuardedFetch} for what it promises. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const lookup = options.lookup ?? ((hostname: string) => resolve(hostname, { all: true }));
  const privateHosts = new Set(options.privateHosts?.map((host) => host.toLowerCase()));

  /** The addresses that may be connected to, all of them looked at. A name that also has a forbidden one is refused whole. */
  async function admit(url: URL, request: GuardedRequest, signal: AbortSignal): Promise<LookupAddress[]> {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw refused(`Only http and https can be reached, not ${url.protocol.slice(0, 40)}`);
    }
    if (url.username !== "" || url.password !== "") {
      throw refused("A URL that holds a user name or password is not reached; put it into a header.");
    }
    const port = portOf(url);
    for (const [list, whose] of [
      [options.allowedHosts, "on this server"],
      [request.allowedHosts, "for this tool"],
    ] as const) {
      if (list !== undefined && !isAmongHosts(url.hostname, list)) {
        throw refused(`${url.hostname} is not one of the hosts that may be reached ${whose}.`);
      }
    }
    const isOpened = privateHosts.has(`${url.hostname}:${port}`);
    if (!isOpened) {
      const why = refuseHostname(url.hostname);
      if (why !== undefined) throw refused(`${url.hostname} may not be reached: it ${why}.`);
      const badPort = refusePort(port);
      if (badPort !== undefined) throw refused(`${url.host} may not be reached: ${badPort}.`);
    }
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    const addresses = await untilAborted(signal, lookup(literal));
    if (addresses.length === 0) throw unreachable(`${url.hostname} has no address.`);
    for (const { address } of isOpened ? [] : addresses) {
      const why = refuseAddress(address);
      if (why !== undefined) throw refused(`${url.hostname} may not be reached: its address ${address} ${why}.`);
    }
    return addresses;
  }

  return async (request) => {
    const ended = AbortSignal.any([
      AbortSignal.timeout(request.timeoutMs),
      ...(request.signal === undefined ? [] : [request.signal]),
    ]);
    try {
      let hop = firstHop(request);
      for (let redirects = 0; ; redirects += 1) {
        const addresses = await admit(hop.url, request, ended);
        const response = await send(hop, addresses, ended);
        const next = redirected(hop, response);
        if (next === undefined || request.maxRedirects === 0) return await settle(hop, response, request, ended);
        response.destroy();
        if (redirects >= (request.maxRedirects ?? MOST_REDIRECTS)) {
          throw unreachable(`${hop.url.host} redirected more than ${redirects} times.`);
        }
        hop = next;
      }
    } catch (error) {
      throw translated(error, request, ended);
    }
  };
}

function firstHop(request: GuardedRequest): Hop {
  if (!URL.canParse(request.url)) throw refused(`Not a URL: ${request.url.slice(0, 200)}`);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const lower = name.toLowerCase();
    if (!OWN_HEADERS.has(lower)) headers[lower] = value;
  }
  headers["accept-encoding"] ??= "gzip, br";
  headers.accept ??= "*/*";
  headers["user-agent"] ??= "Toolwright";
  const body = typeof request.body === "string" ? new TextEncoder().encode(request.body) : request.body;
  return { url: new URL(request.url), method: request.method.toUpperCase(), headers, body };
}

/** Connects to the addresses that were looked at, whatever the name means by now. */
function send(hop: Hop, addresses: LookupAddress[], signal: AbortSignal): Promise<http.IncomingMessage> {
  const pinned: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  };
  return new Promise((resolve, reject) => {
    const { request } = hop.url.protocol === "https:" ? https : http;
    const sent = request(hop.url, {
      method: hop.method,
      headers: hop.body === undefined ? hop.headers : { ...hop.headers, "content-length": hop.body.byteLength },
      agent: false,
      lookup: pinned,
      maxHeaderSize: HEADER_BYTES,
      insecureHTTPParser: false,
      signal,
    });
    sent.once("response", resolve);
    // Also after the response, where it would otherwise end the process.
    sent.on("error", reject);
    sent.once("upgrade", (_response, socket) => {
      socket.destroy();
      reject(unreachable(`${hop.url.host} wanted to leave HTTP.`));
    });
    sent.end(hop.body);
  });
}

async function settle(
  hop: Hop,
  response: http.IncomingMessage,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedResponse> {
  const status = response.statusCode ?? 0;
  const hasNone = hop.method === "HEAD" || status === 204 || status === 205 || status === 304;
  try {
    const { body, truncated } = hasNone
      ? { body: new Uint8Array(), truncated: false }
      : await untilAborted(signal, readBody(response, request.maxBytes));
    const headers = response.rawHeaders.flatMap((name, index, raw) =>
      index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ""] as const] : [],
    );
    return { status, statusText: response.statusMessage ?? "", headers, body, truncated, url: hop.url.href };
  } finally {
    response.destroy();
  }
}

function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function translated(error: unknown, request: GuardedRequest, ended: AbortSignal): OutsideError {
  const host = URL.canParse(request.url) ? new URL(request.url).host : "the host";
  if (ended.aborted) {
    return request.signal?.aborted
      ? new OutsideError("outside-stopped", `The request to ${host} was stopped.`)
      : new OutsideError("outside-timeout", `${host} did not answer within ${request.timeoutMs} ms.`);
  }
  if (OutsideError.isInstance(error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return unreachable(`${host} could not be reached: ${WORDS[code ?? ""] ?? (message || code || "it failed")}.`, error);
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "nothing answers there",
  ECONNRESET: "the connection broke",
  EPIPE: "the connection broke",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  ETIMEDOUT: "it did not answer",
  HPE_HEADER_OVERFLOW: "its headers are too large",
};

function refused(message: string): OutsideError {
  return new OutsideError("outside-refused", message);
}

function unreachable(message: string, cause?: unknown): OutsideError {
  return new OutsideError("outside-unreachable", message, { cause });
}
