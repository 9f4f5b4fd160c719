"use client";

import { useState } from "react";
import { Button } from "../ui/button";
import { formatBytes } from "../ui/format-bytes";
import { renderVisibleCode } from "../ui/render-visible";

const PIECE = 20_000;

/** Plain text of any length: a first piece, and more of it when asked for. */
export function TextPieces({ text }: { text: string }) {
  const [shown, setShown] = useState(PIECE);
  return (
    <>
      <pre className="whitespace-pre-wrap px-3 py-2 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
        {renderVisibleCode(text.slice(0, shown))}
      </pre>
      {text.length > shown ? (
        <Button size="sm" variant="link" className="mx-3 mb-2" onClick={() => setShown(shown + PIECE * 5)}>
          Show more: {formatBytes(text.length - shown)} of {formatBytes(text.length)} not drawn yet
        </Button>
      ) : null}
    </>
  );
}
