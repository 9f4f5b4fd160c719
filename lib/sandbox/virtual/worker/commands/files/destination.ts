import type { ToolRun } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

export interface Transfer {
  from: string;
  /** As it is told to people. */
  to: string;
}

export interface DestinationOptions {
  /** The value of `-t`. */
  directory: string | undefined;
  /** `-T`: the last operand is never a directory to put things into. */
  exact: boolean;
}

/** Where each operand of `cp`, `mv` and `ln` goes. Throws `ToolFailure` in the words of the GNU tools. */
export async function readTransfers(
  run: ToolRun,
  operands: readonly string[],
  { directory, exact }: DestinationOptions,
): Promise<Transfer[]> {
  const hint = `Try '${run.name} --help' for more information.`;
  const [first] = operands;
  if (first === undefined) throw new ToolFailure(`missing file operand\n${hint}`, 1);
  if (directory !== undefined) {
    if (!(await isDirectory(run, directory))) {
      throw new ToolFailure(`target directory '${directory}': ${await whyNot(run, directory)}`, 1);
    }
    return operands.map((from) => ({ from, to: inside(directory, from) }));
  }
  const target = operands.at(-1) as string;
  const sources = operands.slice(0, -1);
  if (sources.length === 0) {
    throw new ToolFailure(`missing destination file operand after '${first}'\n${hint}`, 1);
  }
  if (!exact && (await isDirectory(run, target))) {
    return sources.map((from) => ({ from, to: inside(target, from) }));
  }
  if (sources.length > 1) throw new ToolFailure(`target '${target}': ${await whyNot(run, target)}`, 1);
  return [{ from: first, to: target }];
}

export async function isDirectory(run: ToolRun, name: string): Promise<boolean> {
  return run.context.fs.stat(run.path(name)).then(
    (stat) => stat.isDirectory,
    () => false,
  );
}

/** Whether something stands there, a link that leads nowhere included. */
export async function stands(run: ToolRun, name: string): Promise<boolean> {
  return run.context.fs.lstat(run.path(name)).then(
    () => true,
    () => false,
  );
}

function inside(directory: string, name: string): string {
  const base = name.replace(/\/+$/, "").split("/").at(-1) ?? name;
  return directory.endsWith("/") ? directory + base : `${directory}/${base}`;
}

async function whyNot(run: ToolRun, name: string): Promise<string> {
  return (await stands(run, name)) ? "Not a directory" : "No such file or directory";
}
