import { codedError } from "./guest-host";
import { URL, URLSearchParams } from "./guest-url";

const PARTS = [
  "protocol",
  "slashes",
  "auth",
  "host",
  "port",
  "hostname",
  "hash",
  "search",
  "query",
  "pathname",
  "path",
  "href",
] as const;
/** After these two slashes stand even when nobody writes them. */
const SLASHED = /^(https?|ftp|gopher|file|wss?):?$/;
const TO_ESCAPE = /[\t\n\r "'<>\\^`{|}]/g;

/** The record that `url.parse` gives. */
export class Url {
  protocol: string | null = null;
  slashes: boolean | null = null;
  auth: string | null = null;
  host: string | null = null;
  port: string | null = null;
  hostname: string | null = null;
  hash: string | null = null;
  search: string | null = null;
  query: unknown = null;
  pathname: string | null = null;
  path: string | null = null;
  href = "";

  format(): string {
    return formatUrl(this);
  }
}

export function parseUrl(text: unknown, withQuery = false, slashesDenoteHost = false): Url {
  if (text instanceof Url) return text;
  if (typeof text !== "string") {
    throw codedError(
      "ERR_INVALID_ARG_TYPE",
      `The "url" argument must be of type string. Received ${text === null ? "null" : typeof text}`,
      TypeError,
    );
  }
  const made = new Url();
  let rest = text.trim();
  const hashAt = rest.indexOf("#");
  if (hashAt >= 0) {
    made.hash = escaped(rest.slice(hashAt));
    rest = rest.slice(0, hashAt);
  }
  const queryAt = rest.indexOf("?");
  if (queryAt >= 0) {
    made.search = escaped(rest.slice(queryAt));
    rest = rest.slice(0, queryAt);
  }
  const [scheme] = /^[a-z0-9.+-]+:/i.exec(rest) ?? [];
  if (scheme !== undefined) {
    made.protocol = scheme.toLowerCase();
    rest = rest.slice(scheme.length);
  }
  if (made.protocol !== "javascript:") rest = rest.replaceAll("\\", "/");
  const isSlashed = made.protocol !== null && SLASHED.test(made.protocol);
  if (rest.startsWith("//") && (scheme !== undefined || slashesDenoteHost)) {
    made.slashes = true;
    rest = readHost(made, rest.slice(2));
  } else if (made.protocol !== null && !isSlashed && made.protocol !== "javascript:") rest = readHost(made, rest);
  if (made.search === null && withQuery) made.search = "";
  made.query = made.search === null ? null : made.search.slice(1);
  if (withQuery) made.query = queryObject(String(made.query ?? ""));
  made.pathname = rest === "" ? (isSlashed && made.hostname ? "/" : null) : escaped(rest);
  if (made.pathname !== null || made.search) made.path = `${made.pathname ?? ""}${made.search ?? ""}`;
  made.href = formatUrl(made);
  return made;
}

function readHost(made: Url, text: string): string {
  const end = text.search(/[/\s]/);
  const authority = end < 0 ? text : text.slice(0, end);
  const at = authority.lastIndexOf("@");
  if (at >= 0) made.auth = decodeURIComponent(authority.slice(0, at));
  const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?/.exec(authority.slice(at + 1)) ?? [];
  made.hostname = name.replace(/^\[|\]$/g, "").toLowerCase();
  if (port !== undefined && port !== "") made.port = port;
  made.host = name.toLowerCase() + (made.port === null ? "" : `:${made.port}`);
  return end < 0 ? "" : text.slice(end);
}

function escaped(text: string): string {
  return text.replace(TO_ESCAPE, (character) => encodeURIComponent(character).replace("'", "%27"));
}

function queryObject(text: string): Record<string, string | string[]> {
  const made: Record<string, string | string[]> = Object.create(null);
  if (text === "") return made;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = made[name];
    made[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return made;
}

export function formatUrl(given: unknown): string {
  if (typeof given === "string") return parseUrl(given).href;
  if (given instanceof URL) return given.href;
  if (typeof given !== "object" || given === null) {
    throw codedError(
      "ERR_INVALID_ARG_TYPE",
      `The "urlObject" argument must be one of type object or string. Received ${String(given)}`,
      TypeError,
    );
  }
  const parts = given as Partial<Record<(typeof PARTS)[number], unknown>>;
  let protocol = String(parts.protocol ?? "");
  if (protocol !== "" && !protocol.endsWith(":")) protocol += ":";
  const auth = parts.auth ? `${encodeURIComponent(String(parts.auth)).replace(/%3A/i, ":")}@` : "";
  let host: string | undefined;
  if (parts.host) host = auth + String(parts.host);
  else if (parts.hostname) {
    const name = String(parts.hostname);
    host = `${auth}${name.includes(":") ? `[${name}]` : name}${parts.port ? `:${parts.port}` : ""}`;
  }
  let pathname = String(parts.pathname ?? "").replace(/[#?]/g, encodeURIComponent);
  const query =
    typeof parts.query === "object" && parts.query !== null
      ? new URLSearchParams(
          Object.entries(parts.query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
        ).toString()
      : "";
  let search = String(parts.search ?? (query === "" ? "" : `?${query}`));
  if (search !== "" && !search.startsWith("?")) search = `?${search}`;
  let hash = String(parts.hash ?? "");
  if (hash !== "" && !hash.startsWith("#")) hash = `#${hash}`;
  if (parts.slashes || ((protocol === "" || SLASHED.test(protocol)) && host !== undefined)) {
    host = `//${host ?? ""}`;
    if (pathname !== "" && !pathname.startsWith("/")) pathname = `/${pathname}`;
  }
  return `${protocol}${host ?? ""}${pathname}${search.replaceAll("#", "%23")}${hash}`;
}

/** What a link `to` on the page `from` leads to. */
export function resolveUrl(from: string, to: string): string {
  const base = new URL(from, "resolve://");
  const found = new URL(to, base);
  if (found.href.startsWith("resolve:")) {
    const { pathname, search, hash } = found as unknown as { pathname: string; search: string; hash: string };
    const isRooted = from.startsWith("/") || to.startsWith("/");
    return `${isRooted ? pathname : pathname.replace(/^\//, "")}${search}${hash}`;
  }
  return found.href;
}
