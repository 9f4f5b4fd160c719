"use client";

import { NativeSelect } from "@/components/ui/native-select";
import { leaveOut, valueAt, writeValue } from "../arguments-draft";
import { useForm } from "../form-context";
import { sameJson } from "../json-schema";
import { controlAttributes, emptyWord, type FieldProps } from "./field-props";

/** One of the values that the schema lists, of any type. */
export function ChoiceField({ shape, path, order, omittable, required }: FieldProps) {
  const form = useForm();
  const value = valueAt(form.draft, path);
  const options = shape.kind === "choice" ? shape.options : [];
  const index = value === undefined ? -1 : options.findIndex((option) => sameJson(option, value));
  const foreign = index < 0 && value !== undefined;
  return (
    <NativeSelect
      {...controlAttributes(form, path)}
      className="max-w-80"
      onChange={(event) => {
        const chosen = event.target.value;
        const option = options[Number(chosen)];
        if (chosen === "") form.change((draft) => leaveOut(draft, path));
        else if (option !== undefined) form.change((draft) => writeValue(draft, path, option, order));
      }}
      value={index < 0 ? "" : String(index)}
    >
      {index < 0 || (omittable && !required) ? (
        <option disabled={foreign || !omittable} value="">
          {foreign ? JSON.stringify(value) : emptyWord(value, required)}
        </option>
      ) : null}
      {options.map((option, at) => (
        <option key={JSON.stringify(option)} value={at}>
          {typeof option === "string" && option !== "" ? option : JSON.stringify(option)}
        </option>
      ))}
    </NativeSelect>
  );
}
