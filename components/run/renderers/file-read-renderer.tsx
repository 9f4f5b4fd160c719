import { CodeBlock } from "../../ui/code-block";
import { type CallRenderer, textArgument } from "./call-renderer";

/** `file_read` gives the whole file as a member of its result. */
export const fileReadRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "path"),
  result: (_text, values, { value }) => {
    const path = textArgument(values, "path");
    if (path === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const { content, encoding } = value;
    if (typeof content !== "string" || content === "" || encoding !== "utf-8") return undefined;
    return <CodeBlock text={content} firstLine={1} path={path} label={`Content of ${path}`} />;
  },
};
