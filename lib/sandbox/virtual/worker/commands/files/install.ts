import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { changedMode } from "./changed-mode";
import { isDirectory, readTransfers, stands } from "./destination";
import { fileFailure } from "./file-failure";

/** `install [-m MODE] [-D] [-v] [-p] [-T] [-t DIRECTORY] SOURCE… TARGET`, `install -d DIRECTORY…` */
export const install = textTool("install", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "install",
    short: "dm:Dvpt:Tco:g:sbS:C",
    long: {
      directory: "d",
      "mode=": "m",
      verbose: "v",
      "preserve-timestamps": "p",
      "target-directory=": "t",
      "no-target-directory": "T",
      "owner=": "o",
      "group=": "g",
      strip: "s",
      compare: "C",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const last = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  for (const name of ["o", "g", "s", "b", "S", "C"]) {
    if (has(name)) throw new ToolFailure(`option -${name} is not supported here`, 1);
  }
  const mode = changedMode(last("m") ?? "755", 0, has("d"));
  if (mode === undefined) throw new ToolFailure(`invalid mode '${last("m")}'`, 1);
  const verbose = has("v");
  if (has("d")) {
    if (operands.length === 0) {
      throw new ToolFailure("missing file operand\nTry 'install --help' for more information.", 1);
    }
    for (const name of operands) {
      if ((await makeDirectories(run, name, verbose)) && (await isDirectory(run, name))) {
        await run.context.fs.chmod(run.path(name), mode);
      }
    }
    return;
  }
  const directory = last("t");
  const parent = directory ?? (operands.length === 2 ? (operands[1] as string).replace(/\/*[^/]*$/, "") : "");
  if (has("D") && parent !== "" && !(await makeDirectories(run, parent, verbose))) return;
  for (const { from, to } of await readTransfers(run, operands, { directory, exact: has("T") })) {
    run.checkStopped();
    await copyFile(run, from, to, { mode, verbose, keepTime: has("p") });
  }
});

async function copyFile(
  run: ToolRun,
  from: string,
  to: string,
  { mode, verbose, keepTime }: { mode: number; verbose: boolean; keepTime: boolean },
): Promise<void> {
  const { fs } = run.context;
  const [source, target] = [run.path(from), run.path(to)];
  if (await isDirectory(run, from)) {
    run.complain(`omitting directory '${from}'`);
    return;
  }
  let bytes: Uint8Array;
  try {
    bytes = await run.readBytes(from);
  } catch (error) {
    run.complain(`cannot stat '${from}': ${fileFailure(error)}`);
    return;
  }
  if (source === target) {
    run.complain(`'${from}' and '${to}' are the same file`);
    return;
  }
  try {
    // What stood there is not written into: another name of it stays as it was.
    await fs.rm(target, { force: true });
    await fs.writeFile(target, bytes);
    await fs.chmod(target, mode);
    const { mtime } = await fs.stat(source);
    if (keepTime) await fs.utimes(target, mtime, mtime);
    if (verbose) run.print(`'${from}' -> '${to}'\n`);
  } catch (error) {
    run.complain(`cannot create regular file '${to}': ${fileFailure(error)}`);
  }
}

/** Makes a directory and those above it; says why where it cannot. */
async function makeDirectories(run: ToolRun, name: string, verbose: boolean): Promise<boolean> {
  const parts = name.replace(/\/+$/, "").split("/");
  for (let count = 1; count <= parts.length; count += 1) {
    const piece = parts.slice(0, count).join("/");
    if (piece === "" || (await isDirectory(run, piece))) continue;
    try {
      if (await stands(run, piece)) throw new Error("EEXIST");
      await run.context.fs.mkdir(run.path(piece));
    } catch (error) {
      run.complain(`cannot create directory '${piece}': ${fileFailure(error)}`);
      return false;
    }
    if (verbose) run.print(`install: creating directory '${piece}'\n`);
  }
  return true;
}
