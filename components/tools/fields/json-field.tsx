"use client";

import { useState } from "react";
import { Textarea } from "@/components/ui/textarea";
import { placeOf, textAt, typeInto, valueAt } from "../arguments-draft";
import { useForm } from "../form-context";
import { sameJson } from "../json-schema";
import { controlAttributes, emptyWord, type FieldProps } from "./field-props";

/** A box of JSON for this one value: for what has no control of its own, and for a value its control cannot show. */
export function JsonField({ path, order, required }: Omit<FieldProps, "shape">) {
  const form = useForm();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const value = valueAt(form.draft, path);
  const pending = form.draft.pending[placeOf(path)];
  const written = outdented(textAt(form.draft, path) ?? "");
  // What was typed stays as it was typed while it means what the document says.
  const shown = pending ?? (typed !== undefined && means(typed, value) ? typed : written);
  return (
    <Textarea
      {...controlAttributes(form, path)}
      className="font-mono text-xs"
      grow
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        form.change((draft) => typeInto(draft, path, text, () => true, order));
      }}
      placeholder={`${emptyWord(value, required)} · JSON`}
      rows={1}
      value={shown}
    />
  );
}

function means(text: string, value: ReturnType<typeof valueAt>): boolean {
  try {
    return sameJson(JSON.parse(text), value);
  } catch {
    return false;
  }
}

/** Lines that stand deep in the document, as if they stood alone. */
function outdented(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const depth = Math.min(...rest.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  return Number.isFinite(depth) ? [first, ...rest.map((line) => line.slice(depth))].join("\n") : text;
}
