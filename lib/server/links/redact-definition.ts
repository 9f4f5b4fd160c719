import "server-only";
import type { Redactor } from "@/lib/core/redact/redactor";
import type { Definition } from "@/lib/core/session/session-document";

/** The definition as a link may show it: without known secret values. Paths are the product's own words. */
export function redactDefinition(definition: Definition, exact: Redactor): Definition {
  if (exact.isIdle) return definition;
  const files = Object.entries(definition.files).map(([path, text]) => [path, exact.text(text)]);
  return { ...definition, files: Object.fromEntries(files) };
}
