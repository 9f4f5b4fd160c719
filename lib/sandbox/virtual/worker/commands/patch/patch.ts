import { parentPath } from "@/lib/core/sandbox/resolve-path";
import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { type AppliedHunks, applyHunks, type HunkOutcome } from "./apply-hunks";
import { parsePatch } from "./parse-patch";
import { type FilePatch, type PatchHunk, reversedHunk } from "./patch-hunk";

interface PatchOptions {
  strip: number | undefined;
  reverse: boolean;
  forward: boolean;
  force: boolean;
  batch: boolean;
  dryRun: boolean;
  silent: boolean;
  input: string;
  output: string | undefined;
  rejects: string | undefined;
  backup: boolean;
  suffix: string;
  fuzz: number;
  ignoreSpaces: boolean;
  removeEmpty: boolean;
  directory: string | undefined;
  verbose: boolean;
}

/** `patch`: unified, context and normal diffs. Nobody is asked anything: what would be asked is answered as without a terminal. */
export const patch = textTool("patch", async (run, given) => {
  const { options, operands } = readOptions(given);
  const [file, input] = operands;
  if (input !== undefined) options.input = input;
  let text: string;
  try {
    text = await run.read(options.input);
  } catch (error) {
    throw new ToolFailure(`**** Can't open patch file ${options.input} : ${readFailure(error)}`, 2);
  }
  const patches = parsePatch(text);
  if (patches.length === 0) {
    if (text.trim() === "") return;
    throw new ToolFailure("**** Only garbage was found in the patch input.", 2);
  }
  const work = new PatchRun(run, options);
  for (const one of patches) await work.apply(one, file);
});

function readOptions(given: readonly string[]): { options: PatchOptions; operands: string[] } {
  const parsed = parseOptions(given, {
    name: "patch",
    short: "p:Ri:NftsbEo:r:F:d:lz:V:B:Y:unceTZvD:",
    long: {
      "strip=": "p",
      reverse: "R",
      "input=": "i",
      forward: "N",
      force: "f",
      batch: "t",
      silent: "s",
      quiet: "s",
      backup: "b",
      "remove-empty-files": "E",
      "output=": "o",
      "reject-file=": "r",
      "fuzz=": "F",
      "directory=": "d",
      "ignore-whitespace": "l",
      "suffix=": "z",
      "dry-run": "dry-run",
      verbose: "verbose",
      binary: "binary",
      unified: "u",
      normal: "n",
      context: "c",
      "no-backup-if-mismatch": "no-backup-if-mismatch",
      "backup-if-mismatch": "backup-if-mismatch",
      posix: "posix",
      "read-only=": "read-only",
      "version-control=": "V",
      "follow-symlinks": "follow-symlinks",
    },
    usageExitCode: 2,
    hint: "patch: Try 'patch --help' for more information.",
  });
  const options: PatchOptions = {
    strip: undefined,
    reverse: false,
    forward: false,
    force: false,
    batch: false,
    dryRun: false,
    silent: false,
    input: "-",
    output: undefined,
    rejects: undefined,
    backup: false,
    suffix: ".orig",
    fuzz: 2,
    ignoreSpaces: false,
    removeEmpty: false,
    directory: undefined,
    verbose: false,
  };
  const number = (value: string, what: string): number => {
    if (!/^[0-9]+$/.test(value)) throw new ToolFailure(`**** ${what} ${value} is not a number`, 2);
    return Number(value);
  };
  for (const { name, value } of parsed.options) {
    switch (name) {
      case "p":
        options.strip = number(value, "strip count");
        break;
      case "R":
        options.reverse = true;
        break;
      case "N":
        options.forward = true;
        break;
      case "f":
        options.force = true;
        break;
      case "t":
        options.batch = true;
        break;
      case "s":
        options.silent = true;
        break;
      case "i":
        options.input = value;
        break;
      case "o":
        options.output = value;
        break;
      case "r":
        options.rejects = value;
        break;
      case "b":
        options.backup = true;
        break;
      case "z":
        options.suffix = value;
        break;
      case "E":
        options.removeEmpty = true;
        break;
      case "F":
        options.fuzz = number(value, "fuzz factor");
        break;
      case "l":
        options.ignoreSpaces = true;
        break;
      case "d":
        options.directory = value;
        break;
      case "dry-run":
        options.dryRun = true;
        break;
      case "verbose":
        options.verbose = true;
        break;
      case "u":
      case "n":
      case "c":
      case "binary":
      case "no-backup-if-mismatch":
      case "posix":
      case "follow-symlinks":
        break;
      default:
        throw new ToolFailure(`option not supported: ${name.length === 1 ? "-" : "--"}${name}`, 2);
    }
  }
  return { options, operands: parsed.operands };
}

class PatchRun {
  constructor(
    private readonly run: ToolRun,
    private readonly options: PatchOptions,
  ) {}

