/** The code blocks of a document by the names of their headings, in its order. */
export function readBlocks(document: string): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>();
  for (const [, name, code] of document.matchAll(/^## ([a-z-]+)\n\n```typescript\n([\s\S]*?)^```$/gm)) {
    if (name === undefined || code === undefined || blocks.has(name)) throw new Error(`two blocks are named ${name}`);
    blocks.set(name, code);
  }
  return blocks;
}
