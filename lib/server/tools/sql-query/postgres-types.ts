import "server-only";
import { type CustomTypesConfig, types } from "pg";
import { parse as parseArray } from "postgres-array";
import type { JsonValue } from "@/lib/core/errors/json-value";

type Read = (text: string) => JsonValue;

const { builtins } = types;

/** NaN and the infinities are no JSON numbers, so they stay words. */
const number: Read = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
/** Over 53 bits a number would lose digits, so these stay text, all of them, whatever their size. */
const exact: Read = (text) => text;
const bytes: Read = (text) => Buffer.from(text.replace(/^\\x/, ""), "hex").toString("base64");
const json: Read = (text) => {
  const value: JsonValue = JSON.parse(text);
  return keepsDigits(value) ? value : text;
};

/** `2026-01-02 03:04:05.678901+02` as ISO 8601, with every digit and the offset it came with. */
const time: Read = (text) => {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d(?::\d\d(?::\d\d)?)?)?$/.exec(text);
  if (match === null) return text;
  const [, day = "", clock = "", offset = ""] = match;
  return `${day}T${clock}${offset === "" || offset.includes(":") ? offset : `${offset}:00`}`;
};

const ELEMENTS: ReadonlyMap<number, Read> = new Map<number, Read>([
  [builtins.BOOL, (text) => text === "t"],
  [builtins.INT2, number],
  [builtins.INT4, number],
  [builtins.OID, number],
  [builtins.FLOAT4, number],
  [builtins.FLOAT8, number],
  [builtins.INT8, exact],
  [builtins.NUMERIC, exact],
  [builtins.TIMESTAMP, time],
  [builtins.TIMESTAMPTZ, time],
  [builtins.BYTEA, bytes],
  [builtins.JSON, json],
  [builtins.JSONB, json],
]);

/** The types of arrays, by the numbers that PostgreSQL has given them for good, and what they hold. */
const ARRAYS: ReadonlyMap<number, number> = new Map<number, number>([
  [1000, builtins.BOOL],
  [1005, builtins.INT2],
  [1007, builtins.INT4],
  [1028, builtins.OID],
  [1021, builtins.FLOAT4],
  [1022, builtins.FLOAT8],
  [1016, builtins.INT8],
  [1231, builtins.NUMERIC],
  [1115, builtins.TIMESTAMP],
  [1185, builtins.TIMESTAMPTZ],
  [1182, builtins.DATE],
  [1183, builtins.TIME],
  [1001, builtins.BYTEA],
  [199, builtins.JSON],
  [3807, builtins.JSONB],
  [1009, builtins.TEXT],
  [1015, builtins.VARCHAR],
  [1014, builtins.BPCHAR],
  [1003, builtins.TEXT],
  [2951, builtins.UUID],
]);

/** Values of every type as JSON that has lost nothing: what has no JSON form of its own is PostgreSQL's own text. */
export const postgresTypes = {
  getTypeParser(oid: number): (text: string) => JsonValue {
    const element = ARRAYS.get(oid);
    if (element !== undefined) {
      const read = ELEMENTS.get(element) ?? exact;
      return (text) => parseArray(text, read) as JsonValue;
    }
    return ELEMENTS.get(oid) ?? exact;
  },
} as CustomTypesConfig;

function keepsDigits(value: JsonValue): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(keepsDigits);
}
