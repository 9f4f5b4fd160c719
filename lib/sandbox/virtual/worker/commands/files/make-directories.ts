import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { changedMode } from "./changed-mode";
import { stands } from "./destination";
import { fileFailure } from "./file-failure";

/** `mkdir [-p] [-m MODE] [-v] DIRECTORY…` */
export const mkdir = textTool("mkdir", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "mkdir",
    short: "pm:v",
    long: { parents: "p", "mode=": "m", verbose: "v" },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const mode = options.findLast(({ name }) => name === "m")?.value;
  const bits = mode === undefined ? undefined : changedMode(mode, 0o777, true);
  if (mode !== undefined && bits === undefined) throw new ToolFailure(`invalid mode '${mode}'`, 1);
  if (operands.length === 0) throw new ToolFailure("missing operand\nTry 'mkdir --help' for more information.", 1);
  for (const name of operands) {
    const made = await make(run, name, has("p"), has("v"));
    if (made && bits !== undefined) await run.context.fs.chmod(run.path(name), bits);
  }
});

/** Whether the directory itself is new. */
async function make(run: ToolRun, name: string, parents: boolean, verbose: boolean): Promise<boolean> {
  const { fs } = run.context;
  const parts = name.split("/").filter((part) => part !== "");
  const start = name.startsWith("/") ? "/" : "";
  const steps = parents ? parts.map((_, index) => start + parts.slice(0, index + 1).join("/")) : [name];
  let made = false;
  for (const step of steps) {
    made = false;
    try {
      if (
        parents &&
        (await fs.stat(run.path(step)).then(
          (stat) => stat.isDirectory,
          () => false,
        ))
      )
        continue;
      if (await stands(run, step)) throw new Error("EEXIST");
      await fs.mkdir(run.path(step));
      made = true;
      if (verbose) run.print(`mkdir: created directory '${step}'\n`);
    } catch (error) {
      const inFile = parents && step !== name && fileFailure(error) === "File exists";
      run.complain(
        `cannot create directory '${inFile ? step : name}': ${inFile ? "Not a directory" : fileFailure(error)}`,
      );
      return false;
    }
  }
  return made;
}

/** `rmdir [-p] [-v] [--ignore-fail-on-non-empty] DIRECTORY…` */
export const rmdir = textTool("rmdir", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "rmdir",
    short: "pv",
    long: { parents: "p", verbose: "v", "ignore-fail-on-non-empty": "ignore" },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  if (operands.length === 0) throw new ToolFailure("missing operand\nTry 'rmdir --help' for more information.", 1);
  for (const name of operands) {
    let step = name.replace(/\/+$/, "");
    for (;;) {
      if (has("v")) run.print(`rmdir: removing directory, '${step}'\n`);
      try {
        const { fs } = run.context;
        const found = await fs.lstat(run.path(step));
        if (!found.isDirectory) throw new Error("ENOTDIR");
        if ((await fs.readdir(run.path(step))).length > 0) throw new Error("ENOTEMPTY");
        await fs.rm(run.path(step), { recursive: true });
      } catch (error) {
        const reason = fileFailure(error);
        if (has("ignore") && reason === "Directory not empty") break;
        run.complain(`failed to remove ${step === name ? "" : "directory "}'${step}': ${reason}`);
        break;
      }
      if (!has("p") || !step.includes("/")) break;
      step = step.slice(0, step.lastIndexOf("/"));
      if (step === "") break;
    }
  }
});
