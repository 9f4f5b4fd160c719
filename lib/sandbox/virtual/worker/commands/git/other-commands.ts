import * as git from "isomorphic-git";
import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { subjectOf } from "./commit-format";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { normalKey, parseConfig, withConfig } from "./git-config";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { Repository, readText, SHORT_OID } from "./repository";

/** The sandbox keeps modes and symbolic links, which the library does not expect of a browser. */
const FIRST_CONFIG =
  "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n";

type InitRun = Pick<Parameters<GitCommand>[0], "context" | "cwd" | "given">;

export async function init({ context, cwd, given }: InitRun): Promise<{ stdout: string; stderr?: string }> {
  const read = readArguments("init", given, { flags: "-q|--quiet --bare", valued: "-b|--initial-branch --template" });
  if (read.has("--bare")) throw unsupported("init", "--bare");
  const dir = context.fs.resolvePath(cwd, read.operands[0] ?? ".");
  await context.fs.mkdir(dir, { recursive: true });
  const repository = new Repository(context, dir);
  const again = await context.fs.exists(joinPath(repository.gitdir, "HEAD"));
  const configured = parseConfig(await readText(context, repository.globalConfigPath())).findLast(
    ({ key }) => key === "init.defaultbranch",
  );
  const branch = read.value("-b") ?? configured?.value ?? "master";
  if (!again) {
    await git.init({ ...repository.common, defaultBranch: branch });
    await context.fs.mkdir(joinPath(repository.gitdir, "refs/heads"), { recursive: true });
    await context.fs.writeFile(joinPath(repository.gitdir, "config"), FIRST_CONFIG);
  }
  const word = again ? "Reinitialized existing" : "Initialized empty";
  return { stdout: read.has("-q") ? "" : `${word} Git repository in ${repository.gitdir}/\n` };
}

export const config: GitCommand = async ({ repository, given, context }) => {
  const read = readArguments("config", given, {
    flags:
      "--global --local --system --get --get-all --unset --unset-all --add --bool --int -l|--list -z|--null --name-only --replace-all --show-origin --get-regexp -e|--edit",
    valued: "--default --type",
  });
  for (const option of [
    "--system",
    "-z",
    "--show-origin",
    "--get-regexp",
    "-e",
    "--type",
    "--bool",
    "--int",
    "--name-only",
  ]) {
    if (read.has(option)) throw unsupported("config", option);
  }
  const global = repository.globalConfigPath();
  const local = joinPath(repository.gitdir, "config");
  const hasRepository = await context.fs.exists(joinPath(repository.gitdir, "HEAD"));
  const entries = read.has("--global")
    ? parseConfig(await readText(context, global))
    : read.has("--local")
      ? parseConfig(await readText(context, local))
      : await repository.configEntries();
  if (read.has("-l")) return { stdout: entries.map(({ key, value }) => `${key}=${value}\n`).join("") };
  let [key, value] = read.operands;
  // Newer git has words for these.
  if (["get", "set", "unset", "list"].includes(key ?? "") && key !== undefined && !key.includes(".")) {
    const [word, ...rest] = read.operands;
    if (word === "list") return { stdout: entries.map((entry) => `${entry.key}=${entry.value}\n`).join("") };
    [key, value] = rest;
    if (word === "unset") read.operands.length = 0;
  }
  if (key === undefined) throw new GitFailure("error: no action specified", 129);
  if (!key.includes("."))
    throw new GitFailure(`error: key does not contain a section: ${key}`, key === undefined ? 129 : 2);
  const found = entries.filter((entry) => entry.key === normalKey(key as string));
  const removes = read.has("--unset", "--unset-all") || read.operands.length === 0;
  if (value === undefined && !removes) {
    if (found.length > 0) {
      const values = read.has("--get-all") ? found : found.slice(-1);
      return { stdout: values.map((entry) => `${entry.value}\n`).join("") };
    }
    const otherwise = read.value("--default");
    return otherwise === undefined ? { exitCode: 1 } : { stdout: `${otherwise}\n` };
  }
  if (!read.has("--global") && !hasRepository) throw fatal("not in a git directory");
  const path = read.has("--global") ? global : local;
  const text = await readText(context, path);
  if (removes && found.length === 0) return { exitCode: 5 };
  await context.fs.writeFile(path, withConfig(text, key, removes ? undefined : value, read.has("--add")));
  return {};
};

