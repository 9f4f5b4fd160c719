import * as git from "isomorphic-git";
import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { byBytes } from "./by-bytes";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { isMeant, parsePathspecs } from "./pathspec";
import { shownName } from "./render-diff";
import { blobOid, type Repository } from "./repository";
import { repositoryStatus } from "./status";

export const add: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("add", given, {
    flags:
      "-A|--all -u|--update -f|--force -n|--dry-run -v|--verbose -N|--intent-to-add -p|--patch --ignore-errors --no-all",
  });
  for (const option of ["-p", "-N"]) if (read.has(option)) throw unsupported("add", option);
  const given_ = [...read.operands, ...(read.paths ?? [])];
  if (given_.length === 0 && !read.has("-A", "-u")) {
    return {
      stderr:
        "Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\nhint: Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"\n",
    };
  }
  const pathspecs = parsePathspecs(repository, cwd, given_);
  const index = await repository.index();
  const work = await repository.workFiles(index.keys());
  const untracked = read.has("-u") ? [] : await repository.untracked(index, { all: true });
  const ignored =
    read.has("-u") || given_.length === 0 ? [] : await repository.untracked(index, { all: true, ignored: true });
  const candidates = read.has("-f") ? [...untracked, ...ignored] : untracked;
  const refused: string[] = [];
  for (const { text, matches, excludes } of pathspecs) {
    if (excludes || [...index.keys()].some(matches) || candidates.some(matches)) continue;
    if (ignored.some(matches)) refused.push(text);
    else if (!(await repository.context.fs.exists(repository.context.fs.resolvePath(cwd, text)))) {
      throw fatal(`pathspec '${text}' did not match any files`);
    }
  }
  const unmerged = await repository.unmerged();
  const changed = [...index].filter(([path, file]) => {
    const now = work.get(path);
    return unmerged.has(path) || now?.oid !== file.oid || now.mode !== file.mode;
  });
  const paths = [...changed.map(([path]) => path), ...candidates]
    .filter((path) => isMeant(pathspecs, path))
    .sort(byBytes);
  if (!read.has("-n")) await repository.stage(paths);
  const stdout = read.has("-v", "-n")
    ? paths.map((path) => `${work.has(path) || !index.has(path) ? "add" : "remove"} '${path}'\n`).join("")
    : "";
  if (refused.length === 0) return { stdout };
  const stderr = `The following paths are ignored by one of your .gitignore files:\n${refused.join("\n")}\nhint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: "git config advice.addIgnoredFile false"\n`;
  return { stdout, stderr, exitCode: 1 };
};

export const remove: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("rm", given, { flags: "-r --cached -f|--force -q|--quiet -n|--dry-run --ignore-unmatch" });
  const given_ = [...read.operands, ...(read.paths ?? [])];
  if (given_.length === 0) throw fatal("No pathspec was given. Which files should I remove?");
  const pathspecs = parsePathspecs(repository, cwd, given_);
  const index = await repository.index();
  const head = await repository.filesOf(await repository.headOid());
  const paths = [...index.keys()].filter((path) => isMeant(pathspecs, path));
  for (const { text, matches } of pathspecs) {
    const found = [...index.keys()].filter(matches);
    if (found.length === 0 && !read.has("--ignore-unmatch")) throw fatal(`pathspec '${text}' did not match any files`);
    const full = repository.context.fs.resolvePath(cwd, text);
    const isFolder = found.some((path) => joinPath(repository.dir, path) !== full) && !/[*?[]/.test(text);
    if (isFolder && !read.has("-r")) throw fatal(`not removing '${text}' recursively without -r`);
  }
  const unmerged = await repository.unmerged();
  if (!read.has("-f")) {
    const staged: string[] = [];
    const edited: string[] = [];
    for (const path of paths) {
      if (unmerged.has(path)) continue;
      const work = await repository.workFile(path);
      const entry = index.get(path);
      const differsFromHead = head.get(path)?.oid !== entry?.oid;
      const differsFromWork = work !== undefined && work.oid !== entry?.oid;
      if (differsFromHead && (differsFromWork || !read.has("--cached"))) staged.push(path);
      else if (differsFromWork && !read.has("--cached")) edited.push(path);
    }
    const say = (paths: string[], state: string, advice: string) => {
      const [noun, verb] = paths.length === 1 ? ["file", "has"] : ["files", "have"];
      return `error: the following ${noun} ${verb} ${state}:\n${paths.map((path) => `    ${path}\n`).join("")}(${advice})`;
    };
    if (staged.length > 0)
      throw new GitFailure(
        say(staged, "changes staged in the index", "use --cached to keep the file, or -f to force removal"),
        1,
      );
    if (edited.length > 0)
      throw new GitFailure(
        say(edited, "local modifications", "use --cached to keep the file, or -f to force removal"),
        1,
      );
  }
  if (!read.has("-n")) {
    for (const path of paths) {
      await repository.stageFile(path, undefined);
      if (!read.has("--cached")) await repository.putInWorkTree(path, undefined);
    }
  }
  return { stdout: read.has("-q") ? "" : paths.map((path) => `rm '${path}'\n`).join("") };
};

