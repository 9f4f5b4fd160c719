import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { askService } from "./ask-service";

export const GITHUB_ACTIONS = [
  "get_repo",
  "list_issues",
  "get_issue",
  "create_issue",
  "update_issue",
  "list_prs",
  "get_pr",
  "create_pr",
  "get_file",
  "list_commits",
  "search_code",
  "search_issues",
] as const;
export type GithubAction = (typeof GITHUB_ACTIONS)[number];

const READING: ReadonlySet<string> = new Set<GithubAction>([
  "get_repo",
  "list_issues",
  "get_issue",
  "list_prs",
  "get_pr",
  "get_file",
  "list_commits",
  "search_code",
  "search_issues",
]);

export const githubApiParameters = z.object({
  action: z.enum(GITHUB_ACTIONS).describe("What to do; whatever creates or updates asks a person first"),
  owner: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, "is not the name of a user or organization")
    .describe("User or organization that owns the repository"),
  repo: z
    .string()
    .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/, "is not the name of a repository")
    .describe("Name of the repository"),
  number: z.int().min(1).optional().describe("Number of the issue or pull request"),
  title: z.string().max(256).optional().describe("Title of the issue or pull request"),
  body: z.string().max(65_536).optional().describe("Its text, in Markdown"),
  state: z.enum(["open", "closed", "all"]).optional().describe("Which ones to list; what an update sets"),
  labels: z.array(z.string().min(1).max(50)).max(100).optional().describe("Labels"),
  assignees: z.array(z.string().min(1).max(100)).max(10).optional().describe("Assignees"),
  path: z.string().max(4_096).optional().describe("File in the repository"),
  ref: z.string().max(255).optional().describe("Branch, tag or commit; the default branch when left out"),
  base: z.string().max(255).optional().describe("Branch that a pull request goes into"),
  head: z.string().max(255).optional().describe("Branch that a pull request comes from"),
  query: z.string().max(1_000).optional().describe("What to search for"),
  perPage: z.int().min(1).max(100).default(30).describe("Results on a page"),
  page: z.int().min(1).max(1_000).default(1).describe("Which page"),
});
export type GithubApiParameters = z.output<typeof githubApiParameters>;

/** Everything that is not known to read only. */
export function githubApiNeedsApproval({ action }: Pick<GithubApiParameters, "action">): boolean {
  return !READING.has(action);
}

export const githubApi = tool({
  name: "github_api",
  description:
    "Work with a GitHub repository: its facts, issues, pull requests, files, commits and search. Needs GITHUB_TOKEN on the server.",
  parameters: githubApiParameters,
  category: "development",
  tags: ["github", "git", "issues", "pull-requests", "code"],
  sideEffects: ["network", "external"],
  requiresApproval: githubApiNeedsApproval,
  execute: (params, context) => askService(context, "github_api", params),
});
