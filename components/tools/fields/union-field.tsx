"use client";

import { NativeSelect } from "@/components/ui/native-select";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { chooseVariant, placeOf, valueAt } from "../arguments-draft";
import { fieldShape } from "../field-shape";
import { fieldIds, useForm } from "../form-context";
import { properties, resolve } from "../json-schema";
import { starterValue } from "../starter-value";
import { variantOf } from "../union-variant";
import type { FieldProps } from "./field-props";
import { useFieldSlots } from "./field-slots";

/** One of several shapes: a switch for which, and the control of the one that is taken. */
export function UnionField(props: FieldProps) {
  const { shape, path } = props;
  const form = useForm();
  const { FieldControl } = useFieldSlots();
  if (shape.kind !== "union") return null;
  const { variants } = shape;
  const value = valueAt(form.draft, path);
  const taken = value === undefined ? -1 : variantOf(value, variants, form.root, form.draft.chosen[placeOf(path)]);
  const variant = variants[taken];
  const ids = fieldIds(form, path);
  const label = "Which kind";

  const choose = (to: number) => {
    const target = variants[to];
    if (!target || to === taken) return;
    const known = new Map(properties(target.schema));
    const keep = properties(variant?.schema ?? {})
      .map(([name]) => name)
      .filter((name) => known.has(name) && !Object.hasOwn(resolve(known.get(name) ?? true, form.root), "const"));
    form.change((draft) =>
      chooseVariant(draft, path, { from: taken, to, starter: starterValue(target.schema, form.root), keep }),
    );
  };

  const short = variants.length <= 4 && variants.reduce((sum, one) => sum + one.label.length, 0) <= 40;
  return (
    <div className="w-full min-w-0">
      {short ? (
        <SegmentedControl
          id={ids.control}
          disabled={form.disabled}
          label={label}
          onValueChange={(chosen) => choose(Number(chosen))}
          options={variants.map((one, index) => ({ value: `${index}`, label: one.label }))}
          value={`${taken}`}
        />
      ) : (
        <NativeSelect
          aria-label={label}
          className="max-w-80"
          disabled={form.disabled}
          id={ids.control}
          onChange={(event) => choose(Number(event.target.value))}
          value={`${taken}`}
        >
          {variant ? null : (
            <option disabled value="-1">
              choose one
            </option>
          )}
          {variants.map((one, index) => (
            <option key={one.label} value={`${index}`}>
              {one.label}
            </option>
          ))}
        </NativeSelect>
      )}
      {variant ? (
        <div className="mt-1 flex min-w-0 items-start">
          <FieldControl {...props} key={taken} required shape={fieldShape(variant.schema, form.root)} value={value} />
        </div>
      ) : null}
    </div>
  );
}
