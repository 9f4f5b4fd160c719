"use client";

import { useState } from "react";
import { CodeBlock } from "../ui/code-block";

/** The definition files of a shared session, to be read; no editor is loaded and nothing is run. */
export function DefinitionReader({ files }: { files: Readonly<Record<string, string>> }) {
  const paths = Object.keys(files).sort(byRank);
  const [chosen, setChosen] = useState<string>();
  const path = chosen !== undefined && chosen in files ? chosen : paths[0];
  if (path === undefined) return <p className="p-3 text-muted-foreground">The definition has no files.</p>;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <nav aria-label="Definition files" className="flex shrink-0 gap-0.5 overflow-x-auto border-b px-2 py-1">
        {paths.map((candidate) => (
          <button
            key={candidate}
            type="button"
            aria-current={candidate === path}
            onClick={() => setChosen(candidate)}
            className="focus-inset whitespace-nowrap rounded-sm px-2 py-0.5 font-mono text-muted-foreground text-xs hover:bg-accent aria-[current=true]:bg-accent aria-[current=true]:text-foreground pointer-coarse:py-2"
          >
            {candidate}
          </button>
        ))}
      </nav>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto bg-card">
        <CodeBlock key={path} text={files[path] ?? ""} path={path} label={`Text of ${path}`} />
      </div>
    </div>
  );
}

/** `agent.ts` first, then tools, then the script. */
function byRank(a: string, b: string): number {
  const rank = (path: string) => (path === "agent.ts" ? 0 : path.startsWith("tools/") ? 1 : 2);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
