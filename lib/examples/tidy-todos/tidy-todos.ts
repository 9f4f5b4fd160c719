import type { ExampleSession } from "../example-session";
import { tidyTodosDefinition } from "./definition";
import { tidyTodosWorkspace } from "./workspace";

export const tidyTodos: ExampleSession = {
  name: "tidy-todos",
  title: "Tidy the TODOs",
  summary: "Find the loose ends of a small library, fix one, and decide about a rename that reaches many files.",
  definition: tidyTodosDefinition,
  workspace: tidyTodosWorkspace,
  exampleArguments: {
    find_todos: { path: "src" },
    rename_symbol: { from: "fmt", to: "formatMoney", include: "src/**/*.ts", dryRun: true },
    Read: { path: "README.md" },
    Bash: { command: "ls -R src | head -20" },
    Edit: { path: "README.md", old_text: "Small helpers", new_text: "Small, sharp helpers" },
    Write: { path: "notes/today.md", content: "# Today\n" },
    Glob: { pattern: "src/**/*.ts" },
    Grep: { pattern: "TODO|FIXME", path: "src" },
  },
  prompt: "Find the TODOs in src, fix what is easy, and tell me what is left.",
};
