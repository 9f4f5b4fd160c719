"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import type { GrepMatch } from "@/lib/core/sandbox/sandbox";
import { renderVisible } from "../ui/render-visible";
import { Spinner } from "../ui/spinner";
import { renderName } from "./render-name";
import type { ContentSearch } from "./use-content-search";

export interface ContentMatchesProps {
  query: string;
  search: ContentSearch;
  onOpen(path: string, line: number): void;
}

type Line = { kind: "file"; path: string; count: number } | { kind: "match"; match: GrepMatch };

const HEIGHT = 24;
const SHOWN_BEFORE = 12;
const SHOWN_CHARACTERS = 200;

/** Lines of files that hold what was looked for, below their file's name. Arrows walk them, Enter opens one at its line. */
export function ContentMatches({ query, search, onOpen }: ContentMatchesProps) {
  if (search.phase === "searching") {
    return (
      <p className="flex items-center gap-2 p-2 text-muted-foreground text-xs" role="status">
        <Spinner label="Searching" /> Searching
      </p>
    );
  }
  if (search.phase === "failed") {
    return (
      <p role="alert" className="p-2 text-danger-text text-xs [overflow-wrap:anywhere]">
        The search failed: {search.message} Change the words to try again.
      </p>
    );
  }
  if (search.matches.length === 0) {
    return (
      <p className="p-2 text-muted-foreground text-xs" role="status">
        No file holds “{renderVisible(query)}”. Files that are ignored or not text are not searched.
      </p>
    );
  }
  return (
    <>
      <p className="px-2 py-1 text-muted-foreground text-xs" role="status">
        {search.cut ? `Only the first ${search.matches.length} lines` : count(search.matches.length, "line")} in{" "}
        {count(search.files, "file")}
      </p>
      <MatchList query={query} matches={search.matches} onOpen={onOpen} />
    </>
  );
}

function MatchList({
  query,
  matches,
  onOpen,
}: {
  query: string;
  matches: readonly GrepMatch[];
  onOpen: ContentMatchesProps["onOpen"];
}) {
  const lines = useMemo(() => withFiles(matches), [matches]);
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 12,
    initialRect: { width: 240, height: 600 },
  });
  const at = Math.min(active, matches.length - 1);
  const move = (to: number) => {
    const next = Math.min(matches.length - 1, Math.max(0, to));
    setActive(next);
    virtualizer.scrollToIndex(lines.findIndex((line) => line.kind === "match" && line.match === matches[next]));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const match = matches[at];
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: matches.length - 1,
      PageDown: at + 15,
      PageUp: at - 15,
    }[event.key];
    if (to !== undefined) move(to);
    else if (event.key === "Enter" && match !== undefined) onOpen(match.path, match.line);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Lines that match"
      tabIndex={0}
      aria-activedescendant={`match-${at}`}
      onKeyDown={onKeyDown}
      className="focus-inset group min-h-0 flex-1 overflow-auto"
    >
      <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const style = { top: item.start, height: HEIGHT };
          if (line.kind === "file") {
            return (
              <div
                key={item.key}
                role="presentation"
                style={style}
                className="absolute inset-x-0 flex items-center gap-2 px-2"
              >
                <span className="one-line font-medium text-xs">{renderName(line.path)}</span>
                <span className="text-2xs text-muted-foreground tabular-nums">{line.count}</span>
              </div>
            );
          }
          const { match } = line;
          const index = matches.indexOf(match);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys
            <div
              key={item.key}
              id={`match-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              aria-label={`${match.path}, line ${match.line}: ${match.text.slice(0, SHOWN_CHARACTERS)}`}
              onClick={() => {
                setActive(index);
                onOpen(match.path, match.line);
              }}
              style={style}
              className={`absolute inset-x-0 flex cursor-default select-none items-center gap-2 pr-2 pl-4 font-mono text-xs hover:bg-accent ${
                index === at
                  ? "group-focus-visible:ring-1 group-focus-visible:ring-ring group-focus-visible:ring-inset"
                  : ""
              }`}
            >
              <span className="w-8 shrink-0 text-right text-muted-foreground tabular-nums">{match.line}</span>
              <span className="one-line">{marked(match.text, query)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function withFiles(matches: readonly GrepMatch[]): Line[] {
  const counts = new Map<string, number>();
  for (const { path } of matches) counts.set(path, (counts.get(path) ?? 0) + 1);
  const lines: Line[] = [];
  let last: string | undefined;
  for (const match of matches) {
    if (match.path !== last) lines.push({ kind: "file", path: match.path, count: counts.get(match.path) ?? 1 });
    last = match.path;
    lines.push({ kind: "match", match });
  }
  return lines;
}

/** The part of a line around what was looked for, with that marked. */
function marked(text: string, query: string): ReactNode {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return renderVisible(text.trimStart().slice(0, SHOWN_CHARACTERS));
  const from = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0;
  const before = text.slice(from, at);
  return (
    <>
      {from > 0 ? "…" : ""}
      {renderVisible(from > 0 ? before : before.trimStart())}
      <mark className="rounded-xs bg-waiting-soft text-waiting-text">
        {renderVisible(text.slice(at, at + query.length))}
      </mark>
      {renderVisible(text.slice(at + query.length, at + query.length + SHOWN_CHARACTERS))}
    </>
  );
}

function count(amount: number, word: string): string {
  return `${amount.toLocaleString("en")} ${word}${amount === 1 ? "" : "s"}`;
}
