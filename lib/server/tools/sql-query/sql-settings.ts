import "server-only";
import { z } from "zod";
import { optionalFlag, optionalVariable, readOperatorSettings } from "../operator-settings";

const POSTGRES_URL = /^postgres(ql)?:\/\//;

const schema = z
  .object({
    TOOLWRIGHT_SQL_URL: optionalVariable(
      z.string().regex(POSTGRES_URL, "must start with postgres:// or postgresql://"),
    ),
    TOOLWRIGHT_SQL_ALLOW_WRITES: optionalFlag(),
    TOOLWRIGHT_SQL_TIMEOUT_MS: optionalVariable(z.coerce.number().int().min(100).max(300_000)),
    DATABASE_URL: optionalVariable(z.string()),
  })
  .superRefine((values, context) => {
    const { TOOLWRIGHT_SQL_URL: own, DATABASE_URL: app } = values;
    if (own !== undefined && app !== undefined && databaseOf(own) === databaseOf(app)) {
      context.addIssue({
        code: "custom",
        path: ["TOOLWRIGHT_SQL_URL"],
        message:
          "names the same database as DATABASE_URL, where sessions and secrets of everyone are; tools never read it",
      });
    }
  })
  .transform((values) => ({
    url: values.TOOLWRIGHT_SQL_URL,
    allowWrites: values.TOOLWRIGHT_SQL_ALLOW_WRITES,
    timeoutMs: values.TOOLWRIGHT_SQL_TIMEOUT_MS ?? 30_000,
  }));
export type SqlSettings = z.output<typeof schema>;

/** The operator's database for tools: which one, whether it may be changed, and how long a statement may take. */
export function readSqlSettings(source: Readonly<Record<string, string | undefined>>): SqlSettings {
  return readOperatorSettings(schema, source);
}

/** Host, port and name, whatever role is used. */
function databaseOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, port, pathname, username } = new URL(url);
  return `${hostname}:${port || "5432"}/${pathname.slice(1) || username}`;
}
