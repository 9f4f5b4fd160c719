import { type AnyNode, Element, hasChildren, Text } from "domhandler";

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** What a reader of the page does not see. */
export const UNSEEN = names(
  "script style template head title meta link base iframe object embed svg math audio video canvas datalist select",
);
const PARAGRAPHS = names(
  "p h1 h2 h3 h4 h5 h6 ul ol dl pre table blockquote figure article section header footer main nav aside details form fieldset hr address",
);
const LINES = names(
  "div li dt dd tr caption figcaption summary option legend body html center thead tbody tfoot noscript label button textarea",
);

export function isUnseen(element: Element): boolean {
  return UNSEEN.has(element.name) || Object.hasOwn(element.attribs, "hidden");
}

/**
 * What a reader sees, as plain text: blocks stand on lines of their own, paragraphs apart, cells of a row with a tab between,
 * items with a dash; `pre` keeps its white space. The nodes themselves are read even when they would not be seen.
 */
export function pageText(nodes: readonly AnyNode[]): string {
  const writer = new TextWriter();
  for (const node of nodes) {
    writer.line();
    if (node instanceof Element && UNSEEN.has(node.name)) writer.raw(rawText(node));
    else write(node, writer, false);
    writer.line();
  }
  return writer.text();
}

/** The text of a node that is no prose, such as data in a script. */
export function rawText(node: AnyNode): string {
  if (node instanceof Text) return node.data;
  return hasChildren(node) ? node.children.map(rawText).join("") : "";
}

function write(node: AnyNode, writer: TextWriter, isPre: boolean): void {
  if (node instanceof Text) {
    if (isPre) writer.raw(node.data);
    else writer.words(node.data);
    return;
  }
  if (!hasChildren(node)) return;
  const name = node instanceof Element ? node.name : "";
  if (name === "br") writer.break();
  separate(name, writer);
  if (name === "li") writer.item();
  for (const child of node.children) {
    if (child instanceof Element && isUnseen(child)) continue;
    write(child, writer, isPre || name === "pre");
  }
  separate(name, writer);
}

function separate(name: string, writer: TextWriter): void {
  if (PARAGRAPHS.has(name)) writer.paragraph();
  else if (LINES.has(name)) writer.line();
  else if (name === "td" || name === "th") writer.cell();
}

/** Puts white space in only between two things that are said, so that none stands at an end or twice. */
class TextWriter {
  readonly #parts: string[] = [];
  /** What is between what was said and what comes next: the strongest of a space, a tab, line breaks. */
  #gap = "";
  #mark = "";

  words(text: string): void {
    const words = text.replace(/[\t\n\f\r ]+/g, " ");
    if (words === "") return;
    if (words.startsWith(" ")) this.#space();
    const said = words.trim();
    if (said !== "") this.#say(said);
    if (words.endsWith(" ")) this.#space();
  }

  raw(text: string): void {
    if (text !== "") this.#say(text);
  }

  break(): void {
    this.#gap = this.#gap.startsWith("\n") ? `${this.#gap}\n`.slice(0, 2) : "\n";
  }

  line(): void {
    if (!this.#gap.startsWith("\n")) this.#gap = "\n";
  }

  paragraph(): void {
    this.#gap = "\n\n";
  }

  cell(): void {
    if (!this.#gap.startsWith("\n")) this.#gap = "\t";
  }

  item(): void {
    this.#mark = "- ";
  }

  text(): string {
    return this.#parts.join("");
  }

  #space(): void {
    if (this.#gap === "") this.#gap = " ";
  }

  #say(text: string): void {
    if (this.#parts.length > 0) this.#parts.push(this.#gap);
    this.#parts.push(this.#mark, text);
    this.#gap = "";
    this.#mark = "";
  }
}
