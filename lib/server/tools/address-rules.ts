import "server-only";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Azure's host agent answers on an address of the public range. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);
const METADATA_NAMES: ReadonlySet<string> = new Set(["metadata.google.internal", "instance-data.ec2.internal"]);
/** Names that only mean something inside somebody's network. */
const INNER_ENDINGS = [
  "localhost",
  "local",
  "internal",
  "localdomain",
  "lan",
  "home",
  "corp",
  "intranet",
  "private",
  "home.arpa",
  "svc",
];
/** Not on the fetch standard's list of ports a client may not speak HTTP to, or outside the well-known range altogether. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
const FIRST_FREE_PORT = 1024;

/** Why an address may not be reached, or undefined for one of the public internet. */
export function refuseAddress(address: string): string | undefined {
  const unscoped = address.replace(/%.*$/, "");
  if (isIP(unscoped) === 0) return "is no address";
  const parsed = ipaddr.parse(unscoped);
  if (METADATA_ADDRESSES.has(parsed.toString())) return "is a metadata address";
  const range = parsed.range();
  if (range !== "unicast") return `is not public (${range})`;
  // Everything public is in 2000::/3; what lies outside and has no name of its own still is not.
  if (parsed instanceof ipaddr.IPv6 && ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000) return "is not public";
  return undefined;
}

/** Why a host may not even be asked for, or undefined. `hostname` as a parsed URL gives it, so every spelling is one. */
export function refuseHostname(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const bare = name.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) return refuseAddress(bare);
  if (METADATA_NAMES.has(name)) return "is a metadata host";
  if (!name.includes(".")) return "is a name of an inner network";
  const ending = INNER_ENDINGS.find((inner) => name.endsWith(`.${inner}`));
  return ending === undefined ? undefined : `ends in .${ending}, which is a name of an inner network`;
}

export function refusePort(port: number): string | undefined {
  if (WEB_PORTS.has(port)) return undefined;
  return port < FIRST_FREE_PORT || BAD_PORTS.has(port) ? `port ${port} is not one for the web` : undefined;
}

/** `example.com` names itself, `*.example.com` everything below it. */
export function isAmongHosts(hostname: string, patterns: readonly string[]): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return patterns.some((pattern) => {
    const wanted = pattern.toLowerCase();
    return wanted.startsWith("*.") ? name.endsWith(wanted.slice(1)) : name === wanted;
  });
}
