import type { GitArguments } from "./git-arguments";
import type { DiffFormat, DiffOptions } from "./render-diff";

/** For `readArguments`: what `diff`, `show` and `log` share. */
export const DIFF_FLAGS =
  "-p|-u|--patch -s|--no-patch --stat --name-only --name-status --shortstat --numstat --summary --raw -z -w|--ignore-all-space --no-color --color --no-renames -M|--find-renames --no-ext-diff --patience --histogram --minimal --no-prefix-check -a|--text";
export const DIFF_VALUED = "-U|--unified --color? --diff-filter --stat-width --diff-algorithm";

const FORMATS: readonly DiffFormat[] = [
  "raw",
  "numstat",
  "stat",
  "shortstat",
  "summary",
  "name-only",
  "name-status",
  "patch",
];

export function diffOptions(read: GitArguments, otherwise: DiffFormat, workTree = false): DiffOptions {
  const asked = FORMATS.filter((format) => read.has(format === "patch" ? "-p" : `--${format}`));
  const formats = read.has("-s") ? [] : asked.length > 0 ? asked : [otherwise];
  return {
    formats: read.has("-U") && asked.length === 0 && !read.has("-s") ? ["patch"] : formats,
    context: Number(read.value("-U") ?? 3),
    ignoreSpace: read.has("-w"),
    workTree,
    zero: read.has("-z"),
  };
}
