"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { formatBytes } from "./format-bytes";
import { renderVisible } from "./render-visible";
import { LEVEL_SIZE, sliceRanges } from "./slice-ranges";

/** A longer string is drawn in pieces of this many characters, each asked for by the person. */
const STRING_PIECE = 20_000;
const STRING_PREVIEW = 400;

export interface JsonTreeProps {
  value: unknown;
  /** What the root is called for a screen reader. */
  label: string;
  /** How many levels stand open at first. Default 1; a level with more than 100 entries stays closed. */
  openDepth?: number;
  /** Draws the fields of a small root object without a line for the object itself. */
  bare?: boolean;
}

/**
 * A JSON value as a tree that is built only as far as it is opened. No level draws more than 100 entries and no string more
 * than one piece at a time, so a value of any size costs the page the same.
 */
export function JsonTree({ value, label, openDepth = 1, bare = false }: JsonTreeProps) {
  const fields = bare ? smallFields(value) : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of disclosure buttons, not form fields
    <div role="group" aria-label={label} className="font-mono text-xs leading-5">
      {fields === undefined ? (
        <Node value={value} openDepth={openDepth} />
      ) : (
        fields.map(([name, child]) => <Node key={name} name={name} value={child} openDepth={openDepth - 1} />)
      )}
    </div>
  );
}

/** The fields of an object that has some, but not more than one level draws. */
function smallFields(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value);
  return fields.length > 0 && fields.length <= LEVEL_SIZE ? fields : undefined;
}

interface NodeProps {
  name?: string;
  value: unknown;
  openDepth: number;
}

function Node({ name, value, openDepth }: NodeProps) {
  const key = name === undefined ? null : <span className="text-muted-foreground">{renderVisible(name)}: </span>;
  if (typeof value === "string") {
    return (
      <div className="whitespace-pre-wrap break-words pl-4">
        {key}
        <StringValue text={value} />
      </div>
    );
  }
  if (typeof value !== "object" || value === null) {
    return (
      <div className="break-words pl-4">
        {key}
        <span className={value === null ? "text-muted-foreground" : "text-code-number"}>{String(value)}</span>
      </div>
    );
  }
  return <Branch name={name} value={value} openDepth={openDepth} />;
}

function Branch({ name, value, openDepth }: NodeProps & { value: object }) {
  const keys = useMemo(() => (Array.isArray(value) ? undefined : Object.keys(value)), [value]);
  const count = Array.isArray(value) ? value.length : (keys?.length ?? 0);
  const [open, setOpen] = useState(openDepth > 0 && count <= LEVEL_SIZE);
  const [left, right] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const noun = Array.isArray(value) ? "item" : "field";
  if (count === 0) {
    return (
      <div className="pl-4">
        {name === undefined ? null : <span className="text-muted-foreground">{renderVisible(name)}: </span>}
        {left}
        {right}
      </div>
    );
  }
  return (
    <div>
      <Disclosure open={open} onToggle={() => setOpen(!open)}>
        {name === undefined ? null : <span className="text-muted-foreground">{renderVisible(name)}: </span>}
        <span className="text-muted-foreground">{left}</span>
        <span className="text-muted-foreground">
          {" "}
          {count.toLocaleString("en")} {count === 1 ? noun : `${noun}s`} {right}
        </span>
      </Disclosure>
      {open ? <Level value={value} keys={keys} start={0} end={count} openDepth={openDepth - 1} /> : null}
    </div>
  );
}

interface LevelProps {
  value: object;
  /** The object's keys; undefined for an array. */
  keys: string[] | undefined;
  start: number;
  end: number;
  openDepth: number;
}

function Level({ value, keys, start, end, openDepth }: LevelProps) {
  if (end - start > LEVEL_SIZE) {
    return (
      <div className="ml-1.5 border-l pl-2">
        {sliceRanges(start, end).map((range) => (
          <Range key={range.start} value={value} keys={keys} openDepth={0} {...range} />
        ))}
      </div>
    );
  }
  const rows: ReactNode[] = [];
  for (let index = start; index < end; index += 1) {
    const name = keys === undefined ? String(index) : (keys[index] ?? "");
    const child = keys === undefined ? (value as unknown[])[index] : (value as Record<string, unknown>)[name];
    rows.push(<Node key={name} name={name} value={child} openDepth={openDepth} />);
  }
  return <div className="ml-1.5 border-l pl-2">{rows}</div>;
}

function Range(props: LevelProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Disclosure open={open} onToggle={() => setOpen(!open)}>
        <span className="text-muted-foreground">
          {props.start.toLocaleString("en")} … {(props.end - 1).toLocaleString("en")}
        </span>
      </Disclosure>
      {open ? <Level {...props} /> : null}
    </div>
  );
}

function Disclosure({ open, onToggle, children }: { open: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex w-full items-center gap-0.5 rounded-sm text-left hover:bg-muted"
    >
      <ChevronRight aria-hidden className={`size-3.5 shrink-0 ${open ? "rotate-90" : ""}`} />
      <span className="min-w-0 truncate">{children}</span>
    </button>
  );
}

function StringValue({ text }: { text: string }) {
  const [shown, setShown] = useState(STRING_PREVIEW);
  if (text.length <= STRING_PREVIEW) return <span className="text-code-string">"{renderVisible(text)}"</span>;
  const rest = text.length - shown;
  return (
    <>
      <span className="text-code-string">
        "{renderVisible(text.slice(0, shown))}
        {rest > 0 ? "…" : '"'}
      </span>
      {rest > 0 ? (
        <button
          type="button"
          onClick={() => setShown(Math.min(text.length, shown + STRING_PIECE))}
          className="ml-1 rounded-sm px-1 font-sans text-primary-text hover:underline"
        >
          Show {formatBytes(Math.min(rest, STRING_PIECE))} more of {formatBytes(text.length)}
        </button>
      ) : null}
    </>
  );
}
