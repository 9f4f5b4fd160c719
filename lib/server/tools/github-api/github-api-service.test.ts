import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { GITHUB_ACTIONS, githubApiParameters } from "@/lib/builtin/github-api";
import { CANARY, canaryAcross, canaryRedactor } from "../testing/canary";
import { type LocalServer, localServer, type SeenRequest, sendJson } from "../testing/local-server";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { createGithubApiService } from "./github-api-service";
import { readGithubSettings } from "./github-settings";

const TOKEN = "ghp_canary1234567890";
let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function standIn(answer: (request: SeenRequest, response: ServerResponse) => void = answerWell) {
  server = await localServer(answer);
  return server;
}

const ISSUE = {
  number: 7,
  title: "Broken",
  state: "open",
  html_url: "https://github.example/o/r/issues/7",
  body: null,
  user: { login: "ann", id: 1 },
  labels: [{ name: "bug", color: "f00" }, "help"],
  assignees: [{ login: "bob" }],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-02T00:00:00Z",
};
const PULL = {
  ...ISSUE,
  head: { ref: "fix", sha: "1" },
  base: { ref: "main", sha: "2" },
  merged: true,
  mergeable: null,
};
const FILE = {
  type: "file",
  name: "a b.md",
  path: "docs/a b.md",
  sha: "abc",
  size: 5,
  html_url: "https://github.example/f",
  encoding: "base64",
};

/** GitHub's REST API as far as the tool uses it. */
function answerWell({ method, url, body }: SeenRequest, response: ServerResponse) {
  const path = url.split("?")[0];
  const answers: Record<string, unknown> = {
    "GET /repos/o/r": {
      id: 1,
      name: "r",
      full_name: "o/r",
      description: null,
      html_url: "https://github.example/o/r",
      default_branch: "trunk",
      stargazers_count: 3,
      forks_count: 2,
      open_issues_count: 1,
      language: "TypeScript",
      topics: ["tools"],
    },
    "GET /repos/o/r/issues": [ISSUE, { ...ISSUE, number: 8, pull_request: { url: "x" } }],
    "GET /repos/o/r/issues/7": ISSUE,
    "POST /repos/o/r/issues": { ...ISSUE, number: 9, ...parsed(body) },
    "PATCH /repos/o/r/issues/7": { ...ISSUE, ...parsed(body) },
    "GET /repos/o/r/pulls": [PULL],
    "GET /repos/o/r/pulls/7": PULL,
    "POST /repos/o/r/pulls": { ...PULL, number: 10 },
    "GET /repos/o/r/contents/docs/a%20b.md": { ...FILE, content: "aMOp\nbGxv\n" },
    "GET /repos/o/r/contents/image.png": { ...FILE, content: "iVBORw0KGgo=" },
    "GET /repos/o/r/contents/docs": [{ name: "a b.md", path: "docs/a b.md", type: "file", size: 5 }],
    "GET /repos/o/r/commits": [
      {
        sha: "0123456789abcdef",
        html_url: "https://github.example/c",
        commit: { message: "First line\n\nmore", author: { name: "Ann", date: "2026-01-01T00:00:00Z" } },
      },
    ],
    "GET /search/code": {
      total_count: 1,
      items: [{ path: "src/a.ts", html_url: "https://github.example/a", name: "a.ts" }],
    },
    "GET /search/issues": {
      total_count: 1,
      items: [{ number: 7, title: "Broken", html_url: "https://github.example/7" }],
    },
  };
  const answer = answers[`${method} ${path}`];
  if (answer === undefined) return sendJson(response, { message: "Not Found", documentation_url: "https://docs" }, 404);
  sendJson(response, answer);
}

const parsed = (body: string) => (body === "" ? {} : JSON.parse(body));

function ask(input: object, options: ServiceContextOptions & { token?: string } = {}) {
  const { token = TOKEN, ...rest } = options;
  const service = createGithubApiService(() =>
    readGithubSettings({ GITHUB_TOKEN: token, TOOLWRIGHT_GITHUB_URL: server?.origin }),
  );
  const context = serviceContext({ privateHosts: server === undefined ? [] : [server.host], ...rest });
  return service.execute(githubApiParameters.parse({ owner: "o", repo: "r", ...input }), context);
}

const last = () => server?.requests.at(-1);

