"use client";

import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { leaveOut, renameEntry, valueAt, writeValue } from "../arguments-draft";
import { useForm } from "../form-context";
import type { JsonPath } from "../json-edit";
import { starterValue } from "../starter-value";
import type { FieldProps } from "./field-props";
import { useFieldSlots } from "./field-slots";

/** The members of an object, each with its own control; what the schema does not know is shown as well. */
export function ObjectField({ shape, path }: Pick<FieldProps, "shape" | "path">) {
  const form = useForm();
  const { Field } = useFieldSlots();
  if (shape.kind !== "object") return null;
  const order = shape.members.map((member) => member.name);
  const value = valueAt(form.draft, path);
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const others = names.filter((name) => !order.includes(name));
  const nested = path.length > 0;

  return (
    <div className={nested ? "w-full min-w-0 border-l pl-3" : "w-full min-w-0"}>
      {shape.members.map((member) => (
        <Field
          key={member.name}
          label={member.name}
          omittable
          order={order}
          path={[...path, member.name]}
          required={member.required}
          schema={member.schema}
        />
      ))}
      {others.map((name, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may change while it is typed, its place does not
          key={index}
          label={name}
          labelControl={<EntryName name={name} path={path} />}
          omittable={false}
          path={[...path, name]}
          required={false}
          schema={shape.rest ?? true}
          tools={
            <IconButton
              disabled={form.disabled}
              label={`Remove ${name || "the entry without a name"}`}
              onClick={() => form.change((draft) => leaveOut(draft, [...path, name]))}
              size="iconSm"
            >
              <X aria-hidden />
            </IconButton>
          }
        />
      ))}
      {shape.rest === undefined ? null : (
        <Button
          className="my-1"
          disabled={form.disabled}
          onClick={() =>
            form.change((draft) =>
              writeValue(draft, [...path, freeName(names)], starterValue(shape.rest ?? true, form.root)),
            )
          }
          size="sm"
          variant="ghost"
        >
          <Plus aria-hidden />
          Add an entry
        </Button>
      )}
      {nested && shape.members.length === 0 && names.length === 0 ? (
        <span className="ml-2 text-muted-foreground text-xs">empty object</span>
      ) : null}
    </div>
  );
}

/** The name of an entry, changed when the person is done typing it, so that a name on the way collides with nothing. */
function EntryName({ name, path }: { name: string; path: JsonPath }) {
  const form = useForm();
  const messageId = useId();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [taken, setTaken] = useState<string | undefined>(undefined);
  const finish = () => {
    if (typed === undefined) return;
    const renamed = renameEntry(form.draft, path, name, typed);
    if (renamed) form.change((draft) => renameEntry(draft, path, name, typed) ?? draft);
    setTaken(renamed ? undefined : typed);
    setTyped(undefined);
  };
  return (
    <span className="min-w-0 flex-1">
      <Input
        aria-describedby={messageId}
        aria-invalid={taken !== undefined || undefined}
        aria-label={`Name of the entry ${name}`}
        className="font-mono text-xs"
        disabled={form.disabled}
        onBlur={finish}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) finish();
        }}
        placeholder="name"
        value={typed ?? name}
      />
      <span className="block text-danger-text text-xs" id={messageId} role="status">
        {taken === undefined ? "" : `There is an entry “${taken}” already.`}
      </span>
    </span>
  );
}

function freeName(names: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? "name" : `name${number}`;
    if (!names.includes(name)) return name;
  }
}
