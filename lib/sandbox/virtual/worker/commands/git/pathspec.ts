import { resolvePath } from "@/lib/core/sandbox/resolve-path";
import { compileWildcard } from "../wildcard";
import { fatal } from "./git-failure";
import type { Repository } from "./repository";

export interface Pathspec {
  text: string;
  matches: (path: string) => boolean;
  excludes: boolean;
}

/** Pathspecs as git reads them: a file, a directory with all below it, wildcards, `:/top`, `:!left-out`. */
export function parsePathspecs(repository: Repository, cwd: string, given: readonly string[]): Pathspec[] {
  return given.map((text) => {
    const magic = /^:(?:([!^/]+)|\((exclude|top)\))(.*)$/s.exec(text);
    const excludes = magic !== null && (/[!^]/.test(magic[1] ?? "") || magic[2] === "exclude");
    const top = magic !== null && ((magic[1] ?? "").includes("/") || magic[2] === "top");
    const full = resolvePath(top ? repository.dir : cwd, magic === null ? text : (magic[3] ?? "") || ".");
    if (full !== repository.dir && !full.startsWith(repository.dir === "/" ? "/" : `${repository.dir}/`)) {
      throw fatal(`${text}: '${text}' is outside repository at '${repository.dir}'`);
    }
    const path = full.slice(repository.dir === "/" ? 1 : repository.dir.length + 1);
    if (path === "") return { text, matches: () => true, excludes };
    const wildcard = /[*?[]/.test(path) ? compileWildcard(path) : undefined;
    return {
      text,
      excludes,
      matches: (name) => name === path || name.startsWith(`${path}/`) || wildcard?.(name) === true,
    };
  });
}

/** Whether a path is meant; with no pathspec all are. */
export function isMeant(pathspecs: readonly Pathspec[], path: string): boolean {
  const wanted = pathspecs.filter(({ excludes }) => !excludes);
  if (pathspecs.some(({ excludes, matches }) => excludes && matches(path))) return false;
  return wanted.length === 0 || wanted.some(({ matches }) => matches(path));
}
