import { fileFailure } from "../files/file-failure";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { applyHunks, type HunkOutcome } from "./apply-hunks";
import { type FilePatch, type PatchLine, readPatch, reversed } from "./read-patch";

interface PatchOptions {
  strip: number | undefined;
  fuzz: number;
  dryRun: boolean;
  backup: boolean;
  quiet: boolean;
  forward: boolean;
  removeEmpty: boolean;
  output: string | undefined;
}

/** `patch [-pN] [-R] [-N] [-i PATCH] [-d DIRECTORY] [-o FILE] [-b] [-E] [-F N] [-s] [--dry-run] [FILE [PATCH]]` */
export const patch = textTool("patch", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "patch",
    short: "p:Ri:d:o:bEF:sNfut",
    usageExitCode: 2,
    long: {
      "strip=": "p",
      reverse: "R",
      "input=": "i",
      "directory=": "d",
      "output=": "o",
      backup: "b",
      "remove-empty-files": "E",
      "fuzz=": "F",
      silent: "s",
      quiet: "s",
      forward: "N",
      force: "f",
      batch: "t",
      unified: "u",
      "dry-run": "dry",
      "no-backup-if-mismatch": "nobackup",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const lastOf = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  const number = (name: string, what: string): number | undefined => {
    const written = lastOf(name);
    if (written !== undefined && !/^\d+$/.test(written))
      throw new ToolFailure(`**** ${what} ${written} is not a number`, 2);
    return written === undefined ? undefined : Number(written);
  };
  const [file, patchFile] = operands;
  const how: PatchOptions = {
    strip: number("p", "strip count"),
    fuzz: number("F", "fuzz factor") ?? 2,
    dryRun: has("dry"),
    backup: has("b"),
    quiet: has("s"),
    forward: has("N"),
    removeEmpty: has("E"),
    output: lastOf("o"),
  };
  const directory = lastOf("d");
  const source = lastOf("i") ?? patchFile ?? "-";
  const text = await run.read(source).catch((error: unknown) => {
    throw new ToolFailure(`**** Can't open patch file ${source} : ${fileFailure(error)}`, 2);
  });
  let patches: FilePatch[];
  try {
    patches = readPatch(text);
  } catch (error) {
    throw new ToolFailure(`**** ${error instanceof Error ? error.message : String(error)}`, 2);
  }
  if (patches.length === 0) {
    if (text.trim() === "") return;
    throw new ToolFailure("**** Only garbage was found in the patch input.", 2);
  }
  for (const one of patches) {
    const applied = has("R") ? reversed(one) : one;
    await patchFileOf(run, applied, await nameOf(run, one, file, directory, how), how);
  }
});

/** Which file a patch is for: the named one, else the best of the names in its headings. Throws `ToolFailure`. */
async function nameOf(
  run: ToolRun,
  patch: FilePatch,
  named: string | undefined,
  directory: string | undefined,
  options: PatchOptions,
): Promise<string> {
  const placed = (name: string): string =>
    directory === undefined || name.startsWith("/") ? name : `${directory}/${name}`;
  if (named !== undefined) return placed(named);
  const candidates = [patch.oldName, patch.newName]
    .filter((name): name is string => name !== undefined && name !== "/dev/null")
    .map((name) => stripped(name, options.strip))
    .filter((name) => name !== undefined)
    .map(placed);
  // A name that climbs out of the place where patch works is never taken from a patch.
  const safe = candidates.filter(
    (name) => directory !== undefined || (!name.startsWith("/") && !name.split("/").includes("..")),
  );
  const existing: string[] = [];
  for (const name of safe) if (await run.context.fs.exists(run.path(name))) existing.push(name);
  const shortest = [...existing].sort((a, b) => a.split("/").length - b.split("/").length || a.length - b.length)[0];
  const chosen = shortest ?? (patch.oldMissing || patch.newMissing ? safe[0] : undefined);
  if (chosen !== undefined) return chosen;
  const shown = [patch.oldName, patch.newName].filter((name) => name !== undefined).join(" or ");
  throw new ToolFailure(
    `**** can't find file to patch (${shown || "the patch names none"}); name the file, or another -p`,
    1,
  );
}

function stripped(name: string, strip: number | undefined): string | undefined {
  // Without -p only the last part counts.
  if (strip === undefined) return name.split("/").at(-1);
  const parts = name.split("/");
  return parts.length > strip ? parts.slice(strip).join("/") : undefined;
}

