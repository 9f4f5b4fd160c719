"use client";

import { RadioGroup } from "radix-ui";
import { bringBack, leaveOut, valueAt, writeNull } from "../arguments-draft";
import { useForm } from "../form-context";
import { starterValue } from "../starter-value";
import type { FieldProps } from "./field-props";

const WORDS = { value: "set", null: "null", absent: "left out" } as const;
type Presence = keyof typeof WORDS;

/** Whether a value is there, is null, or is left out: three different things to a tool. Shown only where there is a choice. */
export function PresenceSwitch({ shape, path, order, omittable, required, label }: FieldProps & { label: string }) {
  const form = useForm();
  const value = valueAt(form.draft, path);
  const now: Presence = value === undefined ? "absent" : value === null && !holdsNull(shape) ? "null" : "value";
  const offered: Presence[] = ["value"];
  if (shape.nullable || now === "null") offered.push("null");
  if ((omittable && !required) || now === "absent") offered.push("absent");
  if (offered.length === 1) return null;

  const choose = (presence: string) =>
    form.change((draft) => {
      if (presence === "absent") return leaveOut(draft, path);
      if (presence === "null") return writeNull(draft, path, order);
      return bringBack(draft, path, starterValue(withoutNullDefault(shape), form.root), order);
    });

  return (
    <RadioGroup.Root
      aria-label={`${label}: set, null or left out`}
      className="flex shrink-0 items-center"
      disabled={form.disabled}
      onValueChange={choose}
      orientation="horizontal"
      value={now}
    >
      {offered.map((presence) => (
        <RadioGroup.Item
          className="rounded-sm px-1.5 text-2xs text-muted-foreground transition-colors hover:text-foreground disabled:opacity-50 data-[state=checked]:bg-muted data-[state=checked]:font-medium data-[state=checked]:text-foreground pointer-coarse:py-2"
          key={presence}
          value={presence}
        >
          {WORDS[presence]}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

function holdsNull(shape: FieldProps["shape"]): boolean {
  if (shape.kind === "constant") return shape.value === null;
  return shape.kind === "choice" && shape.options.includes(null);
}

/** "Set" asks for a value, so a default of null does not count here. */
function withoutNullDefault(shape: FieldProps["shape"]) {
  const { default: given, ...schema } = shape.schema;
  if (shape.defaultValue === undefined || shape.defaultValue === null) return schema;
  return { ...shape.schema, default: given ?? shape.defaultValue };
}
