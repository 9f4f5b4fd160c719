import type { TranspiledFile } from "./transpile-file";

/** Between the page and its own transpiler; both sides are ours and of one build, so nothing is parsed. */
export interface TranspileRequest {
  id: number;
  files: { path: string; text: string }[];
}

export interface TranspileReply {
  id: number;
  files: ({ path: string } & TranspiledFile)[];
}
