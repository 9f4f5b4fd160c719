import type { Definition } from "@/lib/core/session/session-document";

const agentFile = `import { agent, codingTools } from "toolwright";
import { findTodos } from "./tools/find_todos";
import { renameSymbol } from "./tools/rename_symbol";

// The agent sees these tools, and the files in the workspace. It never sees this code.
export default agent({
  name: "tidy",
  instructions: [
    "You tidy a small TypeScript library in /workspace.",
    "Look before you edit, make the smallest change that does the job, and say what you changed.",
  ].join(" "),
  tools: [...codingTools(), findTodos, renameSymbol],
  limits: { steps: 12 },
});
`;

const findTodosFile = `import { tool } from "toolwright";
import { z } from "zod";

// Change a field here and watch the form below follow.
export const findTodos = tool({
  name: "find_todos",
  description: "List the TODO and FIXME comments below a directory, with file, line and text.",
  parameters: z.object({
    path: z.string().default("src").describe("Directory or file to search"),
    kinds: z
      .array(z.enum(["TODO", "FIXME", "HACK"]))
      .min(1)
      .default(["TODO", "FIXME"])
      .describe("Which markers count"),
    limit: z.number().int().min(1).max(200).default(50),
  }),
  async execute({ path, kinds, limit }, context) {
    const found = await context.sandbox.grep(\`\\\\b(\${kinds.join("|")})\\\\b\`, { path, limit });
    context.log(\`\${found.matches.length} matches below \${path}\`);

    const todos = found.matches.map((match) => {
      const marker = kinds.find((kind) => match.text.includes(kind)) ?? "TODO";
      const text = match.text.slice(match.text.indexOf(marker) + marker.length).replace(/^[:\\s]+/, "");
      return { file: match.path, line: match.line, kind: marker, text };
    });
    return { count: todos.length, cut: found.cut, todos };
  },
});
`;

const renameSymbolFile = `import { tool } from "toolwright";
import { z } from "zod";

const identifier = z.string().regex(/^[A-Za-z_$][\\w$]*$/, "must be an identifier");

export const renameSymbol = tool({
  name: "rename_symbol",
  description: "Rename an identifier, as a whole word, in every file that a glob pattern matches.",
  parameters: z.object({
    from: identifier.describe("The name as it is now"),
    to: identifier.describe("The name it gets"),
    include: z.string().default("src/**/*.ts").describe("Files to change, as a glob pattern"),
    dryRun: z.boolean().default(false).describe("Only count, change nothing"),
  }),
  sideEffects: ["filesystem"],
  // A pattern can reach many files: a person decides. One named file, or a dry run, just goes ahead.
  requiresApproval: ({ include, dryRun }) => !dryRun && include.includes("*"),
  async execute({ from, to, include, dryRun }, context) {
    const { paths } = await context.sandbox.glob(include);
    const wholeWord = new RegExp(\`(?<![\\\\w$])\${from.replaceAll("$", "\\\\$")}(?![\\\\w$])\`, "g");
    const changed: { file: string; places: number }[] = [];

    for (const [index, file] of paths.entries()) {
      context.progress(\`Looking at \${file}\`, index / paths.length);
      const text = new TextDecoder().decode(await context.sandbox.read(file));
      const places = text.match(wholeWord)?.length ?? 0;
      if (places === 0) continue;
      if (!dryRun) await context.sandbox.write(file, text.replace(wholeWord, () => to));
      changed.push({ file, places });
    }

    const total = changed.reduce((sum, { places }) => sum + places, 0);
    const verb = dryRun ? "Would rename" : "Renamed";
    return { summary: \`\${verb} \${from} to \${to}: \${total} places in \${changed.length} files.\`, total, changed };
  },
});
`;

const script = {
  name: "tidy up",
  scenarios: [
    {
      when: ["todo", "tidy", "clean"],
      steps: [
        { say: "First I look for what is left to do.", calls: [{ tool: "find_todos", arguments: {} }] },
        {
          say: "There are {{result.find_todos.count}}. The first is in `{{result.find_todos.todos.0.file}}`, line {{result.find_todos.todos.0.line}}. I read that file, and look where the short name `fmt` is used.",
          calls: [
            { tool: "Read", arguments: { path: "{{result.find_todos.todos.0.file}}" } },
            { tool: "Grep", arguments: { pattern: "\\bfmt\\b", glob: "*.ts" } },
          ],
        },
        {
          say: "Days are missing from the units, and adding them is one line.",
          calls: [
            {
              tool: "Edit",
              arguments: {
                path: "src/duration.ts",
                old_text: '// TODO: accept days as well ("2d")\nconst SECONDS = { h: 3600, m: 60, s: 1 };',
                new_text: "const SECONDS = { d: 86_400, h: 3600, m: 60, s: 1 };",
              },
            },
          ],
        },
        {
          say: "The other TODO asks for a better name than `fmt`. That touches several files, so you decide.",
          calls: [{ tool: "rename_symbol", arguments: { from: "fmt", to: "formatMoney" } }],
        },
        {
          say: "Done with what I could do.\n\n- `src/duration.ts` now knows days.\n- {{result.rename_symbol.summary | result.rename_symbol}}\n\nThe **Changes** view shows every line. What is left: rounding in `src/money.ts`, and the accents in `src/slug.ts`.",
        },
      ],
    },
    {
      when: ["expense", "csv", "spend"],
      steps: [
        {
          say: "I add up the amounts by kind.",
          calls: [
            {
              tool: "Bash",
              arguments: {
                command:
                  "tail -n +2 data/expenses.csv | awk -F, '{ sum[$2] += $3 } END { for (k in sum) printf \"%s %.2f\\n\", k, sum[k] }' | sort",
              },
            },
          ],
        },
        { say: "By kind:\n\n```\n{{result.Bash}}\n```" },
      ],
    },
  ],
};

export const tidyTodosDefinition: Definition = {
  files: {
    "agent.ts": agentFile,
    "tools/find_todos.ts": findTodosFile,
    "tools/rename_symbol.ts": renameSymbolFile,
    "script.json": `${JSON.stringify(script, null, 2)}\n`,
  },
};
