import { GrepMatcher } from "../grep/grep-matcher";
import { grepOptions } from "../grep/grep-options";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, unsupported } from "./git-failure";
import { textLines } from "./line-hunks";
import { isMeant, parsePathspecs } from "./pathspec";
import { isBinary, shownName } from "./render-diff";

/** `git grep [-nilLcwvohqEFP] [--cached] [-e] PATTERN [REVISION…] [-- PATH…]` over the files that git tracks. */
export const grep: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("grep", given, {
    flags:
      "-n|--line-number --no-line-number -i|--ignore-case -l|--files-with-matches|--name-only -L|--files-without-match -c|--count -w|--word-regexp -v|--invert-match -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp -G|--basic-regexp -o|--only-matching -h -H -q|--quiet -I -a|--text --cached --untracked --no-color --full-name --no-index --and --or --not --all-match -p -W --heading --break -z|--null",
    valued: "-e -f -A|--after-context -B|--before-context -C|--context -m|--max-count --max-depth --color?",
  });
  const refused = "--no-index --and --or --not --all-match -p -W --heading --break -z -f -A -B -C --max-depth -m";
  for (const option of refused.split(" ")) if (read.has(option)) throw unsupported("grep", option);
  const [first, ...rest] = read.operands;
  const patterns = read.has("-e") ? read.values("-e") : first === undefined ? [] : [first];
  if (patterns.length === 0) throw fatal("no pattern given");
  const revisions: { name: string; oid: string }[] = [];
  const paths = [...(read.paths ?? [])];
  for (const text of read.has("-e") ? read.operands : rest) {
    const oid = paths.length > (read.paths ?? []).length ? undefined : await repository.tryResolve(text);
    if (oid !== undefined) revisions.push({ name: text, oid });
    else if (await context.fs.exists(context.fs.resolvePath(cwd, text))) paths.push(text);
    else if (/[*?[]/.test(text) || text.startsWith(":")) paths.push(text);
    else await repository.resolve(text);
  }
  const syntax = ["-E", "-F", "-P"].filter((option) => read.has(option));
  const letters = ["-i", "-w"].filter((option) => read.has(option));
  const matcher = new GrepMatcher(
    grepOptions("grep", [...syntax, ...letters, ...patterns.flatMap((pattern) => ["-e", pattern])]),
  );
  const pathspecs = parsePathspecs(repository, cwd, paths);
  const below = cwd === repository.dir ? "" : `${cwd.slice(repository.dir === "/" ? 1 : repository.dir.length + 1)}/`;
  const meant = (path: string) => (pathspecs.length > 0 ? isMeant(pathspecs, path) : path.startsWith(below));
  const places: { label: string; bytes: () => Promise<Uint8Array> }[] = [];
  const label = (path: string) => shownName(read.has("--full-name") ? path : repository.relative(path, cwd));
  for (const { name, oid } of revisions) {
    for (const [path, file] of await repository.filesOf(oid))
      if (meant(path)) places.push({ label: `${name}:${label(path)}`, bytes: () => repository.blob(file.oid) });
  }
  if (revisions.length === 0) {
    const index = await repository.index();
    const others = read.has("--untracked") ? await repository.untracked(index, { all: true }) : [];
    for (const [path, file] of index) {
      if (!meant(path) || file.mode === "160000") continue;
      if (read.has("--cached")) places.push({ label: label(path), bytes: () => repository.blob(file.oid) });
      else if ((await repository.workFile(path)) !== undefined)
        places.push({ label: label(path), bytes: () => repository.workBytes(path) });
    }
    for (const path of others)
      if (meant(path)) places.push({ label: label(path), bytes: () => repository.workBytes(path) });
    if (others.length > 0) places.sort((left, right) => (left.label < right.label ? -1 : 1));
  }
  const found = await linesFound(places, matcher, read, context.signal);
  return { stdout: read.has("-q") ? "" : found.join(""), exitCode: found.length > 0 ? 0 : 1 };
};

async function linesFound(
  places: readonly { label: string; bytes: () => Promise<Uint8Array> }[],
  matcher: GrepMatcher,
  read: ReturnType<typeof readArguments>,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const place of places) {
    signal?.throwIfAborted();
    const bytes = await place.bytes();
    const binary = !read.has("-a") && isBinary(bytes);
    if (binary && read.has("-I")) continue;
    const lines = textLines(new TextDecoder().decode(bytes)).map((line) => line.replace(/\n$/, ""));
    const hits = lines.flatMap((line, at) => (matcher.test(line) === read.has("-v") ? [] : [{ line, at }]));
    if (read.has("-L") ? hits.length > 0 : hits.length === 0) continue;
    const name = read.has("-h") ? "" : `${place.label}:`;
    if (read.has("-l", "-L")) found.push(`${place.label}\n`);
    else if (read.has("-c")) found.push(`${name}${hits.length}\n`);
    else if (binary) found.push(`Binary file ${place.label} matches\n`);
    else {
      for (const { line, at } of hits) {
        const start = `${name}${read.has("-n") ? `${at + 1}:` : ""}`;
        for (const shown of read.has("-o") ? matches(matcher, line) : [line]) found.push(`${start}${shown}\n`);
      }
    }
  }
  return found;
}

function matches(matcher: GrepMatcher, line: string): string[] {
  const found: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const match = matcher.next(line, at);
    if (match === undefined) break;
    if (match.end > match.start) found.push(line.slice(match.start, match.end));
    at = Math.max(match.end, match.start + 1);
  }
  return found;
}
