import { defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { printed } from "../byte-sink";
import { apply } from "./apply";
import { blame } from "./blame";
import * as branches from "./branch-commands";
import { checkIgnore } from "./check-ignore";
import { commit } from "./commit";
import { diff } from "./diff";
import { forEachRef } from "./for-each-ref";
import type { GitCommand, GitOutput } from "./git-command";
import { type ConfigEntry, normalKey } from "./git-config";
import { GitFailure } from "./git-failure";
import { grep } from "./grep";
import { log, show } from "./log";
import * as lookUp from "./look-up-commands";
import { merge } from "./merge";
import { config, init, remote, revParse, stash } from "./other-commands";
import { rebase } from "./rebase";
import { cherryPick, revert } from "./replay-commands";
import { Repository } from "./repository";
import * as staging from "./stage-commands";
import { status } from "./status";

const COMMANDS: Readonly<Record<string, GitCommand>> = {
  add: staging.add,
  apply,
  blame,
  branch: branches.branch,
  "cat-file": staging.catFile,
  "check-ignore": checkIgnore,
  "cherry-pick": cherryPick,
  checkout: branches.checkout,
  clean: staging.clean,
  commit,
  config,
  describe: lookUp.describe,
  diff,
  "for-each-ref": forEachRef,
  grep,
  "hash-object": staging.hashObject,
  log,
  "ls-files": staging.listFiles,
  "ls-tree": lookUp.listTree,
  merge,
  "merge-base": lookUp.mergeBase,
  mv: staging.move,
  rebase,
  remote,
  reset: branches.reset,
  restore: branches.restore,
  "rev-list": lookUp.revList,
  "rev-parse": revParse,
  revert,
  rm: staging.remove,
  shortlog: lookUp.shortlog,
  show,
  "show-ref": lookUp.showRef,
  stage: staging.add,
  stash,
  status,
  switch: branches.switchBranch,
  "symbolic-ref": lookUp.symbolicRef,
  tag: branches.tag,
};

const NEEDS_NETWORK = new Set(["clone", "fetch", "pull", "push", "ls-remote"]);
/** What git has and this one does not. */
const NOT_HERE = new Set([
  "am",
  "archive",
  "bisect",
  "bundle",
  "check-attr",
  "check-ref-format",
  "commit-tree",
  "count-objects",
  "difftool",
  "diff-tree",
  "fast-export",
  "filter-branch",
  "fsck",
  "format-patch",
  "gc",
  "maintenance",
  "mergetool",
  "notes",
  "name-rev",
  "prune",
  "range-diff",
  "reflog",
  "read-tree",
  "repack",
  "replace",
  "request-pull",
  "sparse-checkout",
  "submodule",
  "update-index",
  "update-ref",
  "verify-commit",
  "whatchanged",
  "worktree",
  "write-tree",
]);
const VERSION = "git version 2.39.0 (isomorphic-git in the embedded shell)\n";

/** `git` over the sandbox's files: local work as git does it. There is no network and no editor. */
export const git = defineCommand("git", async (given, context) => {
  try {
    return await run(given, context);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { stdout: error.stdout, stderr: error.message === "" ? "" : `${error.message}\n`, exitCode: error.exitCode };
  }
});

async function run(given: readonly string[], context: ResolvedCommandContext): Promise<ExecResult> {
  let { cwd } = context;
  const overrides: ConfigEntry[] = [];
  let index = 0;
  for (; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "-C") {
      index += 1;
      const target = given[index] ?? "";
      cwd = context.fs.resolvePath(cwd, target);
      if (!(await context.fs.stat(cwd).catch(() => undefined))?.isDirectory) {
        throw new GitFailure(`fatal: cannot change to '${target}': No such file or directory`);
      }
    } else if (argument === "-c") {
      index += 1;
      const [key = "", ...value] = (given[index] ?? "").split("=");
      overrides.push({ key: normalKey(key), value: value.length === 0 ? "true" : value.join("=") });
    } else if (argument === "--version" || argument === "-v" || argument === "version")
      return { stdout: VERSION, stderr: "", exitCode: 0 };
    else if (argument === "--help" || argument === "help" || argument === "-h")
      return { stdout: help(), stderr: "", exitCode: 0 };
    else if (argument === "--no-pager" || argument === "-P" || argument === "--no-optional-locks") continue;
    else if (argument.startsWith("-")) throw new GitFailure(`unknown option: ${argument}`, 129);
    else break;
  }
  const name = given[index];
  if (name === undefined) return { stdout: help(), stderr: "", exitCode: 1 };
  const rest = given.slice(index + 1);
  if (NEEDS_NETWORK.has(name)) {
    throw new GitFailure(
      `fatal: git ${name}: the embedded shell has no git network; bring files in through the workspace (upload, zip, folder)`,
    );
  }
  if (NOT_HERE.has(name)) throw new GitFailure(`git: '${name}' is not supported in the embedded shell`, 1);
  if (name === "init") return result(await init({ context, cwd, given: rest }));
  const command = COMMANDS[name];
  if (command === undefined) throw new GitFailure(`git: '${name}' is not a git command. See 'git --help'.`, 1);
  const outside = name === "config" || name === "hash-object";
  const repository = await Repository.find(context, cwd, overrides).catch((error: unknown) => {
    if (outside) return new Repository(context, cwd, overrides);
    throw error;
  });
  return result(await command({ repository, context, cwd, given: rest }));
}

function result({ stdout = "", stderr = "", exitCode = 0, bytes }: GitOutput): ExecResult {
  return bytes === undefined ? { stdout, stderr, exitCode, stdoutKind: "text" } : printed(bytes, stderr, exitCode);
}

function help(): string {
  return `usage: git [-C <path>] [-c <name>=<value>] [--no-pager] <command> [<args>]\n\nIn the embedded shell git has: ${Object.keys(COMMANDS).concat("init").sort().join(", ")}\n`;
}
