import "server-only";
import type { IncomingMessage } from "node:http";
import { OutsideError } from "@/lib/core/tool/outside";
import type { Hop } from "./create-guarded-fetch";

/** Headers that cannot carry a credential. Any other one may hold one, whatever its name, so none follows to another origin. */
const HARMLESS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-language",
  "content-type",
  "pragma",
  "range",
  "user-agent",
]);

/** Where a response sends the client on, by the rules of the fetch standard; undefined when it does not. */
export function redirected(hop: Hop, response: Pick<IncomingMessage, "statusCode" | "headers">): Hop | undefined {
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  if (!URL.canParse(location, hop.url.href)) {
    throw new OutsideError("outside-unreachable", `${hop.url.host} redirected to something that is no URL.`);
  }
  const url = new URL(location, hop.url.href);
  if (url.hash === "") url.hash = hop.url.hash;
  const isSameOrigin = url.origin === hop.url.origin;
  const becomesGet =
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const body = becomesGet ? undefined : hop.body;
  // A body may hold what was meant for the first host alone.
  if (!isSameOrigin && body !== undefined) {
    throw new OutsideError(
      "outside-refused",
      `${hop.url.host} redirected a ${hop.method} with its body to ${url.host}; send it there directly if that is meant.`,
    );
  }
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) => (isSameOrigin || HARMLESS.has(name)) && !(becomesGet && name.startsWith("content-")),
    ),
  );
  return { url, method: becomesGet ? "GET" : hop.method, headers, body };
}
