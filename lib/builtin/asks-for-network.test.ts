import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asksForNetwork } from "./asks-for-network";

describe("asksForNetwork", () => {
  it.each([
    "curl https://a.example",
    "curl",
    "cd x && wget -q a.example",
    "ls | xargs -n 1 curl -s",
    "bash -c 'curl a.example'",
    'echo "$(curl -s a.example)"',
    "x=`curl a.example`",
    "TOKEN=1 curl a.example",
    "if curl -sf a.example; then echo up; fi",
    "timeout 5 curl a.example",
    "find . -name '*.url' -exec curl {} \\;",
    "\\curl a.example",
    "/usr/bin/curl a.example",
    'eval "curl a.example"',
    "alias c=x; anything curl --option https://a.example",
    "node -e 'fetch(\"https://a.example\").then(console.log)'",
  ])("is asked before %s", (command) => {
    expect(asksForNetwork({ command })).toBe(true);
  });

  it.each([
    "ls -la",
    "grep -rn curl README.md",
    "grep 'curl' x",
    "cat > a.js <<'E'\nfetch('https://a.example')\nE\n",
    "cat curl.txt",
    "echo https://a.example",
    "node build.js",
    "./curl-all.sh",
  ])("is not asked before %s", (command) => {
    expect(asksForNetwork({ command })).toBe(false);
  });

  it("takes the word of the call for a command that hides it, and for one that only looks like it", () => {
    expect(asksForNetwork({ command: "bash fetch-all.sh", network: true })).toBe(true);
    expect(asksForNetwork({ command: "curl --version", network: false })).toBe(false);
  });

  it("answers for any text, in time that grows with it only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (command) => typeof asksForNetwork({ command }) === "boolean"),
    );
    const began = performance.now();
    asksForNetwork({ command: "xargs ".repeat(20_000) });
    asksForNetwork({ command: "curl ".repeat(20_000) });
    asksForNetwork({ command: "node ".repeat(20_000) });
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
