import type { ReactNode } from "react";
import type { EncodedResult } from "@/lib/core/call/outcome";
import type { JsonValue } from "@/lib/core/errors/json-value";

export type CallArguments = { [key: string]: JsonValue };

/** How the calls of one tool are drawn. Every member may decline with `undefined`; the JSON view then takes its place. */
export interface CallRenderer {
  /** A few words for the card's head: the path, the command, the pattern. */
  summary?(values: CallArguments): string | undefined;
  /** The arguments as what they mean, e.g. a diff or a command, in place of their JSON. */
  preview?(values: CallArguments): ReactNode | undefined;
  /** Stands above the exact arguments in a request, where it tells more than they do. */
  review?(values: CallArguments): ReactNode | undefined;
  /** The result as what it is, e.g. a terminal block. `text` is what the model read. */
  result?(text: string, values: CallArguments, result: EncodedResult): ReactNode | undefined;
}

/** The argument when it is a string. */
export function textArgument(values: CallArguments, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = values[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}
