import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server.js";
import { NextRequest } from "next/server.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { config, proxy } from "../proxy";

function matches(url: string, headers: Record<string, string> = {}): boolean {
  return unstable_doesMiddlewareMatch({ config, url, headers });
}

describe("proxy", () => {
  it("gives every page its own nonce and a policy that names it, and no style nonce", () => {
    const [one, two] = [1, 2].map(() => proxy(new NextRequest("http://localhost/")));
    const policy = one?.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]+' 'strict-dynamic' 'wasm-unsafe-eval';/);
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).toContain("style-src 'self' 'unsafe-inline';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(two?.headers.get("content-security-policy")).not.toBe(policy);
  });

  it("gives a browser its owner cookie once, and the page that is rendered sees it already", () => {
    const first = proxy(new NextRequest("http://localhost/"));
    const cookie = first.cookies.get("toolwright_owner");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/", secure: false });
    expect(first.headers.get("x-middleware-request-cookie")).toContain(cookie?.value);
    const again = proxy(
      new NextRequest("http://localhost/", { headers: { cookie: `toolwright_owner=${cookie?.value}` } }),
    );
    expect(again.cookies.get("toolwright_owner")).toBeUndefined();
  });

  it("marks the cookie as secure behind https, and replaces one that is no token", () => {
    const headers = { "x-forwarded-proto": "https", cookie: "toolwright_owner=guess" };
    expect(proxy(new NextRequest("http://localhost/", { headers })).cookies.get("toolwright_owner")).toMatchObject({
      secure: true,
    });
  });

  it("stands in front of pages only", () => {
    expect(["/", "/s/s_1", "/s/s_1/review", "/links"].map((url) => matches(url))).toEqual([true, true, true, true]);
    const others = ["/_next/static/chunks/a.js", "/api/live", "/tool-host", "/workers/shell.js", "/vs/loader.js"];
    expect(others.map((url) => matches(url))).toEqual(others.map(() => false));
    expect(matches("/", { "next-action": "abc" }), "a large action body must not pass through").toBe(false);
  });

  it("shows the page for unknown addresses where an address cannot be decoded", () => {
    const response = proxy(new NextRequest("http://localhost/s/%ff"));
    expect(response.headers.get("x-middleware-rewrite")).toBe("http://localhost/no-such-page");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
    const fine = proxy(new NextRequest("http://localhost/s/%C3%A4"));
    expect(fine.headers.get("x-middleware-rewrite")).toBeNull();
  });

  describe("frames of others", () => {
    afterEach(() => vi.unstubAllEnvs());

    function sources(directive: string): string | undefined {
      const policy = proxy(new NextRequest("http://localhost/")).headers.get("content-security-policy") ?? "";
      return policy.split("; ").find((line) => line.startsWith(`${directive} `));
    }

    it("come only from the WebContainer's host and its previews, and only the host may be asked", () => {
      vi.stubEnv("TOOLWRIGHT_WEBCONTAINER", "");
      expect(sources("frame-src")).toBe(
        "frame-src 'self' https://stackblitz.com https://*.webcontainer.io https://*.webcontainer-api.io",
      );
      expect(sources("connect-src")).toBe("connect-src 'self' https://stackblitz.com");
      expect(sources("script-src")).not.toContain("stackblitz");
    });

    it("come from nowhere when it is switched off", () => {
      vi.stubEnv("TOOLWRIGHT_WEBCONTAINER", "off");
      expect([sources("frame-src"), sources("connect-src")]).toEqual(["frame-src 'self'", "connect-src 'self'"]);
    });

    it("come from another host where the server names one", () => {
      vi.stubEnv("TOOLWRIGHT_WEBCONTAINER", "https://editor.example.com,https://*.previews.example.com");
      expect(sources("frame-src")).toBe("frame-src 'self' https://editor.example.com https://*.previews.example.com");
      expect(sources("connect-src")).toBe("connect-src 'self' https://editor.example.com");
    });
  });
});
