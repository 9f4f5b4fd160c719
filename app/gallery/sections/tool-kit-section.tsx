"use client";

import { CallCard } from "@/components/run/call-card";
import type { ApprovalState, CallState } from "@/lib/core/agent/run-state";
import { ok } from "@/lib/core/errors/result";
import { Specimen } from "../specimen";
import { okValue, result, settled, waitingCall } from "./sample-calls";

const ACTIONS = {
  decide: async () => ok(undefined),
  openPlace: () => undefined,
  openFile: () => undefined,
};

const mail = {
  to: ["ana@example.org", "Bo Berg <bo@example.org>"],
  cc: "team@example.org",
  bcc: "archive@example.org",
  subject: "The prices of March",
  body: "Hello,\n\nthe new prices are in the workspace.\n\nYours,\nthe agent",
  html: false,
};
const OUTSIDE: Pick<ApprovalState, "sideEffects" | "risk"> = { sideEffects: ["network", "external"], risk: "high" };

const CALLS: [string, CallState][] = [
  ["A mail waits", waitingCall("send_email", mail, OUTSIDE)],
  [
    "A request that changes something waits",
    waitingCall(
      "http_request",
      {
        url: "https://api.example.com/v1/orders?notify=true",
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer {{secret:SHOP_TOKEN}}" },
        body: '{\n  "item": "lamp",\n  "count": 2\n}',
        timeout: 30_000,
      },
      OUTSIDE,
    ),
  ],
  [
    "A granted command waits",
    waitingCall(
      "Git",
      { command: "git", args: ["push", "--force", "origin", "main"], cwd: "site" },
      { sideEffects: ["process"], risk: "high" },
    ),
  ],
  [
    "A statement that changes data waits",
    waitingCall(
      "sql_query",
      {
        query: "UPDATE products\n   SET price = price * ?\n WHERE shelf = ?",
        database: "sqlite",
        connectionString: "shop.db",
        params: [1.19, "lamps"],
        maxRows: 100,
        readOnly: false,
      },
      { sideEffects: ["database", "filesystem"] },
    ),
  ],
  [
    "An issue on GitHub waits",
    waitingCall(
      "github_api",
      {
        action: "create_issue",
        owner: "ada",
        repo: "shop",
        title: "Prices are rounded twice",
        body: "See `src/price.ts`.\n\n- once in `price()`\n- once in `total()`",
        labels: ["bug", "prices"],
        perPage: 30,
        page: 1,
      },
      OUTSIDE,
    ),
  ],
  [
    "Sent, and refused for one",
    settled(
      "send_email",
      mail,
      okValue({
        success: true,
        messageId: "<7f3a@mail.example.org>",
        provider: "smtp",
        from: "Toolwright <agent@example.org>",
        to: mail.to,
        accepted: ["ana@example.org", "team@example.org", "archive@example.org"],
        rejected: ["bo@example.org"],
      }),
    ),
  ],
  [
    "An answer that is JSON",
    settled(
      "http_request",
      { url: "https://api.example.com/v1/orders/7", method: "GET" },
      okValue({
        status: 200,
        statusText: "OK",
        headers: { "content-type": "application/json; charset=utf-8", etag: '"a1"', "set-cookie": ["a=1", "b=2"] },
        body: '{"id":7,"item":"lamp","count":2,"paid":false,"lines":[{"sku":"L-1","price":19.5}]}',
        truncated: false,
        url: "https://api.example.com/v1/orders/7",
        method: "GET",
      }),
    ),
  ],
  [
    "An answer that says no, and was cut",
    settled(
      "http_request",
      { url: "https://example.com/a/page/that/is/not/there" },
      okValue({
        status: 404,
        statusText: "Not Found",
        headers: { "content-type": "text/html" },
        body: "<!doctype html>\n<title>Not here</title>\n<p>This page is not here.</p>",
        truncated: true,
        url: "https://example.com/a/page/that/is/not/there",
        method: "GET",
      }),
    ),
  ],
  [
    "Pages that a search found",
    settled(
      "web_search",
      { query: "rounding prices with tax", maxResults: 3 },
      okValue({
        query: "rounding prices with tax",
        provider: "brave",
        answer: "Round once, at the end, and keep cents as whole numbers.",
        results: [
          {
            title: "Money is not a float",
            url: "https://example.com/money",
            snippet: "Why 0.1 + 0.2 has no place in an invoice, and what to use instead.",
            publishedAt: "2026-01-12",
          },
          {
            title: "Tax and the order of rounding",
            url: "https://docs.example.org/tax/rounding/a/very/long/path/that/does/not/fit/on/one/line/of/a/phone",
            snippet: "Per line or per invoice? Both are allowed; the difference is a cent.",
          },
        ],
      }),
    ),
  ],
  [
    "Rows of a database",
    settled(
      "sql_query",
      { query: "SELECT * FROM products ORDER BY price DESC", database: "sqlite", connectionString: "shop.db" },
      okValue({
        rows: Array.from({ length: 14 }, (_, index) => ({
          id: index + 1,
          name: ["Lamp", "Shelf, oak", "Chair"][index % 3] ?? "",
          price: (index + 1) * 12.5,
          note: index % 4 === 0 ? null : "from the spring catalogue, with a text that is longer than most",
          tags: index % 3 === 0 ? ["new", "sale"] : [],
        })),
        rowCount: 14,
        truncated: true,
        database: "sqlite",
        executionTime: 3,
        notice: "There are more rows; only the first 14 are given.",
      }),
    ),
  ],
  [
    "A cut result that is kept whole",
    settled(
      "web_scrape",
      { url: "https://example.com/long" },
      {
        status: "ok",
        result: {
          parts: [{ type: "text", text: "The beginning…\n[… 812,000 characters cut …]\n…the end." }],
          empty: false,
          truncated: true,
          bytes: 824_000,
          wholeAt: ".toolwright/results/c_1.txt",
        },
      },
    ),
  ],
  [
    "Shares values with later calls",
    settled(
      "log_in",
      { user: "ana" },
      { status: "ok", result: result([{ type: "text", text: "Logged in." }]), assigns: { user: "ana", cart: [7, 9] } },
    ),
  ],
  [
    "An error with what belongs to it",
    settled(
      "web_search",
      { query: "prices", provider: "tavily" },
      {
        status: "failed",
        text: 'API key not found for tavily. Set TAVILY_API_KEY environment variable.\n{"query":"prices","provider":"tavily"}',
      },
    ),
  ],
  [
    "A secret that is not granted",
    settled(
      "http_request",
      { url: "https://elsewhere.example", method: "GET" },
      {
        status: "failed",
        text: 'The secret "SHOP_TOKEN" is not granted to this tool for elsewhere.example\n{"url":"https://elsewhere.example","method":"GET"}',
      },
    ),
  ],
];

/** What the built-in tools that reach outside ask for, and what they bring back. */
export function ToolKitSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      {CALLS.map(([caption, call]) => (
        <Specimen key={caption} caption={caption}>
          <CallCard
            call={call}
            runId="r_sample"
            actions={ACTIONS}
            asker={{ agentName: "shop", model: "script.json", prompt: "Bring the prices up to date" }}
          />
        </Specimen>
      ))}
    </div>
  );
}
