import { afterAll, beforeAll, describe } from "vitest";
import { describeApprovals } from "./approvals/approvals.suite";
import type { Database } from "./db/database";
import { describeLinks } from "./links/links.suite";
import { describeLive } from "./live/live.suite";
import { describeRuns } from "./runs/runs.suite";
import { describeSteps } from "./runs/steps.suite";
import { describeSecrets } from "./secrets/secrets.suite";
import { describeSessions } from "./sessions/sessions.suite";
import { testEngines } from "./testing/open-test-database";
import { describeDispatch } from "./tools/dispatch/dispatch.suite";

for (const engine of testEngines) {
  const title =
    engine.skipped === undefined ? `over ${engine.name}` : `over ${engine.name} (skipped: ${engine.skipped})`;
  describe.skipIf(engine.skipped !== undefined)(title, () => {
    let database: Database | undefined;
    const opened = (): Database => {
      if (database === undefined) throw new Error("the database is not open");
      return database;
    };
    beforeAll(async () => {
      database = await engine.open();
    }, 120_000);
    afterAll(() => database?.close());

    describeSessions(opened);
    describeRuns(opened);
    describeSteps(opened);
    describeApprovals(opened);
    describeLinks(opened);
    describeLive(opened);
    describeSecrets(opened);
    describeDispatch(opened);
  });
}
