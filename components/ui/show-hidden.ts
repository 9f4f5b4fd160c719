import type { ElementContent, Root, RootContent } from "hast";
import { visibleParts } from "@/lib/core/approval/visible-text";
import { HIDDEN_CHARACTER_CLASS } from "./render-visible";

/** A plugin for Markdown: draws every hidden character of its text as a boxed name. Comes after sanitising, which would undo it. */
export function showHidden() {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((child) => shown(child));
  };
}

function shown<T extends RootContent | ElementContent>(node: T): (T | ElementContent)[] {
  if (node.type === "text") return piecesOf(node.value);
  if (node.type === "element") node.children = node.children.flatMap((child) => shown(child));
  return [node];
}

function piecesOf(text: string): ElementContent[] {
  return visibleParts(text).map((part): ElementContent => {
    // Long white space is indentation in code, and is drawn as one space everywhere else.
    if (part.label === undefined || part.text.trim() === "") return { type: "text", value: part.text };
    return {
      type: "element",
      tagName: "span",
      properties: { title: part.title, className: [HIDDEN_CHARACTER_CLASS], "data-hidden-character": part.label },
      children: [{ type: "text", value: part.label }],
    };
  });
}
