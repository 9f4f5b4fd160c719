import "server-only";
import { readCommandGrants } from "./command/command-grants";
import { readGithubSettings } from "./github-api/github-settings";
import { readMailSettings } from "./send-email/mail-settings";
import { readSqlSettings } from "./sql-query/sql-settings";
import { readVectorSettings } from "./vector-search/vector-settings";
import { readWebSearchSettings } from "./web-search/web-search-settings";

/**
 * Reads what the operator set for every service, so that a mistake is told when the server starts and not to the first tool
 * that meets it.
 *
 * @throws ToolwrightError `environment-invalid`
 */
export function checkOperatorSettings(source: Readonly<Record<string, string | undefined>>): void {
  for (const read of [
    readWebSearchSettings,
    readGithubSettings,
    readMailSettings,
    readSqlSettings,
    readVectorSettings,
    readCommandGrants,
  ]) {
    read(source);
  }
}
