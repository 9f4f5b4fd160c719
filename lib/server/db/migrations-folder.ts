import "server-only";
import { join } from "node:path";

/** The one folder that both engines are migrated from; the server is always started in the project's own directory. */
export function migrationsFolder(): string {
  return join(/* turbopackIgnore: true */ process.cwd(), "lib", "server", "db", "migrations");
}
