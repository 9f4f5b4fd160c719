import { type AnyNode, Element, hasChildren, Text } from "domhandler";
import { DomUtils } from "htmlparser2";
import { pageAddress } from "./page-address";

const RUNS: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "embed",
  "base",
  "meta",
  "link",
]);
const ADDRESSES: ReadonlySet<string> = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "poster",
  "cite",
  "background",
  "xlink:href",
]);

/** The HTML of the nodes without what runs or loads, and with addresses that are absolute. Changes the nodes. */
export function pageHtml(nodes: readonly AnyNode[], base: string): string {
  return nodes
    .map((node) => {
      clean(node, base);
      return DomUtils.getOuterHTML(node);
    })
    .join("\n");
}

function clean(node: AnyNode, base: string): void {
  if (node instanceof Text || !hasChildren(node)) return;
  node.children = node.children.filter((child) => !(child instanceof Element && RUNS.has(child.name)));
  for (const child of node.children) clean(child, base);
  if (!(node instanceof Element)) return;
  for (const [name, value] of Object.entries(node.attribs)) {
    if (name.startsWith("on") || name === "srcdoc" || name === "srcset" || name === "style") delete node.attribs[name];
    else if (ADDRESSES.has(name)) {
      const address = pageAddress(value, base);
      if (address === undefined) delete node.attribs[name];
      else node.attribs[name] = address;
    }
  }
}