  async apply(given: FilePatch, operand: string | undefined): Promise<void> {
    const { options, run } = this;
    const change = options.reverse ? reversedPatch(given) : given;
    const name = operand ?? (await this.target(change));
    if (name === undefined) {
      run.print("can't find file to patch at input line 3\n");
      const header = change.header.replace(/^(?=.)/gm, "|");
      run.print(
        `Perhaps you ${options.strip === undefined ? "should have used the -p or --strip option" : "used the wrong -p or --strip option"}?\n`,
      );
      run.print(`The text leading up to this was:\n--------------------------\n${header}--------------------------\n`);
      run.print("File to patch: \nSkip this patch? [y] \nSkipping patch.\n");
      const count = change.hunks.length;
      run.print(`${count} out of ${count} hunk${count === 1 ? "" : "s"} ignored\n`);
      run.exitCode = 1;
      return;
    }
    const path = this.path(name);
    const exists = await run.context.fs.exists(path);
    const before = exists ? await run.read(path) : "";
    const { lines, unended } = splitText(before);
    if (change.rename !== undefined && change.hunks.length === 0) {
      await this.move(change.rename);
      return;
    }
    let { hunks } = change;
    let applied = this.applied(lines, unended, hunks);
    let reversed = false;
    if (this.seemsReversed(lines, unended, hunks, applied, change, exists)) {
      const already = options.reverse ? "Unreversed" : "Reversed (or previously applied)";
      if (!options.silent || !options.force) {
        run.print(`${options.dryRun ? "checking" : "patching"} file ${name}\n`);
      }
      if (options.batch) {
        run.print(`${already} patch detected!  ${options.reverse ? "Ignoring" : "Assuming"} -R.\n`);
        hunks = hunks.map(reversedHunk);
        applied = this.applied(lines, unended, hunks);
        reversed = true;
      } else {
        if (options.forward) run.print(`${already} patch detected!  Skipping patch.\n`);
        else {
          const question = options.reverse ? "Ignore -R?" : "Assume -R?";
          run.print(`${already} patch detected!  ${question} [n] \nApply anyway? [n] \nSkipping patch.\n`);
        }
        await this.reject(name, change, hunks, hunks.length, "ignored");
        return;
      }
    } else if (!options.silent)
      run.print(`${options.dryRun ? "checking" : "patching"} file ${this.shown(name, change)}\n`);
    this.report(applied.outcomes);
    const failed = applied.outcomes.filter((outcome) => !outcome.applied);
    await this.store(name, path, reversed ? reversedPatch(change) : change, before, exists, applied);
    if (failed.length > 0)
      await this.reject(
        name,
        change,
        failed.map(({ hunk, shift }) => shifted(hunk, shift)),
        hunks.length,
        "FAILED",
      );
  }

  private shown(name: string, change: FilePatch): string {
    if (this.options.output !== undefined) return `${this.options.output} (read from ${name})`;
    return change.rename === undefined ? name : `${change.rename.to} (renamed from ${change.rename.from})`;
  }

  private path(name: string): string {
    const { options, run } = this;
    return run.path(options.directory === undefined || name.startsWith("/") ? name : `${options.directory}/${name}`);
  }

  private applied(lines: readonly string[], unended: boolean, hunks: readonly PatchHunk[]): AppliedHunks {
    const { fuzz, ignoreSpaces } = this.options;
    const flat = (line: string): string => line.replace(/\s+/g, " ").trimEnd();
    const same = ignoreSpaces
      ? (left: string, right: string): boolean => flat(left) === flat(right)
      : (left: string, right: string): boolean => left === right;
    return applyHunks(lines, unended, hunks, fuzz, () => this.run.step(), same);
  }

  /** The first hunk does not apply, but does when it is turned round. */
  private seemsReversed(
    lines: readonly string[],
    unended: boolean,
    hunks: readonly PatchHunk[],
    applied: AppliedHunks,
    change: FilePatch,
    exists: boolean,
  ): boolean {
    if (this.options.force) return false;
    if (change.creates && exists && lines.length > 0) return true;
    const [first] = applied.outcomes;
    if (first === undefined || first.applied) return false;
    return this.applied(lines, unended, hunks.slice(0, 1).map(reversedHunk)).outcomes[0]?.applied ?? false;
  }

  /** The file that the header means: of the names that exist, the one with the fewest parts, then the shortest. */
  private async target(change: FilePatch): Promise<string | undefined> {
    const names = [change.oldName, change.newName, change.indexName]
      .filter((name): name is string => name !== undefined && name !== "/dev/null")
      .map((name) => this.stripped(name))
      .filter((name): name is string => name !== undefined && name !== "");
    for (const name of names) {
      if (name.startsWith("/") || name.split("/").includes("..")) {
        this.run.print(`Ignoring potentially dangerous file name ${name}\n`);
        return undefined;
      }
    }
    const existing: string[] = [];
    for (const name of new Set(names)) if (await this.run.context.fs.exists(this.path(name))) existing.push(name);
    const candidates = existing.length > 0 ? existing : change.creates ? names : [];
    const parts = (name: string): number => name.split("/").length;
    return candidates.toSorted((one, other) => parts(one) - parts(other) || one.length - other.length)[0];
  }

