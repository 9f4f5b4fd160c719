import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import type { RunEvent } from "@/lib/core/agent/event";
import { openEmbeddedDatabase } from "../db/open-embedded-database";
import { HandFedModel } from "../testing/hand-fed-model";
import { Harness, unwrap } from "../testing/harness";
import { claimRunner } from "./claim-runner";
import { recordEvents } from "./record-events";
import { stepRun } from "./step-run";

it("has every event a client was given after kill -9 in the middle of a model step, and the run goes on", {
  timeout: 120_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "toolwright-kill-"));
  const script = new URL("../testing/run-until-killed.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", script, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === 12) child.kill("SIGKILL");
  }
  await exited;
  const { id, runId, owner } = JSON.parse(lines[0] ?? "") as Pick<Harness, "owner"> & { id: string; runId: string };
  const given = lines.slice(1).map((line) => JSON.parse(line) as RunEvent);
  expect(given.length).toBeGreaterThanOrEqual(10);

  const database = await openEmbeddedDatabase(directory);
  try {
    const model = new HandFedModel();
    const harness = new Harness(database, { model });
    const log = await harness.log(id);
    expect(log.filter(({ seq }) => given.some((event) => event.seq === seq))).toEqual(given);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));

    const address = { sessionId: id, runId, runnerId: "runner-2" };
    const { events } = unwrap(await claimRunner(harness.context, owner, address));
    expect(events.at(-1)).toMatchObject({ type: "step-end", finish: "incomplete" });
    model.give({ type: "text", text: "Going on." }, { type: "end", finish: "text" });
    const stream = unwrap(await stepRun(harness.context, owner, { ...address, step: 2 }));
    for (const reader = stream.getReader(); !(await reader.read()).done; );
    const bodies = [{ type: "run-end" as const, reason: "finished" as const }];
    unwrap(await recordEvents(harness.context, owner, { ...address, bodies }));
    const state = await harness.state(id, runId);
    expect(state.steps.map(({ finish }) => finish)).toEqual(["incomplete", "text"]);
    expect(state.end).toEqual({ reason: "finished" });
  } finally {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
