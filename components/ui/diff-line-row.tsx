import type { DiffLine } from "./diff-lines";
import { renderVisible, renderVisibleCode } from "./render-visible";

const LINE_CLASS = {
  context: "",
  added: "bg-good-soft",
  removed: "bg-danger-soft",
} as const;
const LINE_MARK = { context: " ", added: "+", removed: "-" } as const;
const LINE_WORD = { context: "", added: "added: ", removed: "removed: " } as const;

export interface DiffLineRowProps {
  line: DiffLine;
  withoutNumbers?: boolean;
  /** Draw characters as they are for a decision: nothing is coloured as code. */
  whole?: boolean;
}

/** One line of a diff, its kind also in words for a screen reader. */
export function DiffLineRow({ line, withoutNumbers = false, whole = false }: DiffLineRowProps) {
  return (
    <div className={`flex pr-3 ${LINE_CLASS[line.kind]}`}>
      {withoutNumbers ? null : (
        <span aria-hidden className="w-10 shrink-0 select-none pr-2 text-right text-muted-foreground">
          {line.newNumber ?? line.oldNumber}
        </span>
      )}
      <span aria-hidden className="w-4 shrink-0 select-none text-center text-muted-foreground">
        {LINE_MARK[line.kind]}
      </span>
      <span className="whitespace-pre">
        {line.kind === "context" ? null : <span className="sr-only">{LINE_WORD[line.kind]}</span>}
        {whole ? renderVisible(line.text) : renderVisibleCode(line.text)}
      </span>
    </div>
  );
}
