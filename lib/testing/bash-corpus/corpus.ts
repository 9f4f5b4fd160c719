/// <reference types="vite/client" />
import type { SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { parseSnippets } from "./parse-snippets";
import recordedByTopic from "./recorded.json";
import workspaceFiles from "./workspace.json";

export interface RecordedSnippet {
  /** `<topic> <number>`, the number counted from 1 within its file. */
  name: string;
  script: string;
  /** What bash and the GNU tools printed, as text or, where it is not UTF-8, as base64. */
  stdout: string | { base64: string };
  exitCode: number;
  /** How many lines bash itself wrote to its error output, as the snippet is and with nothing that hides them; none where missing. */
  complaints?: number;
  heard?: number;
}

type Recording = Omit<RecordedSnippet, "name">;

const LONG_AGO = Date.UTC(2024, 0, 1);

const sources = import.meta.glob<string>("./snippets/*.snippets", { query: "?raw", import: "default", eager: true });

/** The workspace that every snippet starts in. */
export function corpusWorkspace(): Map<string, string | Uint8Array> {
  return new Map(
    Object.entries(workspaceFiles).map(([path, content]) => [
      path,
      typeof content === "string" ? content : Uint8Array.from(atob(content.base64), (letter) => letter.charCodeAt(0)),
    ]),
  );
}

/** A snapshot of that workspace whose files are as old as those that were recorded. */
export function datedLongAgo(start: SandboxSnapshot): SandboxSnapshot {
  const entries = [...start.entries].map(([path, entry]): [string, SnapshotEntry] => [
    path,
    entry.type === "file" ? { ...entry, modifiedAt: LONG_AGO } : entry,
  ]);
  return { entries: new Map(entries) };
}

/** Every snippet with what real bash did; throws when a snippet has no recording of exactly its text. */
export function bashCorpus(): RecordedSnippet[] {
  const recorded = recordedByTopic as Record<string, Recording[]>;
  return Object.entries(sources).flatMap(([path, text]) => {
    const topic = path.replace("./snippets/", "").replace(".snippets", "");
    return parseSnippets(text).map((script, index) => {
      const recording = recorded[topic]?.[index];
      if (recording?.script !== script) {
        throw new Error(
          `Snippet ${index + 1} of ${topic} has no recording; run "node scripts/record-bash-corpus.mjs".`,
        );
      }
      return { name: `${topic} ${index + 1}`, ...recording };
    });
  });
}