export const move: GitCommand = async ({ repository, given, cwd, context: { fs } }) => {
  const read = readArguments("mv", given, { flags: "-f|--force -k -n|--dry-run -v|--verbose" });
  for (const option of ["-k", "-n"]) if (read.has(option)) throw unsupported("mv", option);
  const names = [...read.operands, ...(read.paths ?? [])];
  const target = names.pop();
  if (target === undefined || names.length === 0)
    throw new GitFailure("usage: git mv [<options>] <source>... <destination>", 129);
  const targetPath = fs.resolvePath(cwd, target);
  const intoDirectory = (await fs.stat(targetPath).catch(() => undefined))?.isDirectory ?? false;
  if (names.length > 1 && !intoDirectory) throw fatal(`destination '${target}' is not a directory`);
  const index = await repository.index();
  const inside = (full: string) => full.slice(repository.dir === "/" ? 1 : repository.dir.length + 1);
  for (const name of names) {
    const source = fs.resolvePath(cwd, name);
    const destination = intoDirectory ? joinPath(targetPath, source.slice(source.lastIndexOf("/") + 1)) : targetPath;
    const explain = `source=${inside(source)}, destination=${inside(destination)}`;
    const moved = [...index].filter(([path]) => path === inside(source) || path.startsWith(`${inside(source)}/`));
    if (!(await fs.exists(source))) throw fatal(`bad source, ${explain}`);
    if (moved.length === 0) throw fatal(`not under version control, ${explain}`);
    if ((await fs.exists(destination)) && !read.has("-f")) throw fatal(`destination exists, ${explain}`);
    await fs.mv(source, destination).catch(() => {
      throw fatal(`renaming '${name}' failed: No such file or directory`);
    });
    for (const [path, file] of moved) {
      await repository.stageFile(path, undefined);
      await repository.stageFile(inside(destination) + path.slice(inside(source).length), file);
    }
  }
  return {};
};

export const listFiles: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("ls-files", given, {
    flags:
      "-c|--cached -o|--others -m|--modified -d|--deleted -s|--stage -u|--unmerged -z --exclude-standard -i|--ignored --full-name --error-unmatch -t",
  });
  for (const option of ["-t"]) if (read.has(option)) throw unsupported("ls-files", option);
  const pathspecs = parsePathspecs(repository, cwd, [
    ...read.operands,
    ...(read.paths ?? []),
    ...(cwd === repository.dir || read.operands.length > 0 ? [] : ["."]),
  ]);
  const index = await repository.index();
  const end = read.has("-z") ? "\0" : "\n";
  const lines: string[] = [];
  const shown = (path: string) =>
    shownName(read.has("--full-name") ? path : repository.relative(path, cwd), read.has("-z"));
  if (read.has("-o")) {
    const untracked = await repository.untracked(index, { all: true });
    const ignored = await repository.untracked(index, { all: true, ignored: true });
    const others = read.has("-i")
      ? ignored
      : read.has("--exclude-standard")
        ? untracked
        : [...untracked, ...ignored].sort(byBytes);
    lines.push(...others.filter((path) => isMeant(pathspecs, path)).map(shown));
  }
  const tracked = [...index]
    .filter(([path]) => isMeant(pathspecs, path))
    .sort(([left], [right]) => byBytes(left, right));
  if (read.has("--error-unmatch")) {
    const missing = pathspecs.find(({ matches }) => !tracked.some(([path]) => matches(path)));
    if (missing !== undefined)
      throw new GitFailure(
        `error: pathspec '${missing.text}' did not match any file(s) known to git\nDid you forget to 'git add'?`,
        1,
      );
  }
  const work = read.has("-m", "-d") ? await repository.workFiles(tracked.map(([path]) => path)) : undefined;
  const unmerged = await repository.unmerged();
  const stages = read.has("-s", "-u");
  for (const [path, file] of tracked) {
    const now = work?.get(path);
    const sides = unmerged.get(path);
    if (sides !== undefined) {
      // Each of its stages is an entry, and none of them is what stands in the work tree.
      const entries = [sides.base, sides.ours, sides.theirs].flatMap((side, at) =>
        side === undefined ? [] : [stages ? `${side.mode} ${side.oid} ${at + 1}\t${shown(path)}` : shown(path)],
      );
      if (read.has("-c") || stages || !read.has("-o", "-m", "-d")) lines.push(...entries);
      if (read.has("-d") && now === undefined) lines.push(...entries);
      if (read.has("-m")) lines.push(...entries);
      continue;
    }
    if (read.has("-u")) continue;
    if (read.has("-c") || !read.has("-o", "-m", "-d"))
      lines.push(read.has("-s") ? `${file.mode} ${file.oid} 0\t${shown(path)}` : shown(path));
    if (read.has("-d") && now === undefined) lines.push(shown(path));
    if (read.has("-m") && (now?.oid !== file.oid || now.mode !== file.mode)) lines.push(shown(path));
  }
  return { stdout: lines.map((line) => line + end).join("") };
};

