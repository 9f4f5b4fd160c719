import { z } from "zod";
import { errorText } from "@/lib/core/errors/error-text";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import { sandboxOf } from "./sandbox-of";

export const Glob = tool({
  name: "Glob",
  description:
    "Find files by a pattern such as `src/**/*.ts`. Understands **, *, ?, [abc] and {a,b}; a name with brackets, such as `app/[id]/page.tsx`, is found as it is written too. Leaves out .git, node_modules and what .gitignore names, unless include_ignored is set.",
  parameters: z.object({
    pattern: z.string().min(1).describe("The pattern, relative to cwd"),
    cwd: z.string().min(1).optional().describe("Where the search starts; the working directory when left out"),
    limit: z.int().min(1).max(10_000).default(1000).describe("Most paths to list"),
    include_ignored: z.boolean().default(false).describe("Also list ignored files"),
  }),
  category: "file",
  async execute({ pattern, cwd, limit, include_ignored: includeIgnored }, context) {
    const { paths, cut } = await sandboxOf(context, "Glob")
      .glob(pattern, { cwd, limit, includeIgnored })
      .catch((error: unknown) => {
        throw globError(error);
      });
    if (paths.length === 0) return `No files matched ${pattern}`;
    const lines = [`${paths.length} ${paths.length === 1 ? "match" : "matches"} for ${pattern}:`, ...paths];
    if (cut) lines.push(`(there are more: the limit of ${limit} cut the list)`);
    return lines.join("\n");
  },
});

function globError(error: unknown): Error {
  if (SandboxError.isInstance(error) && error.code === "not-supported") {
    return new Error("Glob is not supported by the active sandbox", { cause: error });
  }
  return new Error(`Glob failed: ${errorText(error) || "unknown reason"}`, { cause: error });
}
