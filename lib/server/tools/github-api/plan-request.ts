import "server-only";
import type { z } from "zod";
import type { GithubApiParameters } from "@/lib/builtin/github-api";
import type { JsonValue } from "@/lib/core/errors/json-value";
import {
  codeFound,
  commitList,
  created,
  directory,
  file,
  issue,
  issueList,
  issuesFound,
  pull,
  pullList,
  repository,
  updated,
} from "./github-shapes";

export interface GithubRequest {
  method: "GET" | "POST" | "PATCH";
  /** Path and query below the API's address. */
  path: string;
  body?: { [member: string]: JsonValue };
  /** How the answer is read. */
  shape: z.ZodType<JsonValue>;
}

/** What an action asks of GitHub; a text instead says in the documented words what is missing. */
export function planRequest(params: GithubApiParameters): GithubRequest | string {
  const { action, number, title, body, state, labels, assignees, ref, base, head, query, perPage, page } = params;
  const repo = `/repos/${encodeURIComponent(params.owner)}/${encodeURIComponent(params.repo)}`;
  const list = (extra: Record<string, string | undefined> = {}) => queryOf({ ...extra, per_page: perPage, page });
  const get = (path: string, shape: GithubRequest["shape"]): GithubRequest => ({ method: "GET", path, shape });
  switch (action) {
    case "get_repo":
      return get(repo, repository);
    case "list_issues":
      return get(`${repo}/issues${list({ state, labels: labels?.join(",") })}`, issueList);
    case "get_issue":
      return number === undefined ? "Issue number required" : get(`${repo}/issues/${number}`, issue);
    case "create_issue":
      if (!title) return "Issue title required";
      return {
        method: "POST",
        path: `${repo}/issues`,
        body: given({ title, body, labels, assignees }),
        shape: created,
      };
    case "update_issue": {
      if (number === undefined) return "Issue number required";
      if (state === "all") return "An issue can be open or closed; all is for lists only";
      const change = given({ title: title || undefined, body, state, labels, assignees });
      if (Object.keys(change).length === 0) return "Nothing to update: give title, body, state, labels or assignees";
      return { method: "PATCH", path: `${repo}/issues/${number}`, body: change, shape: updated };
    }
    case "list_prs":
      return get(`${repo}/pulls${list({ state, base, head })}`, pullList);
    case "get_pr":
      return number === undefined ? "PR number required" : get(`${repo}/pulls/${number}`, pull);
    case "create_pr":
      if (!title) return "PR title required";
      if (!head) return "Head branch required";
      if (!base) return "Base branch required";
      return { method: "POST", path: `${repo}/pulls`, body: given({ title, body, head, base }), shape: created };
    case "get_file": {
      const path = filePath(params.path);
      if (path === undefined) return "File path required";
      return get(`${repo}/contents/${path}${queryOf({ ref })}`, file.or(directory));
    }
    case "list_commits":
      return get(`${repo}/commits${list({ sha: ref, path: params.path })}`, commitList);
    case "search_code":
    case "search_issues": {
      if (!query) return "Search query required";
      const found = queryOf({ q: `${query} repo:${params.owner}/${params.repo}`, per_page: perPage, page });
      return action === "search_code"
        ? get(`/search/code${found}`, codeFound)
        : get(`/search/issues${found}`, issuesFound);
    }
  }
}

/** Encoded segment by segment; a path that would leave the repository's contents is none. */
function filePath(path: string | undefined): string | undefined {
  const segments = (path ?? "").split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.length === 0 || segments.includes("..")) return undefined;
  return segments.map(encodeURIComponent).join("/");
}

function queryOf(members: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, String(value)]],
    ),
  ).toString();
  return query === "" ? "" : `?${query}`;
}

function given(members: Record<string, JsonValue | undefined>): { [member: string]: JsonValue } {
  const kept: { [member: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value;
  return kept;
}
