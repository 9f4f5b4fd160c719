import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAmongHosts, refuseAddress, refuseHostname, refusePort } from "./address-rules";

/** As the guarded fetch sees a host: after a URL was read. */
const hostOf = (url: string) => new URL(url).hostname;

describe("addresses", () => {
  it.each(["1.1.1.1", "93.184.216.34", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.0.1", "2606:4700::1111"])(
    "lets %s through",
    (address) => {
      expect(refuseAddress(address)).toBeUndefined();
      expect(refuseHostname(address.includes(":") ? `[${address}]` : address)).toBeUndefined();
    },
  );

  it.each([
    ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
    ["unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
    ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"]],
    ["link-local", ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1"]],
    ["carrier-grade NAT", ["100.64.0.1", "100.127.255.255", "100.100.100.200"]],
    ["multicast and broadcast", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
    ["documentation", ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1"]],
    ["benchmark", ["198.18.0.1", "198.19.255.255", "2001:2::1"]],
    ["reserved", ["192.0.0.1", "192.0.0.192", "240.0.0.1", "192.88.99.1"]],
    ["unique local and site-local", ["fc00::1", "fd00:ec2::254", "fec0::1"]],
    ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:1.1.1.1", "::ffff:0:127.0.0.1", "::127.0.0.1", "::7f00:1"]],
    ["NAT64, 6to4, Teredo", ["64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:1::1"]],
    ["discard and segment routing", ["100::1", "5f00::1"]],
    ["a host agent", ["168.63.129.16"]],
    ["no address", ["", "localhost", "1.2.3", "999.1.1.1", ":::"]],
  ])("refuses %s", (_range, addresses) => {
    for (const address of addresses) expect([address, refuseAddress(address)]).toEqual([address, expect.any(String)]);
  });

  it("refuses the same IPv4 address in whatever IPv6 coat it comes", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
        const v4 = `${a}.${b}.${c}.${d}`;
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const coat of [`::ffff:${v4}`, `::${v4}`, `64:ff9b::${v4}`, `2002:${hex}::`, `::ffff:0:${v4}`]) {
          expect([coat, refuseAddress(coat)]).toEqual([coat, expect.any(String)]);
        }
      }),
    );
  });
});

describe("host names", () => {
  it.each([
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0x7f.0.0.0x1/",
    "http://①②⑦.0.0.1/",
    "http://[::ffff:7f00:1]/",
    "http://0/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://foo.localhost/",
    "http://printer.local/",
    "http://db.internal/",
    "http://metadata.google.internal./",
    "http://instance-data.ec2.internal/",
    "http://kubernetes.default.svc/",
    "http://router.home.arpa/",
    "http://nas.lan/",
    "http://intranet/",
    "http://metadata/",
  ])("refuses %s before anything is looked up", (url) => {
    expect(refuseHostname(hostOf(url))).toEqual(expect.any(String));
  });

  it.each([
    "http://example.com/",
    "http://example.com./",
    "http://local.example.com/",
    "http://internal.io/",
    "http://ü.de",
  ])("lets %s be looked up", (url) => {
    expect(refuseHostname(hostOf(url))).toBeUndefined();
  });

  it("matches a list of hosts by whole labels", () => {
    const hosts = ["api.example.com", "*.Example.org"];
    for (const host of ["api.example.com", "API.example.com.", "a.example.org", "a.b.example.org"]) {
      expect([host, isAmongHosts(host, hosts)]).toEqual([host, true]);
    }
    for (const host of ["example.com", "x.api.example.com", "example.org", "evilexample.org", "api.example.com.evil"]) {
      expect([host, isAmongHosts(host, hosts)]).toEqual([host, false]);
    }
    expect(isAmongHosts("example.com", [])).toBe(false);
  });
});

it("speaks to the web's ports, and to those above the well-known ones that no other protocol is known by", () => {
  for (const port of [80, 443, 1024, 3000, 8080, 8443, 65535])
    expect([port, refusePort(port)]).toEqual([port, undefined]);
  for (const port of [1, 22, 25, 53, 389, 445, 5060, 6000, 6667]) {
    expect([port, refusePort(port)]).toEqual([port, expect.any(String)]);
  }
});
