import type { ReactNode } from "react";
import { type VisiblePart, visibleParts } from "@/lib/core/approval/visible-text";

/** How the boxed name of a hidden character looks. */
export const HIDDEN_CHARACTER_CLASS =
  "mx-px whitespace-nowrap rounded-xs border border-danger-line bg-danger-soft px-0.5 font-mono text-[0.85em] text-danger-text";

/**
 * Text in which nothing hides: every zero-width, direction or control character, and white space long enough to push things
 * out of sight, is drawn as a boxed name. Copying gives the names, never the invisible characters.
 */
export function renderVisible(text: string): ReactNode {
  return draw(visibleParts(text), text);
}

/** The same for program text and output, where long white space is indentation and stays as it is. */
export function renderVisibleCode(text: string): ReactNode {
  return draw(
    visibleParts(text).map((part) => (part.text.trim() === "" && part.text.length > 1 ? { text: part.text } : part)),
    text,
  );
}

/** A sentence about a call: what stands between backticks is drawn as code. */
export function renderSentence(sentence: string): ReactNode {
  return sentence.split("`").map((piece, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never move
      <span key={index}>{renderVisible(piece)}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never move
      <code key={index} className="rounded-xs bg-muted px-1 font-mono font-normal text-[0.92em]">
        {renderVisible(piece)}
      </code>
    ),
  );
}

function draw(parts: readonly VisiblePart[], text: string): ReactNode {
  if (parts.every((part) => part.label === undefined)) return text;
  return parts.map((part, index) =>
    part.label === undefined ? (
      part.text
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        key={index}
        title={part.title}
        data-hidden-character={part.label}
        className={HIDDEN_CHARACTER_CLASS}
      >
        {part.label}
      </span>
    ),
  );
}
