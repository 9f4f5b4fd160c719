import type { ReactNode } from "react";
import { DiffView } from "../../ui/diff-view";
import { renderVisible } from "../../ui/render-visible";
import { type CallArguments, type CallRenderer, textArgument } from "./call-renderer";

export const editRenderer: CallRenderer = {
  summary: (values) => textArgument(values, "path"),
  preview: drawEdit,
  review: drawEdit,
};

function drawEdit(values: CallArguments): ReactNode | undefined {
  const path = textArgument(values, "path");
  const oldText = textArgument(values, "old_text");
  const newText = textArgument(values, "new_text");
  if (path === undefined || oldText === undefined || newText === undefined) return undefined;
  return (
    <div className="border-b">
      <p className="bg-muted px-2 py-0.5 font-mono text-xs">{renderVisible(path)}</p>
      <DiffView oldText={oldText} newText={newText} label={`Change to ${path}`} withoutNumbers whole />
    </div>
  );
}
