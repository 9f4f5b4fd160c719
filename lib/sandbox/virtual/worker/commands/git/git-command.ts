import type { ResolvedCommandContext } from "just-bash/browser";
import type { Repository } from "./repository";

export interface GitRun {
  repository: Repository;
  context: ResolvedCommandContext;
  /** Where the command was given, `-C` taken into account. */
  cwd: string;
  given: string[];
}

export interface GitOutput {
  stdout?: string;
  stderr?: string;
  exitCode?: number;
  /** Instead of text. */
  bytes?: Uint8Array;
}

export type GitCommand = (run: GitRun) => Promise<GitOutput>;