export const revParse: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("rev-parse", given, {
    flags:
      "--show-toplevel --abbrev-ref --is-inside-work-tree --git-dir --show-prefix --show-cdup --verify -q|--quiet --is-bare-repository --absolute-git-dir --is-inside-git-dir --symbolic-full-name --is-shallow-repository --git-common-dir",
    valued: "--short?",
  });
  const lines: string[] = [];
  const inside =
    cwd === repository.dir ? "" : `${cwd.slice(repository.dir.length + (repository.dir === "/" ? 0 : 1))}/`;
  if (read.has("--show-toplevel")) lines.push(repository.dir);
  if (read.has("--is-inside-work-tree")) lines.push("true");
  if (read.has("--is-inside-git-dir", "--is-bare-repository", "--is-shallow-repository")) lines.push("false");
  if (read.has("--git-dir", "--git-common-dir")) lines.push(cwd === repository.dir ? ".git" : repository.gitdir);
  if (read.has("--absolute-git-dir")) lines.push(repository.gitdir);
  if (read.has("--show-prefix")) lines.push(inside);
  if (read.has("--show-cdup")) lines.push(inside.replace(/[^/]+/g, ".."));
  const length = Number(read.value("--short") || SHORT_OID);
  for (const revision of read.operands) {
    if (read.has("--abbrev-ref", "--symbolic-full-name")) {
      const name = revision === "HEAD" || revision === "@" ? await repository.branch() : revision;
      if (revision === "HEAD" && (await repository.headOid()) === undefined) await failedHead(repository, lines);
      else if (name !== undefined && revision !== "HEAD") await repository.resolve(revision);
      lines.push(name === undefined ? "HEAD" : read.has("--symbolic-full-name") ? `refs/heads/${name}` : name);
      continue;
    }
    const oid = await repository.tryResolve(revision);
    if (oid === undefined) {
      if (read.has("--verify")) {
        if (read.has("-q")) return { exitCode: 1 };
        throw fatal("Needed a single revision");
      }
      if (revision === "HEAD") await failedHead(repository, lines);
      await repository.resolve(revision);
    } else lines.push(read.has("--short") ? oid.slice(0, length) : oid);
  }
  return { stdout: lines.map((text) => `${text}\n`).join("") };
};

async function failedHead(repository: Repository, lines: readonly string[]): Promise<never> {
  const stdout = [...lines, "HEAD"].map((text) => `${text}\n`).join("");
  const failure = await repository.resolve("HEAD").then(
    () => fatal("HEAD has no commit"),
    (error: unknown) => error as GitFailure,
  );
  throw new GitFailure(failure.message, 128, stdout);
}

export const remote: GitCommand = async ({ repository, given }) => {
  const read = readArguments("remote", given, { flags: "-v|--verbose" });
  const [action, name, url] = read.operands;
  const remotes = await git.listRemotes(repository.common);
  if (action === undefined) {
    return {
      stdout: remotes
        .map(({ remote, url }) =>
          read.has("-v") ? `${remote}\t${url} (fetch)\n${remote}\t${url} (push)\n` : `${remote}\n`,
        )
        .join(""),
    };
  }
  const known = remotes.find((entry) => entry.remote === name);
  if (action === "add" && name !== undefined && url !== undefined) {
    if (known !== undefined) throw new GitFailure(`error: remote ${name} already exists.`, 3);
    await git.addRemote({ ...repository.common, remote: name, url });
    return {};
  }
  if (["remove", "rm", "get-url", "set-url"].includes(action) && name !== undefined) {
    if (known === undefined)
      throw new GitFailure(
        `error: No such remote${action === "get-url" || action === "set-url" ? "" : ":"} '${name}'`,
        2,
      );
    if (action === "get-url") return { stdout: `${known.url}\n` };
    if (action === "set-url" && url !== undefined)
      await git.addRemote({ ...repository.common, remote: name, url, force: true });
    else await git.deleteRemote({ ...repository.common, remote: name });
    return {};
  }
  throw unsupported("remote", action);
};

