"use client";

import { useState } from "react";
import { Button } from "../ui/button";
import { formatBytes } from "../ui/format-bytes";
import { renderVisible, renderVisibleCode } from "../ui/render-visible";

const PIECE = 20_000;

export interface TerminalBlockProps {
  command: string;
  /** Absent before it ran. */
  output?: string;
  exitCode?: number;
  /** Draw the whole command however long it is: for what a person decides about. */
  whole?: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the escape sequences that a terminal would obey
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** One command and what it printed, as a terminal shows it. Colour codes are taken out; other control characters are drawn. */
export function TerminalBlock({ command, output, exitCode = 0, whole = false }: TerminalBlockProps) {
  const [shown, setShown] = useState(PIECE);
  const text = output?.replace(ESCAPES, "");
  const drawnCommand = whole ? command : command.slice(0, PIECE);
  return (
    <div className="font-mono text-xs leading-5">
      <p className="whitespace-pre-wrap px-3 py-1 [overflow-wrap:anywhere]">
        <span aria-hidden className="select-none text-primary-text">
          ${" "}
        </span>
        {renderVisible(drawnCommand)}
        {drawnCommand.length < command.length ? "…" : ""}
      </p>
      {text === undefined ? null : (
        <div className="border-t px-3 py-1">
          {text === "" ? (
            <p className="text-muted-foreground">(no output)</p>
          ) : (
            <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {renderVisibleCode(text.slice(0, shown))}
            </pre>
          )}
          {text.length > shown ? (
            <Button size="sm" variant="link" onClick={() => setShown(shown + PIECE * 5)}>
              Show more of {formatBytes(text.length)}
            </Button>
          ) : null}
          {exitCode === 0 ? null : <p className="text-danger-text">exit code {exitCode}</p>}
        </div>
      )}
    </div>
  );
}
