import { CodeBlock } from "../../ui/code-block";
import { type CallRenderer, textArgument } from "./call-renderer";

/** The header that a partial read begins with: `(lines 10-20 of 300)` or `(showing lines 1-90 of 300, output truncated)`. */
const HEADER = /^\((?:showing )?lines (\d+)-\d+ of \d+[^)\n]*\)\n\n/;

export const readRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "path"),
  result: (text, values) => {
    const path = textArgument(values, "path");
    if (path === undefined || text === "") return undefined;
    const header = HEADER.exec(text);
    return (
      <>
        {header === null ? null : (
          <p className="border-b px-2 py-0.5 text-muted-foreground text-xs">{header[0].trim()}</p>
        )}
        <CodeBlock
          text={header === null ? text : text.slice(header[0].length)}
          firstLine={header?.[1] === undefined ? 1 : Number(header[1])}
          path={path}
          label={`Content of ${path}`}
        />
      </>
    );
  },
};
