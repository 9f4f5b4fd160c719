import { z } from "zod";
import type {
  DirectoryEntry,
  FileChange,
  FileStat,
  GlobOptions,
  GlobResult,
  GrepOptions,
  GrepResult,
  SandboxSnapshot,
} from "@/lib/core/sandbox/sandbox";
import { SANDBOX_ERROR_CODES } from "@/lib/core/sandbox/sandbox-error";
import type { FoldedChanges } from "@/lib/core/sandbox/tool-folders";
import type { WorkspaceState } from "./workbench-types";
import type { HistoryPoint } from "./workspace-history";

/** What a watching tab is told of the workspace as a whole. */
export interface WriterState extends Pick<WorkspaceState, "kind" | "storage"> {
  changes: FileChange[];
  points: HistoryPoint[];
  dropped: number;
}

/** What a watching tab asks the one that writes: its arguments, and the answer. Nothing of it changes a file. */
export interface WorkspaceQuestions {
  state: { given: []; answer: WriterState };
  read: { given: [path: string]; answer: Uint8Array };
  list: { given: [path: string]; answer: DirectoryEntry[] };
  stat: { given: [path: string]; answer: FileStat };
  glob: { given: [pattern: string, options?: GlobOptions]; answer: GlobResult };
  grep: { given: [pattern: string, options?: GrepOptions]; answer: GrepResult };
  snapshot: { given: []; answer: SandboxSnapshot };
  compare: { given: [since: number | undefined]; answer: FoldedChanges | undefined };
  before: { given: [since: number | undefined, path: string]; answer: Uint8Array | undefined };
}
export type WorkspaceQuestion = keyof WorkspaceQuestions;

const QUESTIONS = ["state", "read", "list", "stat", "glob", "grep", "snapshot", "compare", "before"] as const;

/** The envelopes; what is in them comes from the same program in another tab. */
export const workspaceMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ask"), id: z.string(), question: z.enum(QUESTIONS), given: z.array(z.unknown()) }),
  z.object({ kind: z.literal("answer"), id: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal("refusal"), id: z.string(), code: z.enum(SANDBOX_ERROR_CODES), message: z.string() }),
  /** Something is different now, or a tab has begun to write. */
  z.object({ kind: z.literal("news") }),
]);
export type WorkspaceMessage = z.infer<typeof workspaceMessageSchema>;
