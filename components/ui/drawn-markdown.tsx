"use client";

import Markdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { renderVisible } from "./render-visible";
import { showHidden } from "./show-hidden";

const COMPONENTS: Components = {
  // A model's link must not navigate the workbench, nor tell the other side where it came from.
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noreferrer noopener" className="text-primary-text underline underline-offset-2">
      {children}
    </a>
  ),
  // A remote image would report to its host that somebody reads this; its words are enough.
  img: ({ alt, src }) => (
    <span className="text-muted-foreground">[image: {renderVisible(alt || String(src ?? ""))}]</span>
  ),
  pre: ({ children }) => (
    <pre className="my-2 overflow-x-auto rounded-md border bg-background px-2.5 py-1.5 font-mono text-xs leading-5 [&_code]:bg-transparent [&_code]:px-0">
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="rounded-xs bg-muted px-1 font-mono text-xs">{children}</code>,
  table: ({ children }) => (
    <div className="my-2 overflow-x-auto">
      <table className="text-xs [&_td]:border [&_td]:px-2 [&_td]:py-0.5 [&_th]:border [&_th]:px-2 [&_th]:py-0.5 [&_th]:text-left">
        {children}
      </table>
    </div>
  ),
  ul: ({ children }) => <ul className="my-1 list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="my-1 list-decimal pl-5">{children}</ol>,
  p: ({ children }) => <p className="my-1">{children}</p>,
  blockquote: ({ children }) => <blockquote className="my-1 border-l-2 pl-3">{children}</blockquote>,
  h1: ({ children }) => <p className="mt-2 mb-1 font-semibold text-base">{children}</p>,
  h2: ({ children }) => <p className="mt-2 mb-1 font-semibold">{children}</p>,
  h3: ({ children }) => <p className="mt-2 mb-1 font-medium">{children}</p>,
};

const REMARK = [remarkGfm];
const REHYPE = [rehypeSanitize, showHidden];

/** Markdown without scripts, remote images or raw HTML, in which no character hides. */
export function DrawnMarkdown({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
      {text}
    </Markdown>
  );
}
