import { z } from "zod";
import type { ToolFolder } from "../sandbox/tool-folders";

/** What one event carries of the lines themselves; the rest is counted, so that nothing is left out unsaid. */
export const FILES_REVERT_LIMITS = { files: 40, linesPerFile: 4_000, lines: 24_000 } as const;

const revertedFileSchema = z.object({
  /** Relative to the workspace where it lies in it. */
  path: z.string().max(8_192),
  /** What had been done to the file, and was taken back: whole, or the parts that `lines` shows. */
  change: z.enum(["created", "changed", "removed"]),
  part: z.enum(["whole", "some"]),
  /** As in a unified diff of what was taken back: `+` lines were put in and are gone, `-` lines had gone and stand again. */
  lines: z
    .string()
    .max(FILES_REVERT_LIMITS.linesPerFile + 200)
    .optional(),
  /** Lines of text; absent for what is not text, and for a file of a rollback. */
  added: z.number().int().nonnegative().optional(),
  removed: z.number().int().nonnegative().optional(),
});
export type RevertedFile = z.infer<typeof revertedFileSchema>;

/** A person took changes of the workspace back. The model is told of it with its next step, the timeline shows it. */
export const filesRevertSchema = z.object({
  type: z.literal("files-revert"),
  /** Given by the page: an event that was sent twice is one. */
  revertId: z.string().min(1).max(64),
  /** `declined`: single files or parts of them; `rolled-back`: the whole workspace, to how it was at a point. */
  kind: z.enum(["declined", "rolled-back"]),
  by: z.string().max(200),
  /** The point in words, such as "before step 3". */
  to: z.string().max(300).optional(),
  files: z.array(revertedFileSchema).max(FILES_REVERT_LIMITS.files),
  /** Files beyond those listed. */
  more: z.number().int().nonnegative(),
  /** What was put back in the own folders of tools, which nobody reads file by file. */
  folded: z
    .array(z.object({ folder: z.enum([".git", "node_modules"]), files: z.number().int().positive() }))
    .max(2)
    .optional(),
});
export type FilesRevert = z.infer<typeof filesRevertSchema>;

/** What the page says of a revert; who did it is the server's to write. */
export type RevertToTell = Omit<FilesRevert, "type" | "by">;

/** A revert within the limits of its event: files beyond them are counted, lines beyond them are cut and say so. */
export function revertToTell(
  given: Omit<RevertToTell, "more" | "files"> & { files: readonly RevertedFile[] },
): RevertToTell {
  let left: number = FILES_REVERT_LIMITS.lines;
  const files = given.files.slice(0, FILES_REVERT_LIMITS.files).map((file) => {
    if (file.lines === undefined) return file;
    const lines = cutLines(file.lines, Math.min(left, FILES_REVERT_LIMITS.linesPerFile));
    left = Math.max(0, left - lines.length);
    return { ...file, lines };
  });
  const { folded = [], ...rest } = given;
  return { ...rest, files, more: given.files.length - files.length, ...(folded.length === 0 ? {} : { folded }) };
}

/** Plain words for the model: what no longer stands, so that it does not build on it. */
export function revertInWords(revert: FilesRevert): string {
  const head =
    revert.kind === "declined"
      ? "The person reviewed the files of the workspace and declined the following changes. They were taken back: the files no longer contain them."
      : `The person rolled the workspace back to an earlier state (${revert.to ?? "not named"}). What had been changed since then no longer stands:`;
  const files = revert.files.map(fileInWords);
  if (revert.more > 0) files.push(`… and ${revert.more} more files.`);
  for (const { folder } of revert.folded ?? []) files.push(FOLDED[folder]);
  const tail = "Read a file again before you edit it, and do not repeat a declined change unless you are asked to.";
  return [head, ...files, revert.kind === "declined" ? tail : "Read a file again before you edit it."].join("\n\n");
}

const FOLDED: Record<ToolFolder, string> = {
  ".git": "Git's own files (.git) were put back as well: commits, branches and the index are as they were then.",
  node_modules: "node_modules was put back as well: the installed packages are as they were then.",
};

const WHOLE = {
  created: "had been created; the file is gone again.",
  changed: "had been changed; it has its earlier content again.",
  removed: "had been removed; the file is there again.",
} as const;

function fileInWords(file: RevertedFile): string {
  const head =
    file.part === "whole" ? WHOLE[file.change] : "a part of the change was taken back, the rest still stands.";
  const title = `${JSON.stringify(file.path)}: ${head}`;
  if (file.lines === undefined || file.lines === "") return title;
  return `${title} Lines with + are gone, lines with - are there again:\n${file.lines}`;
}

function cutLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf("\n", most);
  const kept = end <= 0 ? "" : text.slice(0, end);
  const left = text
    .slice(kept.length)
    .split("\n")
    .filter((line) => line !== "").length;
  return `${kept}${kept === "" ? "" : "\n"}… ${left} more lines`;
}
