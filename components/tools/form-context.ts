"use client";

import { createContext, useContext } from "react";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import { type ArgumentsDraft, placeOf } from "./arguments-draft";
import type { JsonPath } from "./json-edit";

export interface FormContext {
  draft: ArgumentsDraft;
  change(edit: (draft: ArgumentsDraft) => ArgumentsDraft): void;
  /** The whole schema: where references are looked up. */
  root: JsonSchema;
  /** Messages by place. */
  messages: ReadonlyMap<string, readonly string[]>;
  /** Begins the id of every control, so that two forms can stand on one page. */
  idPrefix: string;
  disabled: boolean;
}

const Context = createContext<FormContext | undefined>(undefined);
export const FormProvider = Context.Provider;

export function useForm(): FormContext {
  const form = useContext(Context);
  if (!form) throw new Error("A field stands outside of a SchemaForm.");
  return form;
}

/** The ids that tie a control, its label, its description and its messages together. */
export function fieldIds(form: FormContext, path: JsonPath) {
  const control = `${form.idPrefix}${placeOf(path)}`;
  return { control, label: `${control}#label`, description: `${control}#description`, messages: `${control}#messages` };
}
