"use client";

import { useState } from "react";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { Button } from "../ui/button";
import { formatBytes } from "../ui/format-bytes";
import { renderVisible } from "../ui/render-visible";

/** Text is drawn in pieces of this many characters; nothing is ever left out, only asked for. */
const PIECE = 60_000;

export interface ExactArgumentsProps {
  arguments: { [key: string]: JsonValue };
  /** Called when the last piece is on the page. */
  onWhole?(): void;
}

/**
 * Every argument in full, with hidden characters drawn. Strings stand as text, a list or a record of nothing but strings with
 * a line for each, everything else as indented JSON.
 */
export function ExactArguments({ arguments: values, onWhole }: ExactArgumentsProps) {
  const [shown, setShown] = useState(PIECE);
  const entries = Object.entries(values);
  if (entries.length === 0) return <p className="p-2 text-muted-foreground text-xs">No arguments.</p>;
  let budget = shown;
  let rest = 0;
  const rows = entries.map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
    const drawn = text.slice(0, Math.max(0, budget));
    budget -= text.length;
    rest += text.length - drawn.length;
    const texts = drawn === text ? namedTexts(value) : undefined;
    return { name, kind: kindOf(value), text: drawn, texts, empty: text === "" };
  });
  const more = () => {
    setShown(shown + PIECE);
    if (rest <= PIECE) onWhole?.();
  };
  return (
    <div className="divide-y divide-border">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] text-xs leading-5">
        {rows.map((row) => (
          <div key={row.name} className="contents">
            <dt className="border-b px-2 py-1 font-mono text-muted-foreground">
              {renderVisible(row.name)}
              {row.kind === "text" ? null : <span className="block text-2xs leading-4">{row.kind}</span>}
            </dt>
            <dd className="min-w-0 whitespace-pre-wrap break-words border-b px-2 py-1 font-mono [overflow-wrap:anywhere]">
              {row.texts === undefined ? <Text text={row.text} isEmpty={row.empty} /> : <Texts texts={row.texts} />}
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 ? (
        <div className="p-2">
          <Button variant="outline" size="sm" onClick={more}>
            Show the next part ({formatBytes(rest)} not shown yet)
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Text({ text, isEmpty }: { text: string; isEmpty: boolean }) {
  return isEmpty ? <span className="text-muted-foreground">(empty text)</span> : renderVisible(text);
}

/** Names have a column of their own, so that a text with line breaks cannot pass for two. */
function Texts({ texts }: { texts: [name: string, text: string][] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      {texts.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="max-w-48 text-muted-foreground [overflow-wrap:anywhere]">{renderVisible(name)}</dt>
          <dd>
            <Text text={text} isEmpty={text === ""} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A list or a record that holds only strings; a number among them must not look like the string of its digits. */
function namedTexts(value: JsonValue): [name: string, text: string][] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Array.isArray(value)
    ? value.map((text, index): [string, JsonValue] => [String(index + 1), text])
    : Object.entries(value);
  return entries.length > 0 && entries.length <= 256 && entries.every(isTextEntry) ? entries : undefined;
}

function isTextEntry(entry: [string, JsonValue]): entry is [string, string] {
  return typeof entry[1] === "string";
}

/** Whether the arguments are drawn whole from the start. */
export function fitsAtOnce(values: { [key: string]: JsonValue }): boolean {
  let length = 0;
  for (const value of Object.values(values)) {
    length += typeof value === "string" ? value.length : JSON.stringify(value, null, 2).length;
  }
  return length <= PIECE;
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `list of ${value.length}`;
  return typeof value === "string" ? "text" : typeof value;
}
