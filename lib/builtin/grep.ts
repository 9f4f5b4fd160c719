import { z } from "zod";
import { errorText } from "@/lib/core/errors/error-text";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import { sandboxOf } from "./sandbox-of";

/** A line break in a pattern, as itself or as `\n` after an even number of backslashes. */
const LINE_BREAK = /\n|(?<!\\)(?:\\\\)*\\[nr]/;
const SINGLE_LINES = "\n(lines are searched one by one, so a pattern with a line break matches nothing)";

export const Grep = tool({
  name: "Grep",
  description:
    "Search file contents, line by line, with a JavaScript regular expression (lookbehind works; possessive and atomic groups do not). Binary and ignored files are left out.",
  parameters: z.object({
    pattern: z.string().min(1).describe("The regular expression"),
    path: z.string().min(1).optional().describe("Directory or file to search; the working directory when left out"),
    glob: z.string().min(1).optional().describe("Only files whose path matches, such as `*.ts` or `src/**/*.{ts,tsx}`"),
    case_sensitive: z.boolean().default(true).describe("Whether upper and lower case differ"),
    limit: z.int().min(1).max(5000).default(200).describe("Most matches to list"),
    include_ignored: z.boolean().default(false).describe("Also search ignored files"),
  }),
  category: "file",
  async execute(parameters, context) {
    const { pattern, path, glob, limit } = parameters;
    const { matches, cut, binaryFilesSkipped } = await sandboxOf(context, "Grep")
      .grep(pattern, {
        path,
        glob,
        caseSensitive: parameters.case_sensitive,
        limit,
        includeIgnored: parameters.include_ignored,
      })
      .catch((error: unknown) => {
        throw grepError(error, path);
      });
    const lines = matches.map((match) => `${match.path}:${match.line}: ${match.text}`);
    if (lines.length === 0) lines.push(`No matches for ${pattern}${LINE_BREAK.test(pattern) ? SINGLE_LINES : ""}`);
    if (cut) lines.push(`(there are more: the limit of ${limit} cut the list)`);
    if (binaryFilesSkipped > 0) lines.push(`(${binaryFilesSkipped} binary file(s) skipped)`);
    return lines.join("\n");
  },
});

function grepError(error: unknown, path: string | undefined): Error {
  const reason = errorText(error) || "unknown reason";
  if (!SandboxError.isInstance(error)) return new Error(`Grep failed: ${reason}`, { cause: error });
  switch (error.code) {
    case "not-supported":
      return new Error("Grep is not supported by the active sandbox", { cause: error });
    case "invalid-regex":
      return new Error(reason.startsWith("Invalid regex") ? reason : `Invalid regex: ${reason}`, { cause: error });
    case "not-found":
      return new Error(`Path not found: ${path ?? "."}`, { cause: error });
    default:
      return new Error(`Grep failed: ${reason}`, { cause: error });
  }
}
