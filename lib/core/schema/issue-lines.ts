import type { z } from "zod";

/** One thing that is wrong with a value. `path` is dotted, with `[n]` for array items; empty for the whole value. */
export interface Issue {
  path: string;
  message: string;
}

const ISSUES_LIMIT = 20;
const MESSAGE_LIMIT = 200;

/** A Zod error as short issues: what a model needs to try again, without the JSON dump and the regular expressions. */
export function zodIssues(error: z.core.$ZodError): Issue[] {
  return limited(error.issues.map((issue) => ({ path: pathText(issue.path), message: issueMessage(issue) })));
}

/** `path: message` lines; a message about the whole value stands alone. */
export function issueLines(issues: z.core.$ZodError | readonly Issue[]): string[] {
  const list = "issues" in issues ? zodIssues(issues) : issues;
  return list.map((issue) => (issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`));
}

export function limited(issues: Issue[]): Issue[] {
  const kept = issues.slice(0, ISSUES_LIMIT).map((issue) => ({ path: clip(issue.path), message: clip(issue.message) }));
  if (issues.length > ISSUES_LIMIT) kept.push({ path: "", message: `and ${issues.length - ISSUES_LIMIT} more` });
  return kept;
}

export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? String(step) : `.${String(step)}`))
    .join("");
}

function issueMessage(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? `is required (expected ${issue.expected})`
        : withoutLead(issue.message);
    case "invalid_union":
      return unionMessage(issue);
    case "unrecognized_keys":
      return `has no ${issue.keys.length === 1 ? "member" : "members"} ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "invalid_key":
    case "invalid_element": {
      const inner = issue.issues[0];
      return inner === undefined
        ? withoutLead(issue.message)
        : `${withoutLead(issue.message)} (${issueMessage(inner)})`;
    }
    default:
      return withoutLead(issue.message);
  }
}

function unionMessage(issue: z.core.$ZodIssueInvalidUnion): string {
  if (issue.errors.length === 0) return withoutLead(issue.message);
  const branches = issue.errors.map((branch) => {
    const first = branch[0];
    if (first === undefined) return "does not match";
    const path = pathText(first.path);
    return path === "" ? issueMessage(first) : `${path} ${issueMessage(first)}`;
  });
  return `fits none of the ${branches.length} alternatives: ${Array.from(new Set(branches)).slice(0, 4).join(" | ")}`;
}

function withoutLead(message: string): string {
  return message.replace(/^Invalid input: /, "");
}

function clip(text: string): string {
  return text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT)}…` : text;
}