export const clean: GitCommand = async ({ repository, given, cwd, context: { fs } }) => {
  const read = readArguments("clean", given, {
    flags: "-n|--dry-run -f|--force -d -x -X -q|--quiet",
    valued: "-e|--exclude",
  });
  if (read.has("-e")) throw unsupported("clean", "-e");
  if (!read.has("-n", "-f")) {
    throw fatal("clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean");
  }
  const pathspecs = parsePathspecs(repository, cwd, [...read.operands, ...(read.paths ?? [])]);
  const index = await repository.index();
  const untracked = read.has("-X") ? [] : await repository.untracked(index, { all: false });
  const ignored = read.has("-x", "-X") ? await repository.untracked(index, { all: true, ignored: true }) : [];
  const paths = [...untracked, ...ignored]
    .sort(byBytes)
    .filter((path) => isMeant(pathspecs, path.replace(/\/$/, "")) && (read.has("-d") || !path.endsWith("/")));
  for (const path of read.has("-n") ? [] : paths)
    await fs.rm(joinPath(repository.dir, path.replace(/\/$/, "")), { recursive: true });
  const word = read.has("-n") ? "Would remove" : "Removing";
  return {
    stdout: read.has("-q")
      ? ""
      : paths.map((path) => `${word} ${shownName(repository.relative(path, cwd))}\n`).join(""),
  };
};

export const catFile: GitCommand = async ({ repository, given }) => {
  const read = readArguments("cat-file", given, { flags: "-p -t -s -e" });
  const [name, second] = read.operands;
  const revision = second ?? name;
  if (revision === undefined) throw new GitFailure("usage: git cat-file (-p | -t | -s | -e | <type>) <object>", 129);
  const oid = await repository.tryResolve(revision);
  if (oid === undefined) throw fatal(`Not a valid object name ${revision}`);
  const { type } = await git.readObject({ ...repository.common, oid });
  if (read.has("-e")) return {};
  if (read.has("-t")) return { stdout: `${type}\n` };
  const { object } = await git.readObject({ ...repository.common, oid, format: "content" });
  const bytes = object as Uint8Array;
  if (read.has("-s")) return { stdout: `${bytes.byteLength}\n` };
  if (type !== "tree") return { bytes };
  const { tree } = await git.readTree({ ...repository.common, oid });
  return {
    stdout: tree.map((entry) => `${entry.mode.padStart(6, "0")} ${entry.type} ${entry.oid}\t${entry.path}\n`).join(""),
  };
};

export const hashObject: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("hash-object", given, { flags: "-w --stdin", valued: "-t" });
  if ((read.value("-t") ?? "blob") !== "blob") throw unsupported("hash-object", `-t ${read.value("-t")}`);
  const contents: Uint8Array[] = [];
  if (read.has("--stdin"))
    contents.push(Uint8Array.from(context.stdin as unknown as string, (letter) => letter.charCodeAt(0)));
  for (const name of [...read.operands, ...(read.paths ?? [])]) {
    contents.push(
      await context.fs.readFileBuffer(context.fs.resolvePath(cwd, name)).catch(() => {
        throw fatal(`could not open '${name}' for reading: No such file or directory`);
      }),
    );
  }
  const oids: string[] = [];
  for (const bytes of contents)
    oids.push(read.has("-w") ? await git.writeBlob({ ...repository.common, blob: bytes }) : blobOid(bytes));
  return { stdout: oids.map((oid) => `${oid}\n`).join("") };
};

export async function hasLocalChanges(repository: Repository): Promise<boolean> {
  const { staged, unstaged, unmerged } = await repositoryStatus(repository, { untracked: "no" });
  return staged.length + unstaged.length + unmerged.size > 0;
}
