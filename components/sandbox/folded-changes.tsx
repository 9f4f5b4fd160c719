import { type FoldedChanges, toolFolderInWords } from "@/lib/core/sandbox/tool-folders";
import { renderVisible } from "../ui/render-visible";

const LISTED = 200;

export interface FoldedChangesLinesProps {
  folded: FoldedChanges["folded"];
  nameOf(path: string): string;
}

/** What differs in the own folders of tools: one line each, with the names for those who want them. */
export function FoldedChangesLines({ folded, nameOf }: FoldedChangesLinesProps) {
  return folded.map(({ folder, changes }) => (
    <details key={folder} className="border-b px-3 py-1.5 text-muted-foreground text-xs">
      <summary className="cursor-pointer">
        {toolFolderInWords(folder)}: {changes.length.toLocaleString("en")} not listed
      </summary>
      <p className="pt-1">
        Nobody decides about them one by one. Revert all and Roll back put them back with the files; reverting one file
        leaves them as they are.
      </p>
      <ul
        aria-label={toolFolderInWords(folder)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="max-h-40 overflow-auto py-1 font-mono"
      >
        {changes.slice(0, LISTED).map(({ path, kind }) => (
          <li key={path} className="flex gap-2 [overflow-wrap:anywhere]">
            <span className="w-16 shrink-0 font-sans">{kind === "created" ? "new" : kind}</span>
            {renderVisible(nameOf(path))}
          </li>
        ))}
        {changes.length > LISTED ? <li>… and {(changes.length - LISTED).toLocaleString("en")} more</li> : null}
      </ul>
    </details>
  ));
}
