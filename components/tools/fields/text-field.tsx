"use client";

import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { valueAt, writeValue } from "../arguments-draft";
import { useForm } from "../form-context";
import { controlAttributes, emptyWord, type FieldProps } from "./field-props";

const NOW: Record<string, { label: string; text(now: Date): string }> = {
  "date-time": { label: "Now", text: (now) => now.toISOString() },
  date: { label: "Today", text: (now) => now.toISOString().slice(0, 10) },
  time: { label: "Now", text: (now) => now.toISOString().slice(11, 19) },
};

/** Text of any length. Empty text is a value of its own, told apart from null and from nothing. */
export function TextField({ shape, path, order, required }: FieldProps) {
  const form = useForm();
  const value = valueAt(form.draft, path);
  const format = shape.kind === "text" ? shape.format : undefined;
  const now = format === undefined ? undefined : NOW[format];
  const write = (text: string) => form.change((draft) => writeValue(draft, path, text, order));
  return (
    <div className="flex min-w-0 flex-1 items-start gap-1.5">
      <Textarea
        {...controlAttributes(form, path)}
        grow
        onChange={(event) => write(event.target.value)}
        placeholder={emptyWord(value, required)}
        rows={1}
        value={typeof value === "string" ? value : ""}
      />
      {now ? (
        <Button disabled={form.disabled} onClick={() => write(now.text(new Date()))} variant="ghost">
          {now.label}
        </Button>
      ) : null}
    </div>
  );
}
