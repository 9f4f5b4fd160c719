import { CodeBlock } from "../../ui/code-block";
import { renderVisible } from "../../ui/render-visible";
import { type CallRenderer, textArgument } from "./call-renderer";

export const writeRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "path"),
  preview: (values) => {
    const path = textArgument(values, "path");
    const content = textArgument(values, "content");
    if (path === undefined || content === undefined) return undefined;
    return (
      <div className="border-b">
        <p className="bg-muted px-2 py-0.5 font-mono text-xs">{renderVisible(path)}</p>
        <CodeBlock text={content} path={path} label={`New content of ${path}`} />
      </div>
    );
  },
};
