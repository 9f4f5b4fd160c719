import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, unsupported } from "./git-failure";
import { shownName } from "./render-diff";

/** `git check-ignore [-q] [-z] [--no-index] [--stdin] PATH…`: the paths that an ignore rule leaves out. A tracked file is none of them. */
export const checkIgnore: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("check-ignore", given, {
    flags: "-q|--quiet -v|--verbose -n|--non-matching -z --no-index --stdin",
  });
  for (const option of ["-v", "-n"]) if (read.has(option)) throw unsupported("check-ignore", option);
  const named = [...read.operands, ...(read.paths ?? [])];
  if (read.has("--stdin")) {
    if (named.length > 0) throw fatal("cannot specify pathnames with --stdin");
    const input = new TextDecoder().decode(
      Uint8Array.from(context.stdin as unknown as string, (letter) => letter.charCodeAt(0)),
    );
    named.push(...input.split(read.has("-z") ? "\0" : "\n").filter((path) => path !== ""));
  } else if (named.length === 0) throw fatal("no path specified");
  const index = read.has("--no-index") ? new Map() : await repository.index();
  const root = repository.dir === "/" ? "/" : `${repository.dir}/`;
  const found: string[] = [];
  for (const name of named) {
    const full = context.fs.resolvePath(cwd, name);
    if (full === repository.dir) continue;
    if (!full.startsWith(root)) throw fatal(`${name}: '${name}' is outside repository at '${repository.dir}'`);
    const path = full.slice(root.length);
    if (index.has(path)) continue;
    const stat = await context.fs.lstat(full).catch(() => undefined);
    if (await repository.isIgnored(path, stat?.isDirectory ?? name.endsWith("/"))) found.push(name);
  }
  const end = read.has("-z") ? "\0" : "\n";
  const stdout = read.has("-q") ? "" : found.map((name) => shownName(name, read.has("-z")) + end).join("");
  return { stdout, exitCode: found.length > 0 ? 0 : 1 };
};
