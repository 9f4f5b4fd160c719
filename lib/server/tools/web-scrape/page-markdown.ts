import { type AnyNode, Element, hasChildren, Text } from "domhandler";
import type { ElementContent, Element as HtmlElement, Properties, Root } from "hast";
import { toMdast } from "hast-util-to-mdast";
import type { Text as MarkdownText } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { pageAddress } from "./page-address";
import { isUnseen, rawText, UNSEEN } from "./page-text";

/** What says something although it holds nothing. */
const SAYS_SOMETHING: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "td", "th"]);

/** Emphasis in the same emphasis says nothing, and Markdown has no way to write it. */
const EMPHASIS: ReadonlyMap<string, string> = new Map([
  ["b", "strong"],
  ["strong", "strong"],
  ["i", "em"],
  ["em", "em"],
  ["del", "del"],
  ["s", "del"],
  ["strike", "del"],
  ["code", "code"],
  ["kbd", "code"],
  ["samp", "code"],
  ["tt", "code"],
  ["var", "code"],
  ["a", "a"],
]);
/** More of it is no emphasis any more, and to find markers that hold among so many neighbours takes very long. */
const MOST_EMPHASES = 1_000;
/** What an element adds to what it holds, at least: markers, and for a block its mark and the lines around it. */
const INLINE_CHARACTERS = 2;
const BLOCK_CHARACTERS = 4;
const BLOCKS: ReadonlySet<string> = new Set([
  "p",
  "li",
  "td",
  "th",
  "dt",
  "dd",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
]);
/** Nothing in such a text means anything to Markdown, wherever it stands. */
const PLAIN = /^[a-zA-Z\d]+(?: [a-zA-Z\d]+)*$/;

const OPTIONS: Options = {
  bullet: "-",
  rule: "-",
  // Columns are not made equally wide: a model would pay for the spaces, and a hostile table costs time.
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  handlers: {
    text: (node: MarkdownText, _parent, state, info) =>
      PLAIN.test(node.value) ? node.value : state.safe(node.value, info),
  },
};

/**
 * The nodes as Markdown with GitHub's tables: headings, lists, code, and links that are absolute. Writing it is the costly
 * part, so no more of a page is taken than could fill `maxLength`; `isCut` says that there was more.
 */
export function pageMarkdown(
  nodes: readonly AnyNode[],
  base: string,
  maxLength: number,
): { text: string; isCut: boolean } {
  // Some of it may not be written at all, so more is taken than has room.
  const page: TakenPage = { base, room: 1.25 * maxLength, within: new Set(), emphases: MOST_EMPHASES };
  const texts = nodes.map((node) => {
    if (node instanceof Element && UNSEEN.has(node.name)) return rawText(node);
    const root: Root = { type: "root", children: convert(node, page) };
    return toMarkdown(toMdast(root), OPTIONS).trim();
  });
  return { text: texts.join("\n\n"), isCut: page.room <= 0 };
}

interface TakenPage {
  base: string;
  /** Characters that may still be taken. */
  room: number;
  /** Kinds of emphasis that are open. */
  within: Set<string>;
  /** How many more may be written. */
  emphases: number;
}

function convert(node: AnyNode, page: TakenPage): ElementContent[] {
  if (page.room <= 0) return [];
  if (node instanceof Text) {
    // White space may vanish, what else is said does not.
    page.room -= node.data.replace(/\s+/g, "").length;
    return [{ type: "text", value: node.data }];
  }
  if (!hasChildren(node)) return [];
  const emphasis = node instanceof Element ? EMPHASIS.get(node.name) : undefined;
  const isOpening = emphasis !== undefined && !page.within.has(emphasis) && (page.emphases > 0 || emphasis === "a");
  if (isOpening) page.within.add(emphasis);
  const children = childrenOf(node.children, page);
  if (isOpening) page.within.delete(emphasis);
  if (!(node instanceof Element) || (emphasis !== undefined && !isOpening)) return children;
  if (children.length === 0 && !SAYS_SOMETHING.has(node.name)) return [];
  // Means nothing by itself, and stands around every word of some pages.
  if (node.name === "span" || node.name === "font") return children;
  const address = pageAddress(node.attribs[node.name === "img" ? "src" : "href"], page.base);
  // A link that leads nowhere is what it says; a picture without an address is nothing to show.
  if (node.name === "a" && address === undefined) return children;
  if (node.name === "img" && address === undefined) return [];
  if (isOpening && emphasis !== "a") page.emphases -= 1;
  page.room -= (BLOCKS.has(node.name) ? BLOCK_CHARACTERS : INLINE_CHARACTERS) + (address?.length ?? 0);
  return [{ type: "element", tagName: node.name, properties: propertiesOf(node, address), children }];
}

/** Neighbours of the same emphasis become one: between them Markdown would need a character that is not there. */
function childrenOf(nodes: readonly AnyNode[], page: TakenPage): ElementContent[] {
  const children: ElementContent[] = [];
  for (const node of nodes) {
    if (node instanceof Element && isUnseen(node)) continue;
    for (const child of convert(node, page)) {
      const last = children.at(-1);
      if (last?.type === "text" && child.type === "text") last.value += child.value;
      else if (last?.type === "element" && child.type === "element" && canJoin(last, child)) {
        for (const inner of child.children) last.children.push(inner);
      } else children.push(child);
    }
  }
  return children;
}

function canJoin(last: HtmlElement, next: HtmlElement): boolean {
  const emphasis = EMPHASIS.get(last.tagName);
  return emphasis !== undefined && emphasis !== "a" && emphasis === EMPHASIS.get(next.tagName);
}

/** Only what Markdown can say. */
function propertiesOf({ name, attribs }: Element, address: string | undefined): Properties {
  const properties: Properties = {};
  if (name === "a") properties.href = address;
  if (name === "img") Object.assign(properties, { src: address, alt: attribs.alt ?? "" });
  if (attribs.title && (name === "a" || name === "img")) properties.title = attribs.title;
  if (name === "ol" && /^\d{1,9}$/.test(attribs.start ?? "")) properties.start = Number(attribs.start);
  if (name === "code" && attribs.class) properties.className = attribs.class.split(/\s+/);
  if ((name === "td" || name === "th") && attribs.align) properties.align = attribs.align;
  if (name === "input") Object.assign(properties, { type: attribs.type, checked: Object.hasOwn(attribs, "checked") });
  return properties;
}
