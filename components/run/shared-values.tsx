import type { JsonValue } from "@/lib/core/errors/json-value";
import { JsonTree } from "../ui/json-tree";
import { renderVisible } from "../ui/render-visible";

const MOST_NAMED = 6;

/** One line that names values which tools share, and opens to show them. */
export function SharedValues({ title, values }: { title: string; values: { [key: string]: JsonValue } }) {
  const names = Object.keys(values);
  const more = names.length - MOST_NAMED;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer text-muted-foreground [overflow-wrap:anywhere]">
        {title}{" "}
        <span className="font-mono text-foreground">
          {renderVisible(names.slice(0, MOST_NAMED).join(", "))}
          {more > 0 ? ` and ${more} more` : ""}
        </span>
      </summary>
      <div className="my-1 max-h-64 overflow-auto rounded-md border bg-background p-1">
        <JsonTree bare value={values} label={title} />
      </div>
    </details>
  );
}
