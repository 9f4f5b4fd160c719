import { selectAll } from "css-select";
import { type AnyNode, type Document, Element } from "domhandler";
import { pageAddress } from "./page-address";
import { pageHtml } from "./page-html";
import { pageMarkdown } from "./page-markdown";
import { pageText, rawText } from "./page-text";
import { parseHtml } from "./parse-html";

export interface PageRequest {
  html: string;
  /** The address that answered. */
  url: string;
  selector?: string | undefined;
  format: "text" | "markdown" | "html";
  maxLength: number;
  includeLinks: boolean;
  includeImages: boolean;
}

export type Page =
  | {
      title: string;
      content: string;
      /** Characters of the content. */
      length: number;
      truncated: boolean;
      links?: { text: string; href: string }[];
      images?: { alt: string; src: string }[];
    }
  | { error: string };

const MAX_LINKS = 50;
const MAX_IMAGES = 20;
/** More than is shown, so that whoever shortens it knows that there was more. */
const MAX_LABEL = 250;

/** Reads a page, or the parts of it that a CSS selector names, in document order. Runs and loads nothing. */
export function readPage(request: PageRequest): Page {
  const { url, selector, maxLength } = request;
  const document = parseHtml(request.html);
  const base = pageAddress(findFirst(document, "base")?.attribs.href, url) ?? url;
  const title = rawText(findFirst(document, "title") ?? document.cloneNode(false))
    .replace(/\s+/g, " ")
    .trim();
  const nodes = selector === undefined ? wholePage(document) : select(selector, document);
  if ("error" in nodes) return nodes;
  const links = request.includeLinks ? linksOf(nodes, base) : undefined;
  const images = request.includeImages ? imagesOf(nodes, base) : undefined;
  const whole = writeContent(request, nodes, base);
  const content = whole.text.slice(0, cutAt(whole.text, maxLength));
  return {
    title,
    content,
    length: content.length,
    truncated: whole.isCut || content.length < whole.text.length,
    ...(links === undefined ? {} : { links }),
    ...(images === undefined ? {} : { images }),
  };
}

function writeContent(
  { format, maxLength }: PageRequest,
  nodes: readonly AnyNode[],
  base: string,
): { text: string; isCut: boolean } {
  if (format === "markdown") return pageMarkdown(nodes, base, maxLength);
  return { text: format === "html" ? pageHtml(nodes, base) : pageText(nodes), isCut: false };
}

function wholePage(document: Document): AnyNode[] {
  return [findFirst(document, "body") ?? document];
}

function select(selector: string, document: Document): AnyNode[] | { error: string } {
  let found: Element[];
  try {
    found = selectAll<AnyNode, Element>(selector, document);
  } catch (error) {
    return { error: `Invalid selector "${selector}": ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
  if (found.length === 0) return { error: `Selector "${selector}" not found on page` };
  // What stands inside of another match is there already.
  const matches = new Set<unknown>(found);
  return found.filter((element) => !hasAncestor(element, matches));
}

function hasAncestor(element: Element, among: ReadonlySet<unknown>): boolean {
  for (let parent = element.parent; parent !== null; parent = parent.parent) if (among.has(parent)) return true;
  return false;
}

/** The first element of a name, in document order; a title inside of an image is another thing. */
function findFirst(document: Document, name: string): Element | undefined {
  for (const element of elementsOf([document])) {
    if (element.name === name && !(element.parent instanceof Element && element.parent.name === "svg")) return element;
  }
  return undefined;
}

function* elementsOf(nodes: readonly AnyNode[]): Generator<Element> {
  const open: AnyNode[] = [...nodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node instanceof Element) yield node;
    if ("children" in node)
      for (let index = node.children.length - 1; index >= 0; index -= 1) open.push(node.children[index] as AnyNode);
  }
}

function linksOf(nodes: readonly AnyNode[], base: string): { text: string; href: string }[] {
  const links: { text: string; href: string }[] = [];
  for (const element of elementsOf(nodes)) {
    if (links.length === MAX_LINKS) break;
    const href = element.name === "a" || element.name === "area" ? pageAddress(element.attribs.href, base) : undefined;
    if (href === undefined) continue;
    links.push({ text: label(pageText(element.children) || element.attribs.title || element.attribs.alt || ""), href });
  }
  return links;
}

function imagesOf(nodes: readonly AnyNode[], base: string): { alt: string; src: string }[] {
  const images: { alt: string; src: string }[] = [];
  for (const element of elementsOf(nodes)) {
    if (images.length === MAX_IMAGES) break;
    const src = element.name === "img" ? pageAddress(element.attribs.src, base) : undefined;
    if (src !== undefined) images.push({ alt: label(element.attribs.alt ?? ""), src });
  }
  return images;
}

function label(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.slice(0, cutAt(line, MAX_LABEL));
}

/** Where a text is cut so that no character is split in two. */
function cutAt(text: string, length: number): number {
  if (text.length <= length) return text.length;
  return /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
}
