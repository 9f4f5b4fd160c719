import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { applyHunks } from "../patch/apply-hunks";
import { parsePatch } from "../patch/parse-patch";
import { type FilePatch, reversedHunk } from "../patch/patch-hunk";
import { ToolFailure } from "../tool/tool-failure";
import { readArguments } from "./git-arguments";
import type { GitCommand, GitRun } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";

/** What a file shall hold afterwards; nothing when it goes. */
type Outcome = { path: string; bytes: Uint8Array | undefined };

/** `git apply [--check] [-R] [-pN] [FILE…]`: all of it or nothing. */
export const apply: GitCommand = async (run) => {
  const { given, context, cwd } = run;
  const read = readArguments("apply", given, {
    flags:
      "--check -R|--reverse -v|--verbose -q|--quiet --index --cached -3|--3way --reject --stat --numstat --summary",
    valued: "-p --whitespace --directory --include --exclude -C",
  });
  const refused = "--index --cached -3 --reject --stat --numstat --summary --directory --include --exclude -C -v";
  for (const option of refused.split(" ")) if (read.has(option)) throw unsupported("apply", option);
  const strip = Number(read.value("-p") ?? 1);
  if (!Number.isInteger(strip)) throw unsupported("apply", `-p ${read.value("-p")}`);
  const patches: FilePatch[] = [];
  for (const name of [...read.operands, ...(read.paths ?? [])].concat(read.operands.length === 0 ? "-" : [])) {
    const bytes =
      name === "-"
        ? Uint8Array.from(context.stdin as unknown as string, (letter) => letter.charCodeAt(0))
        : await context.fs.readFileBuffer(context.fs.resolvePath(cwd, name)).catch(() => {
            throw fatal(`can't open patch '${name}': No such file or directory`);
          });
    patches.push(...patchesIn(textOf(bytes, name)));
  }
  if (patches.length === 0) throw new GitFailure('error: No valid patches in input (allow with "--allow-empty")');
  const outcomes = new Map<string, Outcome>();
  const errors: string[] = [];
  for (const patch of patches) {
    const made = await outcomesOf(run, read.has("-R") ? reversed(patch) : patch, strip, outcomes);
    if (typeof made === "string") errors.push(made);
    else for (const outcome of made) outcomes.set(outcome.path, outcome);
  }
  if (errors.length > 0) throw new GitFailure(errors.join("\n"), 1);
  if (!read.has("--check")) for (const outcome of outcomes.values()) await write(run, outcome);
  return {};
};

function textOf(bytes: Uint8Array, name: string): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fatal(`${name} is not UTF-8 text, which git apply of the embedded shell needs`);
  }
  return text;
}

function patchesIn(text: string): FilePatch[] {
  if (text.includes("\r\n")) throw unsupported("apply", "of lines that end with a carriage return");
  if (/^(?:old mode|new file mode (?!100644)|deleted file mode (?!100644)|copy from )/m.test(text))
    throw unsupported("apply", "of a change of mode, a link or a copy");
  try {
    return parsePatch(text);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new GitFailure(`error: ${error.message}`);
  }
}

function reversed(patch: FilePatch): FilePatch {
  const { rename } = patch;
  return {
    ...patch,
    oldName: patch.newName,
    newName: patch.oldName,
    creates: patch.removes,
    removes: patch.creates,
    rename: rename && { from: rename.to, to: rename.from },
    hunks: patch.hunks.map(reversedHunk),
  };
}

/** What the patch makes of its files, or why it cannot. */
async function outcomesOf(
  { repository, context }: GitRun,
  patch: FilePatch,
  strip: number,
  earlier: ReadonlyMap<string, Outcome>,
): Promise<Outcome[] | string> {
  const nameOf = (name: string | undefined) => (name ?? "").split("/").slice(strip).join("/");
  const from = patch.rename?.from ?? nameOf(patch.creates ? patch.newName : patch.oldName);
  const to = patch.rename?.to ?? nameOf(patch.removes ? patch.oldName : patch.newName);
  if (from === "" || to === "") throw new GitFailure(`error: git diff header lacks filename information`);
  if ([from, to].some((path) => path.split("/").some((part) => part === ".." || part === ".git")))
    throw new GitFailure(`error: invalid path '${to}'`);
  const bytesOf = async (path: string) => {
    const known = earlier.get(path);
    if (known !== undefined) return known.bytes;
    const file = await repository.workFile(path);
    if (file?.mode === "120000") throw unsupported("apply", `to ${path}, a link`);
    return file === undefined ? undefined : context.fs.readFileBuffer(joinPath(repository.dir, path));
  };
  const current = await bytesOf(from);
  if (patch.creates ? current !== undefined : to !== from && (await bytesOf(to)) !== undefined)
    return `error: ${to}: already exists in working directory`;
  if (!patch.creates && current === undefined) return `error: ${from}: No such file or directory`;
  const text = textOf(current ?? new Uint8Array(), from);
  const lines = text.replace(/\n$/, "").split("\n");
  const applied = applyHunks(
    text === "" ? [] : lines,
    text !== "" && !text.endsWith("\n"),
    patch.hunks,
    0,
    () => context.signal?.throwIfAborted(),
    (left, right) => left === right,
  );
  const failed = applied.outcomes.find((outcome) => !outcome.applied);
  if (failed !== undefined)
    return `error: patch failed: ${from}:${failed.hunk.oldStart}\nerror: ${from}: patch does not apply`;
  if (patch.removes) {
    return applied.lines.length > 0
      ? `error: removal patch leaves file contents\nerror: ${from}: patch does not apply`
      : [{ path: from, bytes: undefined }];
  }
  const result = applied.lines.join("\n") + (applied.lines.length === 0 || applied.unended ? "" : "\n");
  const made = { path: to, bytes: new TextEncoder().encode(result) };
  return to === from ? [made] : [{ path: from, bytes: undefined }, made];
}

async function write({ repository, context }: GitRun, { path, bytes }: Outcome): Promise<void> {
  const full = joinPath(repository.dir, path);
  if (bytes === undefined) return repository.putInWorkTree(path, undefined);
  await context.fs.mkdir(full.slice(0, full.lastIndexOf("/")) || "/", { recursive: true });
  const mode = (await context.fs.stat(full).catch(() => undefined))?.mode;
  await context.fs.writeFile(full, bytes);
  if (mode !== undefined) await context.fs.chmod(full, mode);
}
