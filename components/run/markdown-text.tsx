"use client";

import { lazy, memo, Suspense } from "react";
import { renderVisibleCode } from "../ui/render-visible";
import { TextPieces } from "./text-pieces";

/** Longer text is shown as it is: laying it out as Markdown again with every delta would freeze the page. */
const MARKDOWN_LIMIT = 60_000;

// Fetched with the first words of a model: most of what a new session loads would be this.
const DrawnMarkdown = lazy(() => import("../ui/drawn-markdown").then((module) => ({ default: module.DrawnMarkdown })));

/** What a model said, as Markdown without scripts, remote images or raw HTML. */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  if (text.length > MARKDOWN_LIMIT) return <TextPieces text={text} />;
  return (
    <div className="text-sm leading-5 [overflow-wrap:anywhere]">
      <Suspense fallback={<p className="my-1 whitespace-pre-wrap">{renderVisibleCode(text)}</p>}>
        <DrawnMarkdown text={text} />
      </Suspense>
    </div>
  );
});
