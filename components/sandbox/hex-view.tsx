"use client";

import { useMemo, useState } from "react";
import { Button } from "../ui/button";

const ROWS = 256;

/** The first bytes of a file that is not text, sixteen a row, with their printable characters. */
export function HexView({ bytes }: { bytes: Uint8Array }) {
  const [rows, setRows] = useState(ROWS);
  const text = useMemo(() => hexRows(bytes.subarray(0, rows * 16)), [bytes, rows]);
  return (
    <div className="overflow-auto p-2">
      <pre className="font-mono text-xs leading-5">{text}</pre>
      {bytes.length > rows * 16 ? (
        <Button size="sm" variant="link" onClick={() => setRows(rows + ROWS * 4)}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

function hexRows(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const characters = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join("");
    lines.push(`${at.toString(16).padStart(8, "0")}  ${hex.padEnd(47)}  ${characters}`);
  }
  return lines.join("\n");
}
