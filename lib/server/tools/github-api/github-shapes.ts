import "server-only";
import { z } from "zod";

/*
 * What is read of GitHub's answers, and the shape that a tool is given. Only members that are read are checked: GitHub adds
 * others at any time.
 */

const user = z
  .object({ login: z.string() })
  .nullish()
  .transform((value) => value?.login ?? null);
const labels = z
  .array(z.union([z.string(), z.object({ name: z.string().nullish() })]))
  .nullish()
  .transform((list) => (list ?? []).map((label) => (typeof label === "string" ? label : (label.name ?? ""))));
const assignees = z
  .array(z.object({ login: z.string() }))
  .nullish()
  .transform((list) => (list ?? []).map(({ login }) => login));
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const branch = z.object({ ref: z.string() }).transform(({ ref }) => ref);

export const repository = z
  .object({
    name: z.string(),
    full_name: z.string(),
    description: text,
    html_url: z.string(),
    default_branch: z.string(),
    stargazers_count: z.number(),
    forks_count: z.number(),
    open_issues_count: z.number(),
    language: text,
    topics: z.array(z.string()).default([]),
  })
  .transform((repo) => ({
    name: repo.name,
    fullName: repo.full_name,
    description: repo.description,
    url: repo.html_url,
    defaultBranch: repo.default_branch,
    stars: repo.stargazers_count,
    forks: repo.forks_count,
    openIssues: repo.open_issues_count,
    language: repo.language,
    topics: repo.topics,
  }));

const issueMembers = {
  number: z.number(),
  title: z.string(),
  state: z.string(),
  html_url: z.string(),
  body: text,
  user,
  labels,
  assignees,
  created_at: z.string(),
  updated_at: z.string(),
};

/** GitHub lists pull requests among the issues; they are no issues here. */
export const issueList = z
  .array(z.object({ ...issueMembers, pull_request: z.unknown().optional() }))
  .transform((list) =>
    list
      .filter((issue) => issue.pull_request === undefined || issue.pull_request === null)
      .map((issue) => ({
        number: issue.number,
        title: issue.title,
        state: issue.state,
        url: issue.html_url,
        author: issue.user,
        labels: issue.labels,
        createdAt: issue.created_at,
      })),
  );

export const issue = z.object(issueMembers).transform((value) => ({
  number: value.number,
  title: value.title,
  state: value.state,
  url: value.html_url,
  body: value.body,
  author: value.user,
  labels: value.labels,
  assignees: value.assignees,
  createdAt: value.created_at,
  updatedAt: value.updated_at,
}));

const written = z.object({ number: z.number(), title: z.string(), state: z.string(), html_url: z.string() });

export const created = written.transform((value) => ({
  number: value.number,
  title: value.title,
  url: value.html_url,
  created: true,
}));

export const updated = written.transform((value) => ({
  number: value.number,
  title: value.title,
  state: value.state,
  url: value.html_url,
  updated: true,
}));

const pullMembers = { ...issueMembers, head: branch, base: branch };

export const pullList = z.array(z.object(pullMembers)).transform((list) =>
  list.map((pull) => ({
    number: pull.number,
    title: pull.title,
    state: pull.state,
    url: pull.html_url,
    author: pull.user,
    head: pull.head,
    base: pull.base,
    createdAt: pull.created_at,
  })),
);

export const pull = z
  .object({ ...pullMembers, merged: z.boolean().default(false), mergeable: z.boolean().nullable().default(null) })
  .transform((value) => ({
    number: value.number,
    title: value.title,
    state: value.state,
    url: value.html_url,
    body: value.body,
    author: value.user,
    head: value.head,
    base: value.base,
    merged: value.merged,
    mergeable: value.mergeable,
    labels: value.labels,
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  }));

const MAX_FILE_CHARACTERS = 100_000;

export const file = z
  .object({
    type: z.literal("file"),
    name: z.string(),
    path: z.string(),
    sha: z.string(),
    size: z.number(),
    html_url: text,
    content: z.string(),
    encoding: z.string(),
  })
  .transform((value) => {
    const { content, encoding } = fileContent(value);
    return {
      name: value.name,
      path: value.path,
      sha: value.sha,
      size: value.size,
      url: value.html_url,
      content: content.slice(0, MAX_FILE_CHARACTERS),
      encoding,
      truncated: content.length > MAX_FILE_CHARACTERS,
    };
  });

/** Text as text; bytes that are no text stay base64. Over 1 MB GitHub gives no content at all, and says so by `none`. */
function fileContent({ content, encoding }: { content: string; encoding: string }): {
  content: string;
  encoding: string;
} {
  if (encoding !== "base64") return { content, encoding: encoding === "none" ? "none" : "utf-8" };
  const bytes = Buffer.from(content, "base64");
  try {
    return { content: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { content: bytes.toString("base64"), encoding: "base64" };
  }
}

/** A path that is a directory answers with its entries. */
export const directory = z
  .array(z.object({ name: z.string(), path: z.string(), type: z.string(), size: z.number() }))
  .transform((entries) => ({ type: "directory", entries }));

export const commitList = z
  .array(
    z.object({
      sha: z.string(),
      html_url: z.string(),
      commit: z.object({
        message: z.string(),
        author: z.object({ name: z.string().nullish(), date: z.string().nullish() }).nullish(),
      }),
    }),
  )
  .transform((list) =>
    list.map(({ sha, html_url, commit }) => ({
      sha: sha.slice(0, 7),
      fullSha: sha,
      message: commit.message.split("\n")[0] ?? "",
      author: commit.author?.name ?? null,
      date: commit.author?.date ?? null,
      url: html_url,
    })),
  );

export const codeFound = z
  .object({ total_count: z.number(), items: z.array(z.object({ path: z.string(), html_url: z.string() })) })
  .transform(({ total_count, items }) => ({
    totalCount: total_count,
    results: items.map(({ path, html_url }) => ({ path, url: html_url })),
  }));

export const issuesFound = z
  .object({
    total_count: z.number(),
    items: z.array(z.object({ number: z.number(), title: z.string(), html_url: z.string() })),
  })
  .transform(({ total_count, items }) => ({
    totalCount: total_count,
    results: items.map(({ number, title, html_url }) => ({ number, title, url: html_url })),
  }));
