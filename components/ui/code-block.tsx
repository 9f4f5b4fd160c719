"use client";

import { Fragment, type ReactNode, useMemo, useState } from "react";
import { type CodeToken, highlightCode, languageOfPath, type TokenKind } from "./highlight-code";
import { renderVisibleCode } from "./render-visible";

/** Lines drawn at first and with every "Show more". */
const LINES_STEP = 400;
/** Longer text is drawn without colours: colouring it costs more than it tells. */
const COLOUR_LIMIT = 200_000;
const LINE_LIMIT = 2000;

const TOKEN_CLASS: Record<TokenKind, string> = {
  plain: "",
  comment: "text-code-comment",
  string: "text-code-string",
  keyword: "text-code-key",
  number: "text-code-number",
  type: "text-code-literal",
};

export interface CodeBlockProps {
  text: string;
  /** Decides the colouring. */
  path?: string;
  /** The number of the first line. Default 1. */
  firstLine?: number;
  label: string;
  markedLine?: number;
}

/** Read-only code with line numbers. Draws at most 400 lines, and 2,000 characters of a line, until more is asked for. */
export function CodeBlock({ text, path = "", firstLine = 1, label, markedLine }: CodeBlockProps) {
  const lines = useMemo(() => {
    const language = text.length > COLOUR_LIMIT ? "plain" : languageOfPath(path);
    return highlightCode(text.endsWith("\n") ? text.slice(0, -1) : text, language);
  }, [text, path]);
  const [shown, setShown] = useState(LINES_STEP);
  const numberWidth = `${String(firstLine + lines.length).length + 1}ch`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-auto bg-card font-mono text-xs leading-5">
      <div className="w-max min-w-full py-1">
        {lines.slice(0, shown).map((tokens, index) => {
          const number = firstLine + index;
          return (
            <div key={number} className={`flex pr-3 ${number === markedLine ? "bg-primary-soft" : "bg-card"}`}>
              <span
                aria-hidden
                style={{ minWidth: numberWidth }}
                className="sticky left-0 mr-3 shrink-0 select-none bg-inherit pl-2 text-right text-muted-foreground"
              >
                {number}
              </span>
              <span className="whitespace-pre">
                <Line tokens={tokens} />
              </span>
            </div>
          );
        })}
        {lines.length > shown ? (
          <button
            type="button"
            onClick={() => setShown(shown + LINES_STEP * 5)}
            className="sticky left-0 m-1 rounded-sm px-2 py-1 font-sans text-primary-text hover:underline"
          >
            Show more: {(lines.length - shown).toLocaleString("en")} lines are not drawn yet
          </button>
        ) : null}
      </div>
    </section>
  );
}

function Line({ tokens }: { tokens: CodeToken[] }) {
  let left = LINE_LIMIT;
  const drawn: ReactNode[] = [];
  for (const [index, token] of tokens.entries()) {
    if (left <= 0) break;
    const piece = token.text.slice(0, left);
    left -= piece.length;
    const content = renderVisibleCode(piece);
    drawn.push(
      token.kind === "plain" ? (
        <Fragment key={index}>{content}</Fragment>
      ) : (
        <span key={index} className={TOKEN_CLASS[token.kind]}>
          {content}
        </span>
      ),
    );
  }
  const length = tokens.reduce((sum, token) => sum + token.text.length, 0);
  if (length > LINE_LIMIT) {
    drawn.push(
      <span key="rest" className="text-muted-foreground">
        {" "}
        … {(length - LINE_LIMIT).toLocaleString("en")} more characters on this line
      </span>,
    );
  }
  return <>{drawn}</>;
}
