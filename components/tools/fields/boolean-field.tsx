"use client";

import { SegmentedControl } from "@/components/ui/segmented-control";
import { valueAt, writeValue } from "../arguments-draft";
import { useForm } from "../form-context";
import { controlAttributes, type FieldProps } from "./field-props";

const OPTIONS = [
  { value: "true", label: "true" },
  { value: "false", label: "false" },
] as const;

/** True, false, or neither yet. */
export function BooleanField({ path, order }: FieldProps) {
  const form = useForm();
  const value = valueAt(form.draft, path);
  return (
    <SegmentedControl<"true" | "false" | "">
      {...controlAttributes(form, path)}
      className="font-mono"
      onValueChange={(chosen) => form.change((draft) => writeValue(draft, path, chosen === "true", order))}
      options={OPTIONS}
      size="md"
      value={typeof value === "boolean" ? `${value}` : ""}
    />
  );
}
