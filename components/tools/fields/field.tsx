"use client";

import { cn } from "@/components/ui/cn";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { placeOf, textAt, valueAt } from "../arguments-draft";
import { type FieldShape, fieldShape } from "../field-shape";
import { fieldIds, useForm } from "../form-context";
import { inexactNumber } from "../inexact-number";
import { schemaHints } from "../schema-hints";
import { ArrayField } from "./array-field";
import { BooleanField } from "./boolean-field";
import { ChoiceField } from "./choice-field";
import { ConstantField } from "./constant-field";
import type { FieldProps } from "./field-props";
import type { FieldOptions } from "./field-slots";
import { JsonField } from "./json-field";
import { NumberField } from "./number-field";
import { ObjectField } from "./object-field";
import { PresenceSwitch } from "./presence-switch";
import { TextField } from "./text-field";
import { UnionField } from "./union-field";

const LABEL = "one-line font-medium font-mono text-xs leading-5";

/** One value of the arguments: its name, its control, whether it is there, and what is wrong with it. */
export function Field({ schema, path, label, order = [], omittable, required, tools, labelControl }: FieldOptions) {
  const form = useForm();
  const ids = fieldIds(form, path);
  const shape = fieldShape(schema, form.root);
  const value = valueAt(form.draft, path);
  const props: FieldProps = { shape, path, order, omittable, required };
  const messages = form.messages.get(placeOf(path)) ?? [];
  const warning = typeof value === "number" ? inexactNumber(textAt(form.draft, path) ?? "") : undefined;
  const wide = shape.kind === "object" || shape.kind === "array" || shape.kind === "union";
  const hints = schemaHints(shape);

  const about = (
    <p className="text-muted-foreground text-xs empty:hidden [overflow-wrap:anywhere]" id={ids.description}>
      {[shape.description, ...hints].filter(Boolean).join(" · ")}
    </p>
  );
  const Box = wide ? "fieldset" : "div";
  return (
    <Box
      aria-labelledby={wide ? ids.label : undefined}
      className={cn("min-w-0 py-1.5", !wide && "@md:grid @md:grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)] @md:gap-x-3")}
    >
      <div className={cn("flex min-h-7 min-w-0 items-center gap-1.5", !wide && "@md:h-fit")}>
        {labelControl ? (
          <>
            {labelControl}
            <span className="sr-only" id={ids.label}>
              {label}
            </span>
          </>
        ) : wide ? (
          <span className={LABEL} id={ids.label} title={label}>
            {label}
          </span>
        ) : (
          <label className={LABEL} htmlFor={ids.control} id={ids.label} title={label}>
            {label}
          </label>
        )}
        {required ? (
          <span className="text-danger-text text-xs leading-none" title="Required">
            <span aria-hidden>*</span>
            <span className="sr-only">required</span>
          </span>
        ) : null}
        <span className={cn("one-line text-2xs text-muted-foreground", !wide && "@md:hidden")}>{shape.typeName}</span>
        {wide ? (
          <span className="ml-auto flex items-center gap-1">
            <PresenceSwitch {...props} label={label} />
            {tools}
          </span>
        ) : null}
      </div>
      <div className="min-w-0">
        {wide ? about : null}
        <div className="flex min-w-0 items-start gap-2">
          <FieldControl {...props} value={value} />
          {wide ? null : (
            <span className="ml-auto flex min-h-7 shrink-0 items-center gap-1">
              <PresenceSwitch {...props} label={label} />
              {tools}
            </span>
          )}
        </div>
        {wide ? null : about}
        <div className="text-xs [overflow-wrap:anywhere]" id={ids.messages}>
          {messages.map((message) => (
            <p className="text-danger-text" key={message}>
              {message}
            </p>
          ))}
          {warning ? <p className="text-muted-foreground">{warning}</p> : null}
        </div>
      </div>
    </Box>
  );
}

/** The control for a value that fits its type; a value that does not is shown as the JSON it is. */
export function FieldControl({ value, ...props }: FieldProps & { value: JsonValue | undefined }) {
  const form = useForm();
  const held = value === undefined || value === null;
  if (!held && !shows(props.shape, value)) return <JsonField {...props} />;
  switch (props.shape.kind) {
    case "text":
      return <TextField {...props} />;
    case "number":
      return <NumberField {...props} />;
    case "boolean":
      return <BooleanField {...props} />;
    case "constant":
      return <ConstantField {...props} />;
    case "choice":
      return <ChoiceField {...props} />;
    case "object":
      return value === undefined && !props.required ? null : value === null ? null : <ObjectField {...props} />;
    case "array":
      return held ? null : <ArrayField {...props} />;
    case "union":
      return value === undefined && !props.required ? null : value === null ? null : <UnionField {...props} />;
    case "json":
      return value === undefined && !props.required && form.draft.pending[placeOf(props.path)] === undefined ? null : (
        <JsonField {...props} />
      );
  }
}

/** Whether the control of a shape can show a value without losing anything of it. */
function shows(shape: FieldShape, value: JsonValue): boolean {
  switch (shape.kind) {
    case "text":
      // A text box of the browser turns every line end into one kind.
      return typeof value === "string" && !value.includes("\r");
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "object":
      return typeof value === "object" && !Array.isArray(value);
    case "array":
      return Array.isArray(value);
    default:
      return true;
  }
}
