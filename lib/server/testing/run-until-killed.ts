import "server-only";
import type { Database } from "../db/database";
import { openEmbeddedDatabase } from "../db/open-embedded-database";
import { Harness, unwrap } from "./harness";

/**
 * A process that a test kills in the middle of a model step: prints the session, then every event of the step that a
 * client was given.
 */
const directory = process.argv[2];
if (directory === undefined) throw new Error("usage: run-until-killed <directory>");

const script = JSON.stringify({
  scenarios: [
    {
      steps: [
        {
          say: "These words take their time. ".repeat(40),
          calls: [{ tool: "weather", arguments: { city: "Paris" } }],
        },
      ],
    },
  ],
});

const database: Database = await openEmbeddedDatabase(directory);
const harness = new Harness(database);
const { id } = await harness.session();
const runId = await harness.agentRun(id, { script });
process.stdout.write(`${JSON.stringify({ id, runId, owner: harness.owner })}\n`);
for (const reader = unwrap(await harness.askStep(id, runId, 1)).getReader(); ; ) {
  const { done, value } = await reader.read();
  if (done) break;
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
