import { Undo2 } from "lucide-react";
import type { RevertState } from "@/lib/core/agent/run-state";
import { toolFolderInWords } from "@/lib/core/sandbox/tool-folders";
import { formatClock } from "../ui/format-time";
import { renderVisible } from "../ui/render-visible";

/** That a person took changes of the files back, and which: the words the model is told with its next step. */
export function RevertLine({ revert }: { revert: RevertState }) {
  const count = revert.files.length + revert.more;
  const files = count === 1 ? "1 file" : `${count.toLocaleString("en")} files`;
  return (
    <details className="rounded-md border px-2 py-1 text-xs">
      <summary className="cursor-pointer">
        <Undo2 aria-hidden className="mr-1.5 inline size-3.5" />
        {revert.kind === "declined"
          ? `Changes of ${files} were declined`
          : `The files were rolled back to ${revert.to ?? "an earlier state"} (${files})`}
        <span className="text-muted-foreground">
          {" "}
          by {revert.by}, {formatClock(revert.at)}. The model is told with its next step.
        </span>
      </summary>
      <ul className="grid gap-1 py-1">
        {revert.files.map((file) => (
          <li key={file.path} className="font-mono [overflow-wrap:anywhere]">
            {renderVisible(file.path)}
            {file.lines === undefined || file.lines === "" ? null : (
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
                tabIndex={0}
                className="max-h-48 overflow-auto text-muted-foreground"
              >
                {renderVisible(file.lines)}
              </pre>
            )}
          </li>
        ))}
        {revert.folded?.map(({ folder, files }) => (
          <li key={folder}>
            {toolFolderInWords(folder)}: {files.toLocaleString("en")}
          </li>
        ))}
        {revert.more === 0 ? null : <li>… and {revert.more.toLocaleString("en")} more</li>}
      </ul>
    </details>
  );
}
