"use client";

import { createContext, useContext, useState } from "react";
import { Button } from "../ui/button";
import { renderVisible } from "../ui/render-visible";
import type { CallActions } from "./call-actions";

const STEP = 100;

/** Lets a match open its file without every renderer handing the function down. */
export const OpenFileContext = createContext<CallActions["openFile"]>(undefined);

export interface MatchListProps {
  matches: { path: string; line?: number; text?: string }[];
  notes: string[];
}

/** Places in files, grouped by file, each a way into the file. */
export function MatchList({ matches, notes }: MatchListProps) {
  const openFile = useContext(OpenFileContext);
  const [shown, setShown] = useState(STEP);
  let previous: string | undefined;
  return (
    <div className="py-1 font-mono text-xs leading-5">
      {notes.map((note) => (
        <p key={note} className="px-2 text-muted-foreground">
          {renderVisible(note)}
        </p>
      ))}
      <ul>
        {matches.slice(0, shown).map((match) => {
          const first = match.path !== previous;
          previous = match.path;
          const open = openFile === undefined ? undefined : () => openFile(match.path, match.line);
          return (
            <li key={`${match.path}:${match.line ?? ""}`}>
              {first ? <PathLine path={match.path} onOpen={match.line === undefined ? open : undefined} /> : null}
              {match.line === undefined ? null : (
                <button
                  type="button"
                  disabled={open === undefined}
                  onClick={open}
                  className="focus-inset flex w-full text-left enabled:hover:bg-accent"
                >
                  <span className="w-12 shrink-0 pr-2 text-right text-muted-foreground">{match.line}</span>
                  <span className="one-line">{renderVisible(match.text ?? "")}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {matches.length > shown ? (
        <Button size="sm" variant="link" className="px-2" onClick={() => setShown(shown + STEP * 5)}>
          Show more of {matches.length.toLocaleString("en")}
        </Button>
      ) : null}
    </div>
  );
}

function PathLine({ path, onOpen }: { path: string; onOpen: (() => void) | undefined }) {
  const content = <span className="one-line">{renderVisible(path)}</span>;
  if (onOpen === undefined) return <p className="flex px-2 font-medium">{content}</p>;
  return (
    <button type="button" onClick={onOpen} className="focus-inset flex w-full px-2 text-left hover:bg-accent">
      {content}
    </button>
  );
}
