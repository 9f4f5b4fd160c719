import { setMaxListeners } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ok } from "@/lib/core/errors/result";
import { tidyTodosDefinition } from "@/lib/examples/tidy-todos/definition";
import { decideApproval } from "@/lib/server/approvals/decide-approval";
import { openEmbeddedDatabase } from "@/lib/server/db/open-embedded-database";
import { events, sessions } from "@/lib/server/db/schema";
import { createLink } from "@/lib/server/links/create-link";
import { ownerAsReader } from "@/lib/server/links/reader";
import { liveResponse } from "@/lib/server/live/live-response";
import { insertSession } from "@/lib/server/sessions/insert-session";
import { checkOf, Harness, settleOf, unwrap } from "@/lib/server/testing/harness";
import { hostilePages } from "./hostile-pages";
import { longLog } from "./long-log";
import { median, percentile, sample } from "./measure.mjs";
import type { Row } from "./report.mjs";

const part = "server";
const WATCHERS = 200;

/** Reads a live stream as a browser would and calls back with each chunk's text. */
async function follow(harness: Harness, sessionId: string, signal: AbortSignal, onText: (text: string) => void) {
  const response = liveResponse(harness.context, {
    reader: unwrap(await ownerAsReader(harness.context, harness.owner, sessionId)),
    after: 0,
    signal,
    stillAllowed: async () => ok(undefined),
    register: () => () => {},
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return;
      onText(chunk.value);
    }
  })();
}

async function appends(harness: Harness): Promise<Row[]> {
  const { id } = await harness.session();
  const { runId } = await harness.handRun(id, "{}");
  unwrap(await harness.record(id, runId, await checkOf("c_1", {})));
  unwrap(await harness.record(id, runId, { type: "call-claim", callId: "c_1", by: "tab" }));
  const times = await sample(
    200,
    async () =>
      unwrap(await harness.record(id, runId, { type: "call-log", callId: "c_1", level: "log", text: "line" })),
    20,
  );
  unwrap(await harness.record(id, runId, settleOf("c_1")));
  return [
    { part, what: "one event stored (PGlite, fsync), median", result: median(times), unit: "ms" },
    { part, what: "events stored one by one", result: 1000 / median(times), unit: "/s" },
  ];
}

/** From the decision's arrival to the stored claim of the runner that heard of it, while everybody else hears of it too. */
async function approvals(harness: Harness): Promise<Row[]> {
  const { id } = await harness.session();
  const leave = new AbortController();
  setMaxListeners(WATCHERS + 1, leave.signal);
  let heard: (() => void) | undefined;
  let heardByOthers = 0;
  await follow(harness, id, leave.signal, (text) => {
    if (text.includes('"approval-end"')) heard?.();
  });
  for (let watcher = 0; watcher < WATCHERS; watcher += 1) {
    await follow(harness, id, leave.signal, (text) => {
      if (text.includes('"approval-end"')) heardByOthers += 1;
    });
  }
  const reader = unwrap(await ownerAsReader(harness.context, harness.owner, id));
  const times: number[] = [];
  const rounds = 40;
  for (let round = 0; round < rounds; round += 1) {
    const { runId } = await harness.handRun(id, "{}");
    const check = await checkOf("c_1", {}, true);
    const asked = unwrap(await harness.record(id, runId, check)).find((event) => event.type === "approval-start");
    if (asked?.type !== "approval-start") throw new Error("No approval was asked for.");
    const arrived = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const began = performance.now();
    const decision = { approvalId: asked.approvalId, digest: asked.digest, decision: "approved" } as const;
    unwrap(await decideApproval(harness.context, reader, decision));
    await arrived;
    unwrap(await harness.record(id, runId, { type: "call-claim", callId: "c_1", by: "tab" }));
    times.push(performance.now() - began);
    unwrap(await harness.record(id, runId, settleOf("c_1")));
  }
  leave.abort();
  if (heardByOthers < WATCHERS * (rounds - 1)) throw new Error(`Only ${heardByOthers} decisions reached the watchers.`);
  const what = `approve → runner claims the call, ${WATCHERS} watchers`;
  return [
    { part, what: `${what}, median`, result: median(times), unit: "ms" },
    { part, what: `${what}, p95`, result: percentile(times, 0.95), unit: "ms", atMost: 200 },
  ];
}

/** The services over the embedded database on a real disk, without HTTP between. */
export async function measureServer(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "toolwright-bench-"));
  const database = await openEmbeddedDatabase(folder);
  try {
    const harness = new Harness(database);
    return [...(await appends(harness)), ...(await approvals(harness)), ...(await hostilePages())];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills a data folder with one shared run of 10,000 events; returns the address of its link. */
export async function storeLongRun(folder: string): Promise<string> {
  const database = await openEmbeddedDatabase(folder);
  try {
    const harness = new Harness(database);
    harness.clock = Date.now();
    const session = { title: "A long run", definition: tidyTodosDefinition };
    const { id } = await insertSession(harness.context, harness.owner, session);
    const runId = await harness.agentRun(id, { stepLimit: 1000 });
    const rows = longLog(runId, 10_000).map(({ seq, at, runId: _runId, ...body }) => ({
      sessionId: id,
      seq,
      at,
      runId,
      body,
    }));
    // The run's real first event is there already.
    for (let from = 1; from < rows.length; from += 500) {
      await database.queries.insert(events).values(rows.slice(from, from + 500));
    }
    await database.queries.update(sessions).set({ lastSeq: rows.length });
    const link = unwrap(await createLink(harness.context, harness.owner, { sessionId: id, role: "view" }));
    return `/s/${link.linkId}#${link.key}`;
  } finally {
    await database.close();
  }
}
