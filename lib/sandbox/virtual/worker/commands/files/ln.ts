import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { readTransfers, stands } from "./destination";
import { fileFailure } from "./file-failure";
import { relativePath } from "./relative-path";

/** `ln [-s [-r]] [-f] [-n] [-v] [-t DIRECTORY] [-T] TARGET… [NAME]` */
export const ln = textTool("ln", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "ln",
    short: "sfnrvit:TLP",
    long: {
      symbolic: "s",
      force: "f",
      "no-dereference": "n",
      relative: "r",
      verbose: "v",
      interactive: "i",
      "target-directory=": "t",
      "no-target-directory": "T",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const { fs, cwd } = run.context;
  const symbolic = has("s");
  if (has("r") && !symbolic) throw new ToolFailure("cannot do --relative without --symbolic", 1);
  const [only] = operands;
  const named = operands.length === 1 && !has("t") && only !== undefined ? [only, "."] : operands;
  const last = named.at(-1);
  const lastIsLink =
    last !== undefined &&
    (await fs.lstat(run.path(last)).then(
      (stat) => stat.isSymbolicLink,
      () => false,
    ));
  const directory = options.findLast(({ name }) => name === "t")?.value;
  const exact = has("T") || (has("n") && lastIsLink);
  for (const { from, to } of await readTransfers(run, named, { directory, exact })) {
    const shown = to.replace(/^\.\//, "./");
    const path = run.path(to);
    const kind = symbolic ? "symbolic" : "hard";
    try {
      if (!symbolic) {
        const target = await fs.lstat(run.path(from)).catch((error: unknown) => {
          throw new ToolFailure(`failed to access '${from}': ${fileFailure(error)}`, 1);
        });
        if (target.isDirectory) throw new ToolFailure(`${from}: hard link not allowed for directory`, 1);
      }
      if (await stands(run, to)) {
        if (!has("f")) throw new Error("EEXIST");
        await fs.rm(path, { force: true });
      }
      const target = has("r") ? relativePath(fs.resolvePath(path, ".."), run.path(from)) : from;
      await fs.lstat(fs.resolvePath(path, ".."));
      await (symbolic ? fs.symlink(target, path) : fs.link(fs.resolvePath(cwd, from), path));
      if (has("v")) run.print(`'${shown}' -> '${target}'\n`);
    } catch (error) {
      if (error instanceof ToolFailure) run.complain(error.message);
      else run.complain(`failed to create ${kind} link '${shown}': ${fileFailure(error)}`);
    }
  }
});
