"use client";

import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { addItem, moveItem, removeItem, valueAt } from "../arguments-draft";
import { useForm } from "../form-context";
import { numberOf } from "../json-schema";
import { starterValue } from "../starter-value";
import type { FieldProps } from "./field-props";
import { useFieldSlots } from "./field-slots";

/** More items than this are drawn only when asked for. */
const SHOWN = 50;

/** A list or a tuple: items in order, each with its own control. */
export function ArrayField({ shape, path }: FieldProps) {
  const form = useForm();
  const { Field } = useFieldSlots();
  const [all, setAll] = useState(false);
  if (shape.kind !== "array") return null;
  const value = valueAt(form.draft, path);
  const length = Array.isArray(value) ? value.length : 0;
  const shown = all ? length : Math.min(length, SHOWN);
  const next = shape.first[length] ?? shape.rest;
  const most = numberOf(shape.schema, "maxItems");
  const full = next === undefined || (most !== undefined && length >= most);

  return (
    <div className="w-full min-w-0 border-l pl-3">
      {length === 0 ? <p className="pt-1 text-muted-foreground text-xs">empty list</p> : null}
      {Array.from({ length: shown }, (_, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no identity but its place
          key={index}
          label={`${index}`}
          omittable={false}
          path={[...path, index]}
          required={false}
          schema={shape.first[index] ?? shape.rest ?? true}
          tools={
            <>
              <IconButton
                disabled={form.disabled || index === 0}
                label={`Move item ${index} up`}
                onClick={() => form.change((draft) => moveItem(draft, path, index, index - 1))}
                size="iconSm"
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                disabled={form.disabled || index === length - 1}
                label={`Move item ${index} down`}
                onClick={() => form.change((draft) => moveItem(draft, path, index, index + 1))}
                size="iconSm"
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton
                disabled={form.disabled}
                label={`Remove item ${index}`}
                onClick={() => form.change((draft) => removeItem(draft, path, index))}
                size="iconSm"
              >
                <X aria-hidden />
              </IconButton>
            </>
          }
        />
      ))}
      {shown < length ? (
        <Button onClick={() => setAll(true)} size="sm" variant="ghost">
          Show all {length} items
        </Button>
      ) : null}
      {full ? null : (
        <Button
          className="my-1"
          disabled={form.disabled}
          onClick={() => {
            setAll(length >= SHOWN || all);
            form.change((draft) => addItem(draft, path, length, starterValue(next, form.root)));
          }}
          size="sm"
          variant="ghost"
        >
          <Plus aria-hidden />
          Add an item
        </Button>
      )}
    </div>
  );
}
