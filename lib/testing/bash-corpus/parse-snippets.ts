/**
 * The snippets of one file of the corpus: a line that starts at the margin begins one, lines that start with a tab go on with it
 * (without that tab). A line that holds only the tab is an empty line of the snippet.
 */
export function parseSnippets(text: string): string[] {
  const snippets: string[] = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("\t")) snippets.push(`${snippets.pop() ?? ""}\n${line.slice(1)}`);
    else snippets.push(line);
  }
  return snippets;
}
