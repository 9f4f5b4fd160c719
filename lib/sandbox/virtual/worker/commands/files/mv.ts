import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { isDirectory, readTransfers, stands } from "./destination";
import { fileFailure } from "./file-failure";

interface MoveOptions {
  keepOld: boolean;
  onlyNewer: boolean;
  verbose: boolean;
}

/** `mv [-f|-n|-u] [-v] [-t DIRECTORY] [-T] FILE… TARGET` */
export const mv = textTool("mv", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "mv",
    short: "fniuvt:T",
    long: {
      force: "f",
      "no-clobber": "n",
      interactive: "i",
      update: "u",
      verbose: "v",
      "target-directory=": "t",
      "no-target-directory": "T",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const directory = options.findLast(({ name }) => name === "t")?.value;
  // Nobody answers a question here, and no answer means no.
  const move: MoveOptions = { keepOld: has("n") || has("i"), onlyNewer: has("u"), verbose: has("v") };
  for (const { from, to } of await readTransfers(run, operands, { directory, exact: has("T") })) {
    await moveOne(run, from, to, move);
  }
});

async function moveOne(run: ToolRun, from: string, to: string, options: MoveOptions): Promise<void> {
  const { fs } = run.context;
  const [source, target] = [run.path(from), run.path(to)];
  const found = await fs.lstat(source).catch((error: unknown) => fileFailure(error));
  if (typeof found === "string") {
    run.complain(`cannot stat '${from}': ${found}`);
    return;
  }
  if (source === target) {
    run.complain(`'${from}' and '${to}' are the same file`);
    return;
  }
  if (found.isDirectory && target.startsWith(`${source}/`)) {
    run.complain(`cannot move '${from}' to a subdirectory of itself, '${to}'`);
    return;
  }
  if (to.endsWith("/") && !found.isDirectory && !(await isDirectory(run, to))) {
    run.complain(`cannot move '${from}' to '${to}': Not a directory`);
    return;
  }
  if (await stands(run, to)) {
    if (options.keepOld) return;
    const old = await fs.lstat(target);
    if (options.onlyNewer && old.mtime.getTime() >= found.mtime.getTime()) return;
    if (old.isDirectory && !found.isDirectory) {
      run.complain(`cannot overwrite directory '${to}' with non-directory`);
      return;
    }
    if (!old.isDirectory && found.isDirectory) {
      run.complain(`cannot overwrite non-directory '${to}' with directory '${from}'`);
      return;
    }
  }
  try {
    await fs.lstat(fs.resolvePath(target, ".."));
    await fs.mv(source, target);
    if (options.verbose) run.print(`renamed '${from}' -> '${to}'\n`);
  } catch (error) {
    run.complain(`cannot move '${from}' to '${to}': ${fileFailure(error)}`);
  }
}
