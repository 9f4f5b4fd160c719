import { placeOf } from "../arguments-draft";
import type { FieldShape } from "../field-shape";
import { type FormContext, fieldIds } from "../form-context";
import type { JsonPath } from "../json-edit";

/** What every control is given. */
export interface FieldProps {
  shape: FieldShape;
  path: JsonPath;
  /** The names of the siblings, in the schema's order: where a new member is put into the text. */
  order: readonly string[];
  /** Whether the value may be missing; an item of a list may not. */
  omittable: boolean;
  required: boolean;
}

/** The attributes by which a control is named, described and marked wrong. */
export function controlAttributes(form: FormContext, path: JsonPath) {
  const ids = fieldIds(form, path);
  const wrong = (form.messages.get(placeOf(path))?.length ?? 0) > 0;
  return {
    id: ids.control,
    "aria-labelledby": ids.label,
    "aria-describedby": `${ids.description} ${ids.messages}`,
    "aria-invalid": wrong || undefined,
    disabled: form.disabled,
  };
}

/** What an empty control says about why it is empty. */
export function emptyWord(value: unknown, required: boolean): string {
  if (value === null) return "null";
  if (value === "") return "empty text";
  return required ? "needs a value" : "left out";
}
