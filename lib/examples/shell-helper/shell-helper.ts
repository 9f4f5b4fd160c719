import type { ExampleSession } from "../example-session";

const agentFile = `import { agent, codingTools } from "toolwright";
import { countLines } from "./tools/count_lines";
import { removeFiles } from "./tools/remove_files";

export default agent({
  name: "housekeeper",
  instructions: "You keep the workspace small. Count first, propose, and remove only what a person agreed to.",
  tools: [...codingTools(), countLines, removeFiles],
  limits: { steps: 10 },
});
`;

const countLinesFile = `import { tool } from "toolwright";
import { z } from "zod";

export const countLines = tool({
  name: "count_lines",
  description: "Count the lines of the files that match a glob pattern, with the shell's own wc.",
  parameters: z.object({
    pattern: z.string().default("**/*").describe("Which files"),
    top: z.number().int().min(1).max(50).default(10).describe("How many of the longest to list"),
  }),
  sideEffects: ["process"],
  timeout: 20_000,
  async execute({ pattern, top }, context) {
    const { paths } = await context.sandbox.glob(pattern);
    const files: { file: string; lines: number }[] = [];
    for (const [index, file] of paths.entries()) {
      context.progress(\`\${index + 1} of \${paths.length}\`, (index + 1) / paths.length);
      if ((await context.sandbox.stat(file)).type !== "file") continue;
      const quoted = \`'\${file.replaceAll("'", "'\\\\''")}'\`;
      const counted = await context.sandbox.exec(\`wc -l < \${quoted}\`, { signal: context.signal });
      if (counted.exitCode !== 0) context.log(\`\${file}: \${counted.stderr.trim()}\`);
      else files.push({ file, lines: Number(counted.stdout.trim()) });
    }
    files.sort((a, b) => b.lines - a.lines);
    return { files: files.length, longest: files.slice(0, top) };
  },
});
`;

const removeFilesFile = `import { tool } from "toolwright";
import { z } from "zod";

export const removeFiles = tool({
  name: "remove_files",
  description: "Remove files by their exact paths. Always asks a person.",
  parameters: z.object({
    paths: z.array(z.string()).min(1).max(50),
    reason: z.string().min(5).describe("Why they are not needed any more"),
  }),
  sideEffects: ["filesystem"],
  requiresApproval: true,
  async execute({ paths }, context) {
    const removed: string[] = [];
    for (const path of paths) {
      await context.sandbox.remove(path);
      context.log(\`removed \${path}\`);
      removed.push(path);
    }
    return { removed };
  },
});
`;

const script = {
  name: "housekeeper",
  scenarios: [
    {
      when: ["clean", "log", "space", "remove"],
      steps: [
        {
          say: "I count lines and look for old logs.",
          calls: [
            { tool: "count_lines", arguments: { pattern: "logs/*.log" } },
            { tool: "Bash", arguments: { command: "ls -1 logs | sort" } },
          ],
        },
        {
          say: "The two oldest hold nothing that is still open. May I remove them?",
          calls: [
            {
              tool: "remove_files",
              arguments: {
                paths: ["logs/2025-11.log", "logs/2025-12.log"],
                reason: "Older than a month, and no error in them is open",
              },
            },
          ],
        },
        { say: "The answer was: {{result.remove_files}}" },
      ],
    },
  ],
};

const logOf = (month: string, lines: number) =>
  Array.from({ length: lines }, (_value, index) => {
    const day = String((index % 28) + 1).padStart(2, "0");
    const level = index % 9 === 4 ? "warn" : "info";
    return `${month}-${day} ${level} backup of ledger.db took ${3 + ((index * 7) % 11)} s`;
  })
    .join("\n")
    .concat("\n");

export const shellHelper: ExampleSession = {
  name: "shell-helper",
  title: "Keep house in the shell",
  summary: "Count with the shell, report progress, and ask before anything is removed.",
  definition: {
    files: {
      "agent.ts": agentFile,
      "tools/count_lines.ts": countLinesFile,
      "tools/remove_files.ts": removeFilesFile,
      "script.json": `${JSON.stringify(script, null, 2)}\n`,
    },
  },
  workspace: {
    "README.md": "# Backups\n\n`logs/` holds one file a month. Anything older than a month may go.\n",
    "bin/backup.sh": '#!/bin/sh\nset -e\ncp ledger.db "backups/$(date +%F).db"\n',
    "logs/2025-11.log": logOf("2025-11", 120),
    "logs/2025-12.log": logOf("2025-12", 96),
    "logs/2026-01.log": logOf("2026-01", 40),
  },
  exampleArguments: {
    count_lines: { pattern: "logs/*.log" },
    remove_files: { paths: ["logs/2025-11.log"], reason: "Older than a month" },
  },
  prompt: "Clean up the old logs.",
};
