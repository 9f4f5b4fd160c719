// Repairs of just-bash 3.4.2 that no option of it reaches; what they are for stands in the files beside. Each text must stand
// in the bundle exactly once, so another version of the package fails the build instead of losing a repair silently.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { builtins } from "./repair-just-bash/builtins.mjs";
import { bytes } from "./repair-just-bash/bytes.mjs";
import { commands } from "./repair-just-bash/commands.mjs";
import { elements } from "./repair-just-bash/elements.mjs";
import { expansion } from "./repair-just-bash/expansion.mjs";
import { failures } from "./repair-just-bash/failures.mjs";
import { jobs } from "./repair-just-bash/jobs.mjs";
import { output } from "./repair-just-bash/output.mjs";
import { redirections } from "./repair-just-bash/redirections.mjs";
import { withoutReplacedCommands } from "./repair-just-bash/replaced-commands.mjs";
import { syntax } from "./repair-just-bash/syntax.mjs";
import { variables } from "./repair-just-bash/variables.mjs";
import { words } from "./repair-just-bash/words.mjs";

const BUNDLE = /[\\/]just-bash[\\/]dist[\\/]bundle[\\/]browser\.js$/;
const RUNTIME = fileURLToPath(new URL("../lib/sandbox/virtual/worker/interpreter/shell-runtime.ts", import.meta.url));

export const repairs = [
  ...redirections,
  ...output,
  ...jobs,
  ...expansion,
  ...commands,
  ...elements,
  ...syntax,
  ...bytes,
  ...variables,
  ...builtins,
  ...failures,
  ...words,
];

export function repair(source) {
  let repaired = source;
  for (const { what, find, replace } of repairs) {
    const parts = repaired.split(find);
    if (parts.length !== 2) {
      throw new Error(`just-bash has changed: the repair "${what}" finds its place ${parts.length - 1} times.`);
    }
    repaired = parts.join(replace);
  }
  return `import * as shellRuntime from ${JSON.stringify(RUNTIME)};${withoutReplacedCommands(repaired)}`;
}

/** For esbuild. */
export const repairShellPlugin = {
  name: "repair-just-bash",
  setup(build) {
    build.onLoad({ filter: BUNDLE }, async ({ path }) => ({
      contents: repair(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};

/** For Vite and Vitest; there the package must be inlined (`server.deps.inline`). */
export function repairShellVitePlugin() {
  return {
    name: "repair-just-bash",
    enforce: "pre",
    transform(code, id) {
      return BUNDLE.test(id.split("?")[0]) ? { code: repair(code), map: null } : undefined;
    },
  };
}