  /** Without `-p` only the last part of the name counts. */
  private stripped(name: string): string | undefined {
    const { strip } = this.options;
    if (strip === undefined) return name.split("/").at(-1);
    const parts = name.split(/\/+/);
    return parts.length > strip ? parts.slice(strip).join("/") : undefined;
  }

  private report(outcomes: readonly HunkOutcome[]): void {
    outcomes.forEach(({ applied, line, offset, fuzz }, index) => {
      const number = `Hunk #${index + 1}`;
      if (!applied) {
        if (!this.options.silent) this.run.print(`${number} FAILED at ${line}.\n`);
        return;
      }
      if (offset === 0 && fuzz === 0 && !this.options.verbose) return;
      if (this.options.silent) return;
      const details = [
        fuzz > 0 ? ` with fuzz ${fuzz}` : "",
        offset === 0 ? "" : ` (offset ${offset} line${Math.abs(offset) === 1 ? "" : "s"})`,
      ];
      this.run.print(`${number} succeeded at ${line}${details.join("")}.\n`);
    });
  }

  private async store(
    name: string,
    path: string,
    change: FilePatch,
    before: string,
    exists: boolean,
    applied: AppliedHunks,
  ): Promise<void> {
    const { options, run } = this;
    if (options.dryRun) return;
    const text = applied.lines.length === 0 ? "" : applied.lines.join("\n") + (applied.unended ? "" : "\n");
    const mismatched = applied.outcomes.some(({ applied: done, offset, fuzz }) => !done || fuzz > 0 || offset !== 0);
    try {
      if (exists && (options.backup || (mismatched && options.output === undefined))) {
        await run.write(path + options.suffix, before);
      }
      const target = options.output === undefined ? path : run.path(options.output);
      if (text === "" && (change.removes || options.removeEmpty) && options.output === undefined) {
        await run.context.fs.rm(path);
        await this.removeEmptyParents(path);
        return;
      }
      await run.context.fs.mkdir(parentPath(target), { recursive: true });
      await run.write(target, text);
      if (change.rename !== undefined) await this.move(change.rename);
    } catch (error) {
      throw new ToolFailure(`**** Can't create file ${name} : ${readFailure(error)}`, 2);
    }
  }

  /** The directories that are empty now, up to the one that the patch is applied in. */
  private async removeEmptyParents(path: string): Promise<void> {
    const { fs } = this.run.context;
    const top = this.path(".");
    for (let directory = parentPath(path); directory.startsWith(`${top}/`); directory = parentPath(directory)) {
      if ((await fs.readdir(directory)).length > 0) return;
      await fs.rm(directory, { recursive: true });
    }
  }

  private async move({ from, to }: { from: string; to: string }): Promise<void> {
    const { fs } = this.run.context;
    const [source, target] = [this.path(from), this.path(to)];
    if (this.options.dryRun || source === target || !(await fs.exists(source))) return;
    await fs.mkdir(parentPath(target), { recursive: true });
    await fs.mv(source, target);
  }

  private async reject(
    name: string,
    change: FilePatch,
    hunks: readonly PatchHunk[],
    total: number,
    word: "FAILED" | "ignored",
  ): Promise<void> {
    const { options, run } = this;
    const file = options.rejects ?? `${name}.rej`;
    const saves = options.rejects !== "-";
    const ending = options.dryRun || !saves ? "" : ` -- saving rejects to file ${file}`;
    run.print(`${hunks.length} out of ${total} hunk${total === 1 ? "" : "s"} ${word}${ending}\n`);
    run.exitCode = Math.max(run.exitCode, 1);
    if (options.dryRun || !saves) return;
    const header = change.header === "" ? `--- ${name}\n+++ ${name}\n` : change.header;
    await run.write(this.path(file), header + hunks.map(hunkText).join(""));
  }
}

function shifted(hunk: PatchHunk, by: number): PatchHunk {
  return { ...hunk, oldStart: hunk.oldStart + by, newStart: hunk.newStart + by };
}

function splitText(text: string): { lines: string[]; unended: boolean } {
  const lines = text === "" ? [] : text.split("\n");
  const unended = lines.length > 0 && lines.at(-1) !== "";
  if (!unended) lines.pop();
  return { lines, unended };
}

function reversedPatch(change: FilePatch): FilePatch {
  return {
    ...change,
    oldName: change.newName,
    newName: change.oldName,
    creates: change.removes,
    removes: change.creates,
    rename: change.rename === undefined ? undefined : { from: change.rename.to, to: change.rename.from },
    hunks: change.hunks.map(reversedHunk),
  };
}

function hunkText(hunk: PatchHunk): string {
  const count = (left: "+" | "-"): number => hunk.lines.filter(({ mark }) => mark !== left).length;
  const range = (start: number, lines: number): string => (lines === 1 ? String(start) : `${start},${lines}`);
  const header = `@@ -${range(hunk.oldStart, count("+"))} +${range(hunk.newStart, count("-"))} @@\n`;
  return header + hunk.lines.map(({ mark, text }) => `${mark}${text}\n`).join("");
}
