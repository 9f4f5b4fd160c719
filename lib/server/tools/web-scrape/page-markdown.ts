import { type AnyNode, Element, hasChildren, Text } from "domhandler";
import type { ElementContent, Properties, Root } from "hast";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { pageAddress } from "./page-address";
import { isUnseen, rawText, UNSEEN } from "./page-text";

/** What says something although it holds nothing. */
const SAYS_SOMETHING: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "td", "th"]);

/**
 * The nodes as Markdown with GitHub's tables: headings, lists, code, and links that are absolute. Writing it is the costly
 * part, so no more of a page is taken than could fill `maxLength`; `isCut` says that there was more.
 */
export function pageMarkdown(
  nodes: readonly AnyNode[],
  base: string,
  maxLength: number,
): { text: string; isCut: boolean } {
  // Some of it may not be written at all, so twice as much is taken as has room.
  const page = { base, room: 2 * maxLength };
  const texts = nodes.map((node) => {
    if (node instanceof Element && UNSEEN.has(node.name)) return rawText(node);
    const root: Root = { type: "root", children: convert(node, page) };
    // Columns are not made equally wide: a model would pay for the spaces, and a hostile table costs time.
    const extensions = [gfmToMarkdown({ tablePipeAlign: false })];
    return toMarkdown(toMdast(root), { bullet: "-", rule: "-", extensions }).trim();
  });
  return { text: texts.join("\n\n"), isCut: page.room <= 0 };
}

function convert(node: AnyNode, page: { base: string; room: number }): ElementContent[] {
  if (page.room <= 0) return [];
  if (node instanceof Text) {
    // White space may vanish, what else is said does not.
    page.room -= node.data.replace(/\s+/g, "").length;
    return [{ type: "text", value: node.data }];
  }
  if (!hasChildren(node)) return [];
  const children = node.children.flatMap((child) =>
    child instanceof Element && isUnseen(child) ? [] : convert(child, page),
  );
  if (!(node instanceof Element)) return children;
  if (children.length === 0 && !SAYS_SOMETHING.has(node.name)) return [];
  const address = pageAddress(node.attribs[node.name === "img" ? "src" : "href"], page.base);
  // A link that leads nowhere is what it says; a picture without an address is nothing to show.
  if (node.name === "a" && address === undefined) return children;
  if (node.name === "img" && address === undefined) return [];
  return [{ type: "element", tagName: node.name, properties: propertiesOf(node, address), children }];
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