describe("github_api", () => {
  it("introduces itself as GitHub wants it", async () => {
    await standIn();
    await ask({ action: "get_repo" });
    expect(last()?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      "user-agent": expect.any(String),
    });
  });

  it("tells a repository, an issue, a pull request in its own shapes", async () => {
    await standIn();
    expect(await ask({ action: "get_repo" })).toEqual({
      name: "r",
      fullName: "o/r",
      description: null,
      url: "https://github.example/o/r",
      defaultBranch: "trunk",
      stars: 3,
      forks: 2,
      openIssues: 1,
      language: "TypeScript",
      topics: ["tools"],
    });
    expect(await ask({ action: "get_issue", number: 7 })).toEqual({
      number: 7,
      title: "Broken",
      state: "open",
      url: "https://github.example/o/r/issues/7",
      body: null,
      author: "ann",
      labels: ["bug", "help"],
      assignees: ["bob"],
      createdAt: "2026-01-01T00:00:00Z",
      updatedAt: "2026-01-02T00:00:00Z",
    });
    expect(await ask({ action: "get_pr", number: 7 })).toMatchObject({
      head: "fix",
      base: "main",
      merged: true,
      mergeable: null,
    });
  });

  it("lists issues without the pull requests among them", async () => {
    await standIn();
    expect(
      await ask({ action: "list_issues", state: "all", labels: ["bug", "help"], perPage: 50, page: 2 }),
    ).toMatchObject([{ number: 7 }]);
    expect(last()?.url).toBe("/repos/o/r/issues?state=all&labels=bug%2Chelp&per_page=50&page=2");
    expect(await ask({ action: "list_prs" })).toMatchObject([{ number: 7, author: "ann", head: "fix", base: "main" }]);
    expect(last()?.url).toBe("/repos/o/r/pulls?per_page=30&page=1");
  });

  it("creates and updates with what was given and nothing else", async () => {
    await standIn();
    expect(await ask({ action: "create_issue", title: "New", body: "Text", labels: ["bug"] })).toEqual({
      number: 9,
      title: "New",
      url: "https://github.example/o/r/issues/7",
      created: true,
    });
    expect(parsed(last()?.body ?? "")).toEqual({ title: "New", body: "Text", labels: ["bug"] });
    expect(await ask({ action: "update_issue", number: 7, state: "closed", body: "" })).toMatchObject({
      state: "closed",
      updated: true,
    });
    expect(last()).toMatchObject({ method: "PATCH", body: '{"body":"","state":"closed"}' });
    expect(await ask({ action: "create_pr", title: "Fix", head: "fix", base: "main" })).toMatchObject({
      number: 10,
      created: true,
    });
    expect(parsed(last()?.body ?? "")).toEqual({ title: "Fix", head: "fix", base: "main" });
  });

  it("decodes a file's text, keeps bytes as base64, and lists a directory", async () => {
    await standIn();
    expect(await ask({ action: "get_file", path: "docs/a b.md", ref: "v1" })).toMatchObject({
      content: "héllo",
      encoding: "utf-8",
      truncated: false,
    });
    expect(last()?.url).toBe("/repos/o/r/contents/docs/a%20b.md?ref=v1");
    expect(await ask({ action: "get_file", path: "image.png" })).toMatchObject({
      content: "iVBORw0KGgo=",
      encoding: "base64",
    });
    expect(await ask({ action: "get_file", path: "docs" })).toMatchObject({
      type: "directory",
      entries: [{ path: "docs/a b.md" }],
    });
  });

  it("keeps no half of a value that a cut goes through: of a file, of words of an error", async () => {
    const content = Buffer.from(canaryAcross(100_000, 150_000)).toString("base64");
    await standIn(({ url }, response) => {
      if (url.includes("/contents/")) sendJson(response, { ...FILE, content });
      else sendJson(response, { message: canaryAcross(1_000, 1_500) }, 500);
    });
    const redacted = { redactor: canaryRedactor };
    const file = (await ask({ action: "get_file", path: "docs/a b.md" }, redacted)) as { content: string };
    expect(file).toMatchObject({ truncated: true, content: "x".repeat(100_000 - CANARY.length / 2) });
    const refused = (await ask({ action: "get_repo" }, redacted)) as { error: string };
    expect(refused.error).toMatch(/^GitHub API error 500: x+…$/);
  });

  it("lists commits and searches within the repository", async () => {
    await standIn();
    expect(await ask({ action: "list_commits", ref: "fix", path: "src" })).toEqual([
      {
        sha: "0123456",
        fullSha: "0123456789abcdef",
        message: "First line",
        author: "Ann",
        date: "2026-01-01T00:00:00Z",
        url: "https://github.example/c",
      },
    ]);
    expect(last()?.url).toBe("/repos/o/r/commits?sha=fix&path=src&per_page=30&page=1");
    expect(await ask({ action: "search_code", query: "a & b" })).toEqual({
      totalCount: 1,
      results: [{ path: "src/a.ts", url: "https://github.example/a" }],
    });
    expect(last()?.url).toBe("/search/code?q=a+%26+b+repo%3Ao%2Fr&per_page=30&page=1");
    expect(await ask({ action: "search_issues", query: "x" })).toMatchObject({
      results: [{ number: 7, title: "Broken" }],
    });
  });

  it.each([
    ["get_issue", {}, "Issue number required"],
    ["update_issue", {}, "Issue number required"],
    ["update_issue", { number: 7 }, "Nothing to update: give title, body, state, labels or assignees"],
    ["create_issue", {}, "Issue title required"],
    ["get_pr", {}, "PR number required"],
    ["create_pr", {}, "PR title required"],
    ["create_pr", { title: "t" }, "Head branch required"],
    ["create_pr", { title: "t", head: "h" }, "Base branch required"],
    ["get_file", {}, "File path required"],
    ["get_file", { path: "../../../user" }, "File path required"],
    ["search_code", {}, "Search query required"],
    ["search_issues", { query: "" }, "Search query required"],
  ])("says what %s with %j lacks, and sends nothing", async (action, input, error) => {
    await standIn();
    expect(await ask({ action, ...input })).toEqual({ error, action });
    expect(server?.requests).toEqual([]);
  });

  it("needs a token, and takes a granted secret before the operator's own", async () => {
    await standIn();
    expect(await ask({ action: "get_repo" }, { token: "" })).toEqual({
      error: "GITHUB_TOKEN environment variable not set",
      action: "get_repo",
    });
    const granted = { GITHUB_TOKEN: { value: "ghp_mine", target: "127.0.0.1" } };
    await ask({ action: "get_repo" }, { granted });
    expect(last()?.headers.authorization).toBe("Bearer ghp_mine");
  });

  it("repeats GitHub's own words, without the token", async () => {
    await standIn((_request, response) =>
      sendJson(
        response,
        { message: `Validation Failed for ${TOKEN}`, errors: [{ field: "title", code: "missing" }] },
        422,
      ),
    );
    expect(await ask({ action: "get_repo" })).toEqual({
      error: 'GitHub API error 422: Validation Failed for [key] [{"field":"title","code":"missing"}]',
      action: "get_repo",
    });
  });

  it("says when a rate limit ends", async () => {
    await standIn((_request, response) =>
      sendJson(response, { message: "API rate limit exceeded" }, 403, {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1796083200",
      }),
    );
    expect(await ask({ action: "get_repo" })).toEqual({
      error: "GitHub API error 403: API rate limit exceeded (rate limit: it is reset at 2026-12-01T00:00:00.000Z)",
      action: "get_repo",
    });
    await server?.close();
    await standIn((_request, response) => sendJson(response, { message: "Slow down" }, 429, { "retry-after": "30" }));
    expect(await ask({ action: "get_repo" })).toMatchObject({
      error: "GitHub API error 429: Slow down (rate limit: try again in 30 s)",
    });
    await server?.close();
    await standIn((_request, response) =>
      sendJson(response, { message: "Forbidden" }, 403, { "x-ratelimit-remaining": "9" }),
    );
    expect(await ask({ action: "get_repo" })).toMatchObject({ error: "GitHub API error 403: Forbidden" });
  });

  it("ends with the call", async () => {
    await standIn(() => {});
    const controller = new AbortController();
    const asking = ask({ action: "get_repo" }, { signal: controller.signal });
    await expect.poll(() => server?.requests.length).toBe(1);
    controller.abort();
    expect(await asking).toEqual({ error: "GitHub API request aborted", action: "get_repo" });
    await expect.poll(() => server?.aborted).toBe(1);
  });

  it("asks a person before anything is written, and for nothing else", () => {
    const service = createGithubApiService();
    const asks = GITHUB_ACTIONS.filter((action) =>
      service.needsApproval(githubApiParameters.parse({ action, owner: "o", repo: "r" })),
    );
    expect(asks).toEqual(["create_issue", "update_issue", "create_pr"]);
  });

  it("takes no name that would lead elsewhere", () => {
    for (const [owner, repo] of [
      ["o/x", "r"],
      ["..", "r"],
      ["o", ".."],
      ["o", "."],
      ["o", "r/../x"],
      ["o", "r?x"],
      ["", "r"],
    ]) {
      expect(githubApiParameters.safeParse({ action: "get_repo", owner, repo }).success).toBe(false);
    }
  });
});