async function patchFileOf(run: ToolRun, patch: FilePatch, name: string, options: PatchOptions): Promise<void> {
  run.checkStopped();
  const { fs } = run.context;
  const path = run.path(name);
  const exists = await fs.exists(path);
  if (!exists && !patch.oldMissing && patch.hunks.some(({ oldLines }) => oldLines.length > 0)) {
    throw new ToolFailure(`**** Can't open file ${name} : No such file or directory`, 1);
  }
  const before = exists ? await run.read(name) : "";
  const say = (text: string): void => {
    if (!options.quiet) run.print(text);
  };
  say(`${options.dryRun ? "checking" : "patching"} file ${shownName(options.output ?? name)}\n`);
  const { lines, outcomes } = applyHunks(linesOf(before), patch.hunks, options.fuzz);
  const failed = outcomes.filter(({ line }) => line === undefined);
  if (failed.length > 0 && (await looksApplied(before, patch))) {
    run.print("Reversed (or previously applied) patch detected!  Skipping patch.\n");
    run.print(`${patch.hunks.length} out of ${patch.hunks.length} hunk${patch.hunks.length === 1 ? "" : "s"} ignored`);
  } else {
    tellOutcomes(run, outcomes, options);
    if (failed.length > 0) {
      run.print(`${failed.length} out of ${outcomes.length} hunk${outcomes.length === 1 ? "" : "s"} FAILED`);
    }
  }
  if (failed.length > 0) {
    run.exitCode = 1;
    run.print(options.dryRun ? "\n" : ` -- saving rejects to file ${name}.rej\n`);
    if (!options.dryRun) await run.write(`${name}.rej`, rejectsOf(patch, failed));
  }
  if (options.dryRun || failed.length === outcomes.length) return;
  const after = textOf(lines);
  const mismatched = failed.length > 0 || outcomes.some(({ offset, fuzz }) => offset !== 0 || fuzz > 0);
  if (exists && (options.backup || mismatched)) await run.write(`${name}.orig`, before);
  if (after === "" && (patch.newMissing || options.removeEmpty)) {
    await fs.rm(path, { force: true });
    return;
  }
  const target = options.output ?? name;
  await fs.mkdir(fs.resolvePath(run.path(target), ".."), { recursive: true });
  await run.write(target, after).catch((error: unknown) => {
    throw new ToolFailure(`**** Can't write ${target} : ${fileFailure(error)}`, 2);
  });
}

function tellOutcomes(run: ToolRun, outcomes: readonly HunkOutcome[], options: PatchOptions): void {
  for (const [index, { hunk, line, offset, fuzz }] of outcomes.entries()) {
    if (line === undefined) run.print(`Hunk #${index + 1} FAILED at ${hunk.oldStart}.\n`);
    else if (!options.quiet && (offset !== 0 || fuzz > 0)) {
      const withFuzz = fuzz > 0 ? ` with fuzz ${fuzz}` : "";
      const by = offset === 0 ? "" : ` (offset ${offset} line${Math.abs(offset) === 1 ? "" : "s"})`;
      run.print(`Hunk #${index + 1} succeeded at ${line}${withFuzz}${by}.\n`);
    }
  }
}

async function looksApplied(before: string, patch: FilePatch): Promise<boolean> {
  const back = applyHunks(linesOf(before), reversed(patch).hunks, 0);
  return back.outcomes.every(({ line, offset }) => line !== undefined && offset === 0);
}

function rejectsOf(patch: FilePatch, failed: readonly HunkOutcome[]): string {
  const heading = patch.oldName === undefined ? "" : `--- ${patch.oldName}\n+++ ${patch.newName ?? patch.oldName}\n`;
  return heading + failed.map(({ hunk }) => hunk.text).join("");
}

function linesOf(text: string): PatchLine[] {
  if (text === "") return [];
  const ended = text.endsWith("\n");
  const lines = (ended ? text.slice(0, -1) : text).split("\n");
  return lines.map((line, index) => ({ text: line, ended: ended || index < lines.length - 1 }));
}

function textOf(lines: readonly PatchLine[]): string {
  return lines.map(({ text, ended }, index) => text + (ended || index < lines.length - 1 ? "\n" : "")).join("");
}

function shownName(name: string): string {
  return /^[\w./+-]+$/.test(name) ? name : `'${name}'`;
}
