"use client";

import { useMemo } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { renderVisible } from "@/components/ui/render-visible";
import type { JsonSchema } from "@/lib/core/tool/tool-types";

export interface SchemaViewProps {
  schema: JsonSchema;
  /** The tool it belongs to. */
  name: string;
  description?: string;
}

/** What the model is told about a tool: its description and the JSON Schema of its arguments. */
export function SchemaView({ schema, name, description }: SchemaViewProps) {
  const text = useMemo(() => JSON.stringify(schema, null, 2), [schema]);
  return (
    <div className="min-w-0">
      {description ? <p className="pb-2 text-muted-foreground">{renderVisible(description)}</p> : null}
      <div className="relative rounded-md border bg-card">
        <CopyButton className="absolute top-1 right-1 z-10 bg-card" label="Copy JSON Schema" text={text} />
        <CodeBlock label={`JSON Schema of ${name}`} path="schema.json" text={text} />
      </div>
    </div>
  );
}
