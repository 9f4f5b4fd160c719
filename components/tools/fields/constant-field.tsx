"use client";

import { Button } from "@/components/ui/button";
import { valueAt, writeValue } from "../arguments-draft";
import { useForm } from "../form-context";
import { sameJson } from "../json-schema";
import { controlAttributes, type FieldProps } from "./field-props";

/** A value that the schema fixes: nothing to choose, only whether it is there. */
export function ConstantField({ shape, path, order }: FieldProps) {
  const form = useForm();
  if (shape.kind !== "constant") return null;
  const value = valueAt(form.draft, path);
  const there = value !== undefined && sameJson(value, shape.value);
  const { id, disabled, ...named } = controlAttributes(form, path);
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-2">
      <output className="rounded-sm border bg-muted px-1.5 font-mono text-xs" id={id} {...named}>
        {JSON.stringify(value === undefined ? shape.value : value)}
      </output>
      {there ? null : (
        <Button
          disabled={disabled}
          onClick={() => form.change((draft) => writeValue(draft, path, shape.value, order))}
          size="sm"
        >
          Set to {JSON.stringify(shape.value)}
        </Button>
      )}
    </div>
  );
}
