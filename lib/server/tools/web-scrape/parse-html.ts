import { type ChildNode, Document, Element, type ParentNode, Text } from "domhandler";
import { Tokenizer } from "htmlparser2";

/** Deeper elements are laid flat into the last one that has room, as browsers do: no walk over the tree can overflow. */
const MAX_DEPTH = 256;
const MAX_ATTRIBUTES = 200;

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const VOID = names("area base basefont br col embed frame hr img input link meta param source track wbr");
const FOREIGN = names("svg math");
const CLOSES_PARAGRAPH = names(
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul",
);
const PARAGRAPH = names("p");
const CELL = names("td th");
const ROW = names("td th tr");
/** What an opening tag ends when it stands open right there: the end tags that HTML lets an author leave out. */
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["li", names("li p")],
  ["dt", names("dt dd p")],
  ["dd", names("dt dd p")],
  ["option", names("option")],
  ["optgroup", names("option optgroup")],
  ["rt", names("rt rp")],
  ["rp", names("rt rp")],
  ["td", CELL],
  ["th", CELL],
  ["tr", ROW],
  ["thead", names("td th tr tbody tfoot")],
  ["tbody", names("td th tr thead tbody")],
  ["tfoot", names("td th tr thead tbody")],
  ["body", names("head")],
]);

/**
 * Any text as a tree; nothing in it is refused and nothing is run. The time is in proportion to the length of the text,
 * whatever it holds: what is open is counted by name, so an end tag that ends nothing is known without a search.
 */
export function parseHtml(html: string): Document {
  const builder = new TreeBuilder(html);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.document;
}

class TreeBuilder {
  readonly document = new Document([]);
  /** Open tags and where their children go: those beyond the depth stand for the one that took theirs. */
  readonly #open: { name: string; node: ParentNode }[] = [{ name: "", node: this.document }];
  readonly #openByName = new Map<string, number>();
  #name = "";
  #attributes: Record<string, string> = {};
  #attributeCount = 0;
  #attributeName = "";
  #attributeValue = "";

  constructor(private readonly html: string) {}

  onopentagname(start: number, end: number): void {
    this.#name = this.html.slice(start, end).toLowerCase();
    this.#attributes = {};
    this.#attributeCount = 0;
    const ends = ENDS.get(this.#name) ?? (CLOSES_PARAGRAPH.has(this.#name) ? PARAGRAPH : undefined);
    while (ends?.has(this.#top().name)) this.#pop();
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.html.slice(start, end).toLowerCase();
    this.#attributeValue = "";
  }

  onattribdata(start: number, end: number): void {
    this.#attributeValue += this.html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#attributeValue += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attributeCount >= MAX_ATTRIBUTES || Object.hasOwn(this.#attributes, this.#attributeName)) return;
    this.#attributes[this.#attributeName] = this.#attributeValue;
    this.#attributeCount += 1;
  }

  onopentagend(): void {
    this.#openElement(VOID.has(this.#name));
  }

  /** In HTML the slash means nothing; in the middle of an image it does. */
  onselfclosingtag(): void {
    const isForeign = [...FOREIGN].some((name) => this.#name === name || (this.#openByName.get(name) ?? 0) > 0);
    this.#openElement(isForeign || VOID.has(this.#name));
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    if (name === "br") this.#append(new Element("br", {}));
    if ((this.#openByName.get(name) ?? 0) === 0) return;
    while (this.#top().name !== name) this.#pop();
    this.#pop();
  }

  ontext(start: number, end: number): void {
    this.#addText(this.html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint));
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #top(): { name: string; node: ParentNode } {
    return this.#open.at(-1) ?? { name: "", node: this.document };
  }

  #openElement(isClosed: boolean): void {
    const isTooDeep = this.#open.length >= MAX_DEPTH;
    const element = new Element(this.#name, this.#attributes);
    if (!isTooDeep || isClosed) this.#append(element);
    if (isClosed) return;
    this.#open.push({ name: this.#name, node: isTooDeep ? this.#top().node : element });
    this.#openByName.set(this.#name, (this.#openByName.get(this.#name) ?? 0) + 1);
  }

  #pop(): void {
    if (this.#open.length <= 1) return;
    const entry = this.#open.pop();
    if (entry !== undefined) this.#openByName.set(entry.name, (this.#openByName.get(entry.name) ?? 1) - 1);
  }

  #addText(text: string): void {
    const last = this.#top().node.children.at(-1);
    if (last instanceof Text) last.data += text;
    else this.#append(new Text(text));
  }

  #append(node: ChildNode): void {
    const parent = this.#top().node;
    const before = parent.children.at(-1);
    node.parent = parent;
    if (before !== undefined) {
      before.next = node;
      node.prev = before;
    }
    parent.children.push(node);
  }
}
