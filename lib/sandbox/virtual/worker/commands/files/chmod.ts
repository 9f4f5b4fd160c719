import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { changedMode } from "./changed-mode";
import { modeText } from "./file-facts";
import { fileFailure } from "./file-failure";

interface ModeOptions {
  recursive: boolean;
  verbose: boolean;
  onlyChanges: boolean;
  quiet: boolean;
}

/** `chmod [-R] [-v|-c] [-f] MODE FILE…`, `chmod --reference=FILE FILE…` */
export const chmod = textTool("chmod", async (run, given) => {
  // `-x` takes the right away: it is a mode, not an option.
  const at = given.findIndex((argument) => /^-[rwxXstugo]+$/.test(argument));
  const before = at < 0 ? given : given.filter((_, index) => index !== at);
  const { options, operands } = parseOptions(before, {
    name: "chmod",
    short: "Rvcf",
    long: { recursive: "R", verbose: "v", changes: "c", silent: "f", quiet: "f", "reference=": "reference" },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const reference = options.findLast(({ name }) => name === "reference")?.value;
  const names = [...operands];
  let written = at < 0 ? undefined : given[at];
  if (reference !== undefined) written = await modeOf(run, reference);
  written ??= names.shift();
  if (written === undefined || names.length === 0) {
    const what = written === undefined ? "missing operand" : `missing operand after '${written}'`;
    throw new ToolFailure(`${what}\nTry 'chmod --help' for more information.`, 1);
  }
  if (changedMode(written, 0, false) === undefined) {
    throw new ToolFailure(`invalid mode: '${written}'\nTry 'chmod --help' for more information.`, 1);
  }
  const how = { recursive: has("R"), verbose: has("v"), onlyChanges: has("c"), quiet: has("f") };
  for (const name of names) await change(run, name, written, how);
});

async function modeOf(run: ToolRun, name: string): Promise<string> {
  try {
    return ((await run.context.fs.stat(run.path(name))).mode & 0o7777).toString(8);
  } catch (error) {
    throw new ToolFailure(`failed to get attributes of '${name}': ${fileFailure(error)}`, 1);
  }
}

async function change(run: ToolRun, name: string, written: string, options: ModeOptions): Promise<void> {
  const { fs } = run.context;
  try {
    const { mode, isDirectory } = await fs.stat(run.path(name));
    const next = changedMode(written, mode, isDirectory) ?? mode;
    const type = isDirectory ? "directory" : "file";
    const shown = (bits: number): string =>
      `${(bits & 0o7777).toString(8).padStart(4, "0")} (${modeText({ type, mode: bits }).slice(1)})`;
    if (next !== (mode & 0o7777)) {
      await fs.chmod(run.path(name), next);
      if (options.verbose || options.onlyChanges) {
        run.print(`mode of '${name}' changed from ${shown(mode)} to ${shown(next)}\n`);
      }
    } else if (options.verbose) run.print(`mode of '${name}' retained as ${shown(mode)}\n`);
    if (!options.recursive || !isDirectory) return;
    for (const child of await fs.readdir(run.path(name))) {
      const below = `${name.replace(/\/$/, "")}/${child}`;
      // Links that are met on the way are left alone.
      if (!(await fs.lstat(run.path(below))).isSymbolicLink) await change(run, below, written, options);
    }
  } catch (error) {
    if (options.quiet) run.exitCode = 1;
    else run.complain(`cannot access '${name}': ${fileFailure(error)}`);
  }
}