export const stash: GitCommand = async ({ repository, given }) => {
  const [word = "push", ...rest] = given;
  const action = word.startsWith("-") ? "push" : word;
  const read = readArguments("stash", action === word ? rest : given, {
    flags: "-q|--quiet -u|--include-untracked -k -p",
    valued: "-m|--message",
  });
  for (const option of ["-u", "-k", "-p"]) if (read.has(option)) throw unsupported("stash", option);
  if (
    action !== "push" &&
    action !== "save" &&
    read.operands.some((operand) => operand !== "stash@{0}" && operand !== "0")
  ) {
    throw unsupported("stash", `${action} ${read.operands.join(" ")} (only the newest stash)`);
  }
  const head = await repository.headOid();
  if (head === undefined) throw new GitFailure("You do not have the initial commit yet", 1);
  const unmerged = await repository.unmerged();
  if (unmerged.size > 0 && action !== "list" && action !== "drop" && action !== "clear")
    return { stdout: [...unmerged.keys()].map((path) => `${path}: needs merge\n`).join(""), exitCode: 1 };
  const author = await repository.signature("AUTHOR");
  await git.setConfig({
    ...repository.common,
    path: "user.name",
    value: (await repository.config("user.name")) ?? author.name,
  });
  await git.setConfig({
    ...repository.common,
    path: "user.email",
    value: (await repository.config("user.email")) ?? author.email,
  });
  const list = ((await git.stash({ ...repository.common, op: "list" })) as unknown as string[] | undefined) ?? [];
  const { hasLocalChanges } = await import("./stage-commands");
  if (action === "push" || action === "save") {
    if (action === "push" && read.operands.length > 0) throw unsupported("stash", "push with paths");
    if (!(await hasLocalChanges(repository))) return { stdout: "No local changes to save\n" };
    const text = read.value("-m") ?? (action === "save" ? read.operands.join(" ") : "");
    const on = (await repository.branch()) ?? "(no branch)";
    const wip = `${head.slice(0, SHORT_OID)} ${subjectOf((await repository.commit(head)).message)}`;
    await git.stash({ ...repository.common, op: "push", message: text === "" ? "" : `On ${on}: ${text}` });
    const { switchFiles } = await import("./switch-files");
    const files = await repository.filesOf(head);
    await switchFiles(repository, files, files, { force: true, action: "checkout" });
    return {
      stdout: read.has("-q")
        ? ""
        : `Saved working directory and index state ${text === "" ? `WIP on ${on}: ${wip}` : `On ${on}: ${text}`}\n`,
    };
  }
  // The library writes the commit behind every message, git only behind those it makes itself.
  const named = /^(stash@\{\d+\}: On .*): [0-9a-f]{7} .*$/;
  if (action === "list") return { stdout: list.map((entry) => `${entry.replace(named, "$1")}\n`).join("") };
  if (action === "clear") {
    await git.stash({ ...repository.common, op: "clear" });
    return {};
  }
  if (!["pop", "apply", "drop"].includes(action)) throw unsupported("stash", action);
  if (list.length === 0) throw new GitFailure("No stash entries found.", 1);
  const oid = await repository.tryResolve("refs/stash");
  if (action !== "drop" && (await hasLocalChanges(repository))) {
    throw new GitFailure("error: there are local changes; commit them before a stash is applied\nAborting", 1);
  }
  await git.stash({ ...repository.common, op: action as "pop" | "apply" | "drop" });
  const { status } = await import("./status");
  const told =
    action === "drop" || read.has("-q")
      ? ""
      : ((await status({ repository, given: [], context: repository.context, cwd: repository.dir })).stdout ?? "");
  const dropped = action === "apply" || read.has("-q") ? "" : `Dropped refs/stash@{0} (${oid})\n`;
  return { stdout: told + dropped };
};
