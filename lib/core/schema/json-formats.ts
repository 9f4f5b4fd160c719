import { z } from "zod";

const FORMATS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["email", z.email()],
  ["uri", z.url()],
  ["uuid", z.guid()],
  ["date-time", z.iso.datetime({ offset: true })],
  ["date", z.iso.date()],
  ["time", z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/i)],
  ["duration", z.iso.duration()],
  ["hostname", z.hostname()],
  ["json-pointer", z.string().regex(/^(\/([^/~]|~[01])*)*$/)],
  ["ipv4", z.ipv4()],
  ["ipv6", z.ipv6()],
  ["regex", z.string().refine(isRegularExpression)],
]);

/** Whether a text has a JSON Schema `format`; an unknown format is an annotation and always fits. */
export function matchesFormat(format: string, text: string): boolean {
  return FORMATS.get(format)?.safeParse(text).success ?? true;
}

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
