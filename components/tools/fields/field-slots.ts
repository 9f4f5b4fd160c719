"use client";

import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonPath } from "../json-edit";
import type { Subschema } from "../json-schema";
import type { FieldProps } from "./field-props";

export interface FieldOptions {
  schema: Subschema;
  path: JsonPath;
  /** What it is called: its name in the object, its place in the list. */
  label: string;
  order?: readonly string[];
  omittable: boolean;
  required: boolean;
  /** Buttons of the list or map it stands in: move, remove. */
  tools?: ReactNode;
  /** Replaces the label text, e.g. by a box for the name. */
  labelControl?: ReactNode;
}

/** What a field that holds other fields draws them with: the form hands them down, for a field cannot import what draws it. */
export interface FieldSlots {
  Field: ComponentType<FieldOptions>;
  FieldControl: ComponentType<FieldProps & { value: JsonValue | undefined }>;
}

const Context = createContext<FieldSlots | undefined>(undefined);
export const FieldSlotsProvider = Context.Provider;

export function useFieldSlots(): FieldSlots {
  const slots = useContext(Context);
  if (!slots) throw new Error("A field stands outside of a SchemaForm.");
  return slots;
}
