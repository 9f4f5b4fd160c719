import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { compareNames } from "./compare-names";
import { isDirectory, readTransfers, stands } from "./destination";
import { fileFailure } from "./file-failure";

interface CopyOptions {
  recursive: boolean;
  /** Copies links as links: `always`, never, or all but the ones named (`-r` alone). */
  links: "keep" | "follow" | "keep-below";
  preserve: boolean;
  keepOld: boolean;
  onlyNewer: boolean;
  verbose: boolean;
  kind: "copy" | "symbolic" | "hard";
}

/** `cp [-r|-a] [-p] [-n|-u|-f] [-d|-L|-P] [-s|-l] [-v] [-t DIRECTORY] [-T] [--parents] FILE… TARGET` */
export const cp = textTool("cp", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "cp",
    short: "rRapnufdLPHslvt:Tix",
    long: {
      recursive: "r",
      archive: "a",
      "no-clobber": "n",
      update: "u",
      force: "f",
      dereference: "L",
      "no-dereference": "P",
      "symbolic-link": "s",
      link: "l",
      verbose: "v",
      interactive: "i",
      "target-directory=": "t",
      "no-target-directory": "T",
      parents: "parents",
      "preserve=?": "p",
    },
  });
  const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
  const recursive = has("r", "R", "a");
  const copy: CopyOptions = {
    recursive,
    links: has("P", "d", "a") ? "keep" : has("L") ? "follow" : recursive ? "keep-below" : "follow",
    preserve: has("p", "a"),
    // Nobody answers a question here, and no answer means no.
    keepOld: has("n", "i"),
    onlyNewer: has("u"),
    verbose: has("v"),
    kind: has("s") ? "symbolic" : has("l") ? "hard" : "copy",
  };
  const directory = options.findLast(({ name }) => name === "t")?.value;
  if (has("parents")) {
    const target = directory ?? operands.at(-1) ?? "";
    const sources = directory === undefined ? operands.slice(0, -1) : operands;
    if (!(await isDirectory(run, target)))
      throw new ToolFailure("with --parents, the destination must be a directory", 1);
    for (const from of sources) {
      const to = `${target.replace(/\/$/, "")}/${from.replace(/^\/+/, "")}`;
      await run.context.fs.mkdir(run.context.fs.resolvePath(run.path(to), ".."), { recursive: true });
      await copyOne(run, from, to, copy, true);
    }
    return;
  }
  for (const { from, to } of await readTransfers(run, operands, { directory, exact: has("T") })) {
    await copyOne(run, from, to, copy, true);
  }
});

async function copyOne(run: ToolRun, from: string, to: string, options: CopyOptions, named: boolean): Promise<void> {
  run.checkStopped();
  const { fs } = run.context;
  const [source, target] = [run.path(from), run.path(to)];
  const keepsLink = options.links === "keep" || (options.links === "keep-below" && !named);
  let found: Awaited<ReturnType<typeof fs.stat>>;
  try {
    found = await (keepsLink ? fs.lstat(source) : fs.stat(source));
  } catch (error) {
    run.complain(`cannot stat '${from}': ${fileFailure(error)}`);
    return;
  }
  if (found.isDirectory && !options.recursive) {
    run.complain(`-r not specified; omitting directory '${from}'`);
    return;
  }
  if (to.endsWith("/") && !found.isDirectory && !(await isDirectory(run, to))) {
    run.complain(`cannot create regular file '${to}': Not a directory`);
    return;
  }
  if (found.isDirectory) {
    await copyDirectory(run, from, to, options, found);
    return;
  }
  if (await stands(run, to)) {
    if (await isDirectory(run, to)) {
      run.complain(`cannot overwrite directory '${to}' with non-directory`);
      return;
    }
    const realTarget = await fs.realpath(target).catch(() => target);
    if ((await fs.realpath(source).catch(() => source)) === realTarget) {
      run.complain(`'${from}' and '${to}' are the same file`);
      return;
    }
    if (options.keepOld) return;
    const old = await fs.lstat(target);
    if (options.onlyNewer && old.mtime.getTime() >= found.mtime.getTime()) return;
  }
  try {
    if (found.isSymbolicLink) {
      await fs.rm(target, { force: true });
      await fs.symlink(await fs.readlink(source), target);
    } else if (options.kind === "copy") {
      const isNew = !(await fs.exists(target));
      await fs.writeFile(target, await fs.readFileBuffer(source));
      if (isNew || options.preserve) await fs.chmod(target, found.mode & 0o777);
      if (options.preserve) await fs.utimes(target, found.mtime, found.mtime);
    } else {
      await fs.rm(target, { force: true });
      await (options.kind === "symbolic" ? fs.symlink(from, target) : fs.link(source, target));
    }
    if (options.verbose) run.print(`'${from}' -> '${to}'\n`);
  } catch (error) {
    run.complain(`cannot create regular file '${to}': ${fileFailure(error)}`);
  }
}

async function copyDirectory(
  run: ToolRun,
  from: string,
  to: string,
  options: CopyOptions,
  found: { mode: number; mtime: Date },
): Promise<void> {
  const { fs } = run.context;
  const [source, target] = [await fs.realpath(run.path(from)), run.path(to)];
  if (target === source || target.startsWith(`${source}/`)) {
    run.complain(`cannot copy a directory, '${from}', into itself, '${to}'`);
    return;
  }
  try {
    if (!(await isDirectory(run, to))) {
      if (await stands(run, to)) {
        run.complain(`cannot overwrite non-directory '${to}' with directory '${from}'`);
        return;
      }
      await fs.mkdir(target);
      await fs.chmod(target, found.mode & 0o777);
    }
  } catch (error) {
    run.complain(`cannot create directory '${to}': ${fileFailure(error)}`);
    return;
  }
  if (options.verbose) run.print(`'${from}' -> '${to}'\n`);
  const join = (directory: string, name: string): string => `${directory.replace(/\/$/, "")}/${name}`;
  for (const name of (await fs.readdir(source)).sort(compareNames)) {
    await copyOne(run, join(from, name), join(to, name), options, false);
  }
  if (options.preserve) await fs.utimes(target, found.mtime, found.mtime);
}
