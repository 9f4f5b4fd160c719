// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { encodeResult } from "@/lib/core/call/encode-result";
import { TooltipProvider } from "../../ui/tooltip";
import { RENDERERS, rendererFor } from "./renderer-registry";

afterEach(cleanup);

/** Of `lib/builtin`, which the screens do not import: a name here that no tool has would never be drawn. */
const sources = import.meta.glob<string>("../../../lib/builtin/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

function drawn(tool: string, values: Record<string, string>, returned: unknown): string {
  const result = encodeResult(returned);
  const text = result.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const node = rendererFor(tool).result?.(text, values, result);
  return render(<TooltipProvider>{node}</TooltipProvider>).container.textContent ?? "";
}

describe("the renderers of the built-in tools", () => {
  it("go by names that the tools have", () => {
    const code = Object.values(sources).join("\n");
    expect(Object.keys(sources).length).toBeGreaterThan(20);
    for (const name of RENDERERS.keys()) expect(code).toContain(`name: "${name}"`);
  });

  it("draw what exec printed on both streams, and its exit code", () => {
    const returned = { stdout: "out\n", stderr: "err\n", exitCode: 3, command: "x" };
    const text = drawn("exec", { command: "x" }, returned);
    expect(text).toContain("out\nerr");
    expect(text).toContain("exit code 3");
    expect(text).not.toContain("stdout");
  });

  it("draw the file that file_read gave, and leave bytes to the JSON view", () => {
    const returned = { content: "const a = 1;", path: "a.ts", encoding: "utf-8", size: 12 };
    expect(drawn("file_read", { path: "a.ts" }, returned)).toContain("const a = 1;");
    expect(drawn("file_read", { path: "a.ts" }, returned)).not.toContain("encoding");
    expect(drawn("file_read", { path: "a.ts" }, { ...returned, encoding: "base64" })).toBe("");
  });

  it("draw the rows of a database as a table, and an answer of another shape as JSON", () => {
    const returned = {
      rows: [
        { name: "Ada", age: 36, note: null },
        { name: "Grace", age: 85, note: { born: 1906 } },
      ],
      rowCount: 2,
      truncated: true,
      database: "sqlite",
      executionTime: 3,
      notice: "There are more rows; only the first 2 are given.",
    };
    const text = drawn("sql_query", { query: "SELECT" }, returned);
    expect(text).toContain("nameagenoteAda36nullGrace85");
    expect(text).toContain("2 rows from sqlite, 3 ms");
    expect(text).toContain("There are more rows");
    expect(document.querySelectorAll("th[scope=col]")).toHaveLength(3);
    expect(drawn("sql_query", {}, { ...returned, rows: [], rowCount: 0 })).toContain("No rows.");
    expect(drawn("sql_query", {}, { rows: "none" })).toBe("");
  });

  it("draw an answer of the web with its status, its headers folded and its JSON as a tree", () => {
    const answer = {
      status: 404,
      statusText: "Not Found",
      headers: { "content-type": "application/problem+json", "set-cookie": ["a=1", "b=2"] },
      body: '{"title":"no such thing"}',
      truncated: true,
      url: "https://api.example.com/things/7",
      method: "GET",
    };
    const text = drawn("http_request", { url: answer.url }, answer);
    expect(text).toContain("404 Not FoundGET https://api.example.com/things/7");
    expect(text).toContain("3 headers");
    expect(text).toContain("set-cookiea=1set-cookieb=2");
    expect(text).toContain('title: "no such thing"');
    expect(text).toContain("only its beginning was read");
    expect(document.querySelector("details")?.open).toBe(false);
    cleanup();
    expect(drawn("http_request", {}, { ...answer, body: "<!doctype", headers: {} })).toContain("<!doctype");
    expect(drawn("http_request", {}, { ...answer, body: "AAEC", encoding: "base64" })).toContain(
      "3 B that are no text",
    );
    expect(drawn("http_request", {}, { ...answer, body: "" })).toContain("The answer has no body.");
    expect(drawn("http_request", {}, { ok: true })).toBe("");
  });

  it("draw what a search found as links, and no link to what is no web address", () => {
    const result = { title: "A page", url: "https://example.com/a", snippet: "What it says", score: 0.5 };
    const text = drawn(
      "web_search",
      { query: "x" },
      {
        query: "x",
        provider: "brave",
        answer: "In short.",
        results: [result, { ...result, title: "A trick", url: "javascript:alert(1)" }],
      },
    );
    expect(text).toContain("In short.");
    expect(text).toContain("2 results from brave");
    expect([...document.querySelectorAll("a")].map(({ href, rel }) => ({ href, rel }))).toEqual([
      { href: "https://example.com/a", rel: "noopener noreferrer nofollow" },
    ]);
    expect(drawn("web_search", {}, { results: [] })).toContain("Nothing was found.");
    expect(drawn("web_search", {}, { results: [{ title: 3 }] })).toBe("");
  });

  it("draw a mail as a mail, its hidden copies too, and who did not get it", () => {
    const values = { to: ["ana@example.org", "bo@example.org"], bcc: "eve@example.org", subject: "Hi", body: "Text" };
    const message = render(rendererFor("send_email").preview?.(values)).container.textContent;
    expect(message).toBe("Toana@example.org, bo@example.orgHidden copies toeve@example.orgSubjectHiTextText");
    const sent = {
      success: true,
      messageId: "<1@x>",
      provider: "smtp",
      from: "me@example.org",
      to: ["ana@example.org"],
      accepted: ["ana@example.org"],
      rejected: ["bo@example.org"],
    };
    expect(drawn("send_email", {}, sent)).toContain("Refused forbo@example.org");
    expect(drawn("send_email", {}, { success: false })).toBe("");
  });
});
