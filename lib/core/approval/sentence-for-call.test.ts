import { describe, expect, it } from "vitest";
import { riskOf } from "./risk";
import { sentenceForCall } from "./sentence-for-call";

describe("sentenceForCall", () => {
  it.each([
    ["rename_symbol", { from: "a", to: "b", path: "src/x.ts" }, "Rename symbol `a` to `b` in `src/x.ts`"],
    ["sendEmail", { to: "ana@example.org", subject: "Hi" }, "Send email with to `ana@example.org` and subject `Hi`"],
    ["tidy", {}, "Tidy"],
    ["set_flag", { on: false, ids: [1, 2] }, "Set flag with on `false` and ids 2 items"],
    ["Bash", { command: "ls -la" }, "Run `ls -la`"],
    ["Edit", { path: "a.ts", old_text: "x", new_text: "y\nz" }, "Replace `x` by 2 lines in `a.ts`"],
    ["Write", { path: "a.ts", content: "" }, "Write an empty text to `a.ts`"],
    ["exec", { command: "make", cwd: "site" }, "Run `make` in `site`"],
    ["file_delete", { path: "a.ts" }, "Delete `a.ts`"],
    ["Git", { command: "git", args: ["push", "--force"] }, "Git with command `git` and args `push`, `--force`"],
    [
      "http_request",
      { method: "POST", url: "https://x.example/a", body: "{}" },
      "Send a POST request to `https://x.example/a` with a body of 2 characters",
    ],
    [
      "send_email",
      { to: ["ana@x.example", "bo@x.example"], bcc: "eve@x.example", subject: "Hi", body: "…" },
      "Send an email to `ana@x.example` and `bo@x.example` with hidden copies to `eve@x.example`: `Hi`",
    ],
    [
      "github_api",
      { action: "update_issue", owner: "o", repo: "r", number: 3, state: "closed" },
      "Update issue `3` of `o/r` on GitHub",
    ],
    [
      "sql_query",
      { query: "DELETE FROM t", connectionString: "shop.db", readOnly: false },
      "Run a statement that may change data in `shop.db`: `DELETE FROM t`",
    ],
    ["sql_query", { query: "SELECT 1", readOnly: true }, "Read in `postgres`: `SELECT 1`"],
    ["web_search", { query: "x" }, "Search the web for `x`"],
    ["constructor", { toString: "x" }, "Constructor with to string `x`"],
  ])("says what %s %j wants to do", (tool, parameters, sentence) => {
    expect(sentenceForCall(tool, parameters)).toBe(sentence);
  });

  it("says how long a value is that it shortens", () => {
    expect(sentenceForCall("Bash", { command: "x".repeat(500) })).toMatch(/… ?`? ?.*\(500 characters\)$/);
  });
});

describe("riskOf", () => {
  it.each([
    [[], "find_todos", "low"],
    [["filesystem"], "rename_symbol", "medium"],
    [["network"], "fetch", "medium"],
    [["process"], "Bash", "high"],
    [["filesystem", "external"], "notify", "high"],
    [["filesystem"], "deleteFile", "high"],
    [[], "send-mail", "high"],
    [[], "sender_name", "low"],
  ] as const)("weighs %j of %s as %s", (sideEffects, tool, risk) => {
    expect(riskOf([...sideEffects], tool)).toBe(risk);
  });
});
