"use client";

import { useId, useMemo } from "react";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import { type ArgumentsDraft, placeOf, valueAt } from "./arguments-draft";
import { fieldShape } from "./field-shape";
import { Field, FieldControl } from "./fields/field";
import { FieldSlotsProvider } from "./fields/field-slots";
import { FormProvider } from "./form-context";
import { valueIssues } from "./value-issues";

export interface SchemaFormProps {
  /** JSON Schema of the arguments, input side. */
  schema: JsonSchema;
  draft: ArgumentsDraft;
  onChange(edit: (draft: ArgumentsDraft) => ArgumentsDraft): void;
  /** Say "Needs a value" at what is missing; off until the person asked to run. */
  showMissing?: boolean;
  /** Messages from elsewhere (the tool's own check), by dotted path or JSON pointer. */
  issues?: readonly { path: string; message: string }[];
  disabled?: boolean;
}

const SLOTS = { Field, FieldControl };

const UNFINISHED = "This is not finished: the arguments keep the value from before.";

/** A form generated from JSON Schema over the text of an `ArgumentsDraft`. Every member has a control or a box of JSON. */
export function SchemaForm({
  schema,
  draft,
  onChange,
  showMissing = false,
  issues,
  disabled = false,
}: SchemaFormProps) {
  const idPrefix = useId();
  const messages = useMemo(() => {
    const byPlace = new Map<string, string[]>();
    const add = (place: string, message: string) => {
      const there = byPlace.get(place);
      if (there && !there.includes(message)) there.push(message);
      else if (!there) byPlace.set(place, [message]);
    };
    for (const place of Object.keys(draft.pending)) add(place, UNFINISHED);
    const value = valueAt(draft, []);
    for (const issue of value === undefined ? [] : valueIssues(value, schema, schema)) {
      const place = placeOf(issue.path);
      if ((showMissing || !issue.missing) && draft.pending[place] === undefined) add(place, issue.message);
    }
    for (const issue of issues ?? []) {
      add(issue.path === "" || issue.path.startsWith("/") ? issue.path : placeOf(issue.path.split(".")), issue.message);
    }
    return byPlace;
  }, [draft, schema, showMissing, issues]);

  const shape = fieldShape(schema, schema);
  const takesNothing =
    shape.kind === "object" &&
    shape.members.length === 0 &&
    !shape.schema.patternProperties &&
    (shape.schema.additionalProperties === undefined || shape.schema.additionalProperties === false);
  const value = valueAt(draft, []);
  const hasMembers = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  const context = { draft, change: onChange, root: schema, messages, idPrefix, disabled };

  return (
    <FormProvider value={context}>
      <FieldSlotsProvider value={SLOTS}>
        <div className="@container min-w-0">
          {takesNothing && !hasMembers ? (
            <p className="py-1.5 text-muted-foreground">This tool takes no input.</p>
          ) : shape.kind === "object" &&
            value !== undefined &&
            typeof value === "object" &&
            !Array.isArray(value) &&
            value !== null ? (
            <>
              {messages.get("")?.map((message) => (
                <p className="text-danger-text text-xs" key={message}>
                  {message}
                </p>
              ))}
              <FieldControl omittable={false} order={[]} path={[]} required shape={shape} value={value} />
            </>
          ) : (
            <Field label={shape.title ?? "Input"} omittable={false} path={[]} required schema={schema} />
          )}
        </div>
      </FieldSlotsProvider>
    </FormProvider>
  );
}
