"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/input";

const ROW_HEIGHT = 20;
const ROW_BYTES = 16;
/** Browsers draw nothing taller than some tens of millions of pixels; a larger file is shown in parts. */
const MOST_ROWS = 500_000;

/** The bytes of any file, sixteen a row, with their printable characters. Draws only what is seen; goes to an offset. */
export function HexView({ bytes }: { bytes: Uint8Array }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState("");
  const [marked, setMarked] = useState<number>();
  const [first, setFirst] = useState(0);
  const noteId = useId();
  const allRows = Math.ceil(bytes.length / ROW_BYTES);
  const rows = Math.min(MOST_ROWS, allRows - first);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    initialRect: { width: 600, height: 400 },
  });
  const wanted = readOffset(offset);
  const problem = offset.trim() === "" ? undefined : offsetProblem(wanted, bytes.length);
  const goTo = () => {
    if (wanted === undefined || problem !== undefined) return;
    const row = Math.floor(wanted / ROW_BYTES);
    const part = Math.floor(row / MOST_ROWS) * MOST_ROWS;
    setFirst(part);
    setMarked(wanted);
    requestAnimationFrame(() => virtualizer.scrollToIndex(row - part, { align: "center" }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const element = event.currentTarget;
    if (event.key === "Home") element.scrollTop = 0;
    else if (event.key === "End") element.scrollTop = element.scrollHeight;
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <form
        className="flex flex-wrap items-center gap-2 border-b px-3 py-1 text-xs"
        onSubmit={(event) => {
          event.preventDefault();
          goTo();
        }}
      >
        <span className="text-muted-foreground tabular-nums">{bytes.length.toLocaleString("en")} bytes</span>
        <Input
          aria-label="Offset to go to"
          aria-describedby={noteId}
          aria-invalid={problem !== undefined}
          placeholder="0x1f0 or 496"
          value={offset}
          onChange={(event) => setOffset(event.target.value)}
          className="ml-auto h-6 w-32 font-mono"
        />
        <Button size="sm" type="submit" disabled={wanted === undefined || problem !== undefined}>
          Go to offset
        </Button>
        <span id={noteId} role="status" className={problem === undefined ? "sr-only" : "w-full text-danger-text"}>
          {problem ?? (marked === undefined ? "" : describeByte(bytes, marked))}
        </span>
      </form>
      {marked === undefined || problem !== undefined ? null : (
        <p className="border-b px-3 py-0.5 font-mono text-muted-foreground text-xs">{describeByte(bytes, marked)}</p>
      )}
      {allRows > MOST_ROWS ? (
        <p className="border-b px-3 py-0.5 text-muted-foreground text-xs">
          From byte {(first * ROW_BYTES).toLocaleString("en")} to{" "}
          {Math.min(bytes.length, (first + rows) * ROW_BYTES).toLocaleString("en")}; go to an offset for the rest.
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a table of a million rows is drawn in parts */}
      <div
        ref={scroller}
        role="group"
        aria-label="Bytes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="focus-inset min-h-24 flex-1 overflow-auto px-2 py-1"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize(), minWidth: "76ch" }}>
          {virtualizer.getVirtualItems().map((item) => {
            const at = (first + item.index) * ROW_BYTES;
            return (
              <HexRow
                key={item.key}
                at={at}
                bytes={bytes.subarray(at, at + ROW_BYTES)}
                marked={marked !== undefined && marked >= at && marked < at + ROW_BYTES ? marked - at : undefined}
                top={item.start}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function HexRow({
  at,
  bytes,
  marked,
  top,
}: {
  at: number;
  bytes: Uint8Array;
  marked: number | undefined;
  top: number;
}) {
  const row = [...bytes];
  const hex = row.map((byte) => byte.toString(16).padStart(2, "0"));
  const characters = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·"));
  const hexText = `${hex.slice(0, 8).join(" ")}  ${hex.slice(8).join(" ")}`.padEnd(48);
  const start = marked === undefined ? 0 : marked * 3 + (marked >= 8 ? 1 : 0);
  return (
    <pre className="absolute whitespace-pre font-mono text-xs leading-5" style={{ top, height: ROW_HEIGHT }}>
      <span className="text-muted-foreground">{at.toString(16).padStart(8, "0")}</span>
      {"  "}
      {marked === undefined ? (
        hexText
      ) : (
        <>
          {hexText.slice(0, start)}
          <mark className="rounded-xs bg-waiting-soft text-waiting-text">{hexText.slice(start, start + 2)}</mark>
          {hexText.slice(start + 2)}
        </>
      )}
      {"  "}
      {characters.join("")}
    </pre>
  );
}

/** `0x1f`, `1fh` or decimal digits. */
export function readOffset(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const [, hex] = /^(?:0x([0-9a-f]+)|([0-9a-f]+)h)$/.exec(trimmed)?.filter(Boolean) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return /^\d+$/.test(trimmed) ? Number(trimmed) : undefined;
}

function offsetProblem(offset: number | undefined, length: number): string | undefined {
  if (offset === undefined) return "That is no offset. Write digits, or hexadecimal ones after 0x.";
  if (offset >= length)
    return `The file ends at ${length - 1} (0x${(length - 1).toString(16)}). Choose a smaller offset.`;
  return undefined;
}

function describeByte(bytes: Uint8Array, at: number): string {
  const byte = bytes[at] ?? 0;
  const character = byte >= 32 && byte < 127 ? `, “${String.fromCharCode(byte)}”` : "";
  return `Offset ${at} (0x${at.toString(16)}): ${byte} (0x${byte.toString(16).padStart(2, "0")})${character}`;
}
