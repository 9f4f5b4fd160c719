import "server-only";
import type { Environment } from "../env";
import type { Database } from "./database";
import { openEmbeddedDatabase } from "./open-embedded-database";
import { openPostgresDatabase } from "./open-postgres-database";

export function openDatabase(environment: Environment): Promise<Database> {
  return environment.databaseUrl === undefined
    ? openEmbeddedDatabase(environment.dataDirectory)
    : openPostgresDatabase(environment.databaseUrl);
}
