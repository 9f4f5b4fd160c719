"use client";

import { Input } from "@/components/ui/input";
import { leaveOut, placeOf, textAt, typeInto, valueAt } from "../arguments-draft";
import { useForm } from "../form-context";
import { controlAttributes, emptyWord, type FieldProps } from "./field-props";

/** A number as its digits: what is typed goes into the document digit for digit, however long. */
export function NumberField({ path, order, omittable, required, shape }: FieldProps) {
  const form = useForm();
  const value = valueAt(form.draft, path);
  const typed = form.draft.pending[placeOf(path)];
  const written = typeof value === "number" ? textAt(form.draft, path) : "";
  return (
    <Input
      {...controlAttributes(form, path)}
      className="max-w-64 font-mono tabular-nums"
      inputMode={shape.kind === "number" && shape.integer ? "numeric" : "decimal"}
      onChange={(event) => {
        const text = event.target.value;
        form.change((draft) =>
          text === "" && omittable
            ? leaveOut(draft, path)
            : typeInto(draft, path, text, ({ root }) => root.kind === "number", order),
        );
      }}
      placeholder={emptyWord(value, required)}
      value={typed ?? written}
    />
  );
}
