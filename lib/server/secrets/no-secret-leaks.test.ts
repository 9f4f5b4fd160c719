import { PGlite } from "@electric-sql/pglite";
import { zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { type EventBody, eventBodySchema } from "@/lib/core/agent/event";
import { argumentDigest } from "@/lib/core/call/digest";
import { fail, ok } from "@/lib/core/errors/result";
import type { ModelPart } from "@/lib/core/model/model";
import { secretForms } from "@/lib/core/redact/secret-forms";
import { decideApproval } from "../approvals/decide-approval";
import type { Database } from "../db/database";
import { embeddedDatabaseOver } from "../db/open-embedded-database";
import * as schema from "../db/schema";
import { createLink } from "../links/create-link";
import { describeLink } from "../links/describe-link";
import { forkSession } from "../links/fork-session";
import { frozenFiles } from "../links/frozen-files";
import { openLink } from "../links/open-link";
import { linkAsReader, ownerAsReader, type Reader } from "../links/reader";
import { saveWorkspace } from "../links/save-workspace";
import { liveResponse } from "../live/live-response";
import { readEventsAs } from "../runs/read-events-as";
import { startRun } from "../runs/start-run";
import { saveDefinition } from "../sessions/save-definition";
import { HandFedModel } from "../testing/hand-fed-model";
import { checkOf, codeOf, Harness, RUNNER, settleOf, unwrap } from "../testing/harness";
import { redactBody } from "./redact-body";
import { reportFault } from "./report-fault";
import { saveSecret } from "./save-secret";
import { scanForSecrets } from "./scan-for-secrets";
import { SecretVault } from "./secret-vault";

const CANARY = 'canary/7f3a+9b"c1 x';
const HOST_KEY = "sk-host-key-of-the-server-itself";
const LABEL = "[REDACTED:TOKEN]";
const AWS = "AKIAIOSFODNN7EXAMPLE";

/** Every way in which the value may be written. */
const FORMS = secretForms(CANARY);

/** No reader gets the value, in whatever form, wherever in the answer it may stand. */
function expectClean(payload: unknown): void {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  expect(text).toBeTruthy();
  for (const form of [...FORMS, HOST_KEY]) {
    expect(text).not.toContain(form);
    expect(text).not.toContain(JSON.stringify(form).slice(1, -1));
  }
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("a secret value", () => {
  let database: Database;
  const logged: string[] = [];

  beforeAll(async () => {
    database = await embeddedDatabaseOver(await PGlite.create(), () => {});
  }, 120_000);
  afterAll(() => database.close());
  beforeEach(() => {
    logged.length = 0;
    vi.spyOn(console, "error").mockImplementation((...words) => void logged.push(words.join(" ")));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function scene() {
    const model = new HandFedModel();
    const secrets = new SecretVault({ own: [{ name: "HOST_KEY", value: HOST_KEY }] });
    const harness = new Harness(database, { model, secrets });
    const { id, revision } = await harness.session();
    unwrap(
      await saveSecret(harness.context, harness.owner, {
        sessionId: id,
        name: "TOKEN",
        provider: "typed",
        value: CANARY,
        tools: ["weather"],
        hosts: ["api.example.com"],
      }),
    );
    return { model, harness, id, revision };
  }

  async function dump(): Promise<string> {
    const tables = [
      schema.sessions,
      schema.runs,
      schema.events,
      schema.approvals,
      schema.links,
      schema.sessionSecrets,
      schema.secretUses,
      schema.serviceCalls,
    ];
    const rows = await Promise.all(
      tables.map((table) => database.queries.select().from(table as typeof schema.events)),
    );
    return JSON.stringify(rows);
  }

  /** One step whose parts are given; what the tab's stream showed of it. */
  async function step(scene: { harness: Harness; model: HandFedModel; id: string }, runId: string, parts: ModelPart[]) {
    scene.model.give(...parts);
    return scene.harness.step(scene.id, runId, scene.model.requests.length + 1);
  }

  function pieces(text: string, make: (piece: string) => ModelPart): ModelPart[] {
    return [...text].map(make);
  }

  it("that the model writes, letter by letter, is in no event, and what is stored is what was streamed", async () => {
    const the = await scene();
    const runId = await the.harness.agentRun(the.id);
    const args = JSON.stringify({ city: CANARY, [CANARY]: 1, deep: [{ a: `x${base64(CANARY)}` }] });
    const said = `It is ${CANARY}, or ${encodeURIComponent(CANARY)}, or ${AWS}.`;
    const events = await step(the, runId, [
      ...pieces(said, (text) => ({ type: "text", text })),
      { type: "call-start", callId: "c_1", tool: "weather" },
      ...pieces(args, (text): ModelPart => ({ type: "call-delta", callId: "c_1", text })),
      { type: "call-end", callId: "c_1", tool: "weather", argumentsText: args },
      { type: "end", finish: "calls", error: { code: "x", message: `${CANARY} ${HOST_KEY}`, retryable: false } },
    ]);
    expectClean(events);
    const run = await the.harness.state(the.id, runId);
    expect(run.steps[0]?.text).toBe(`It is ${LABEL}, or ${LABEL}, or [REDACTED:AWS_ACCESS_KEY].`);
    const call = run.calls.c_1;
    // The drafts came to the text that the call has now.
    const drafted = events.flatMap((event) => (event.type === "call-delta" ? [event.text] : [])).join("");
    expect(drafted).toBe(call?.argumentsText);
    expect(call?.arguments).toEqual({ city: LABEL, [LABEL]: 1, deep: [{ a: expect.stringContaining(LABEL) }] });
    expect(JSON.parse(call?.argumentsText ?? "")).toEqual(call?.arguments);
    const log = await the.harness.log(the.id);
    expect(log.filter(({ seq }) => events.some((event) => event.seq === seq))).toEqual(events);
    expectClean(await dump());
  });

  it("in a tool's name, a call's id, a draft that breaks off and in JSON's own spellings is in no event", async () => {
    const the = await scene();
    const runId = await the.harness.agentRun(the.id);
    const spelled = `{"city":"${[...CANARY].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`;
    const events = await step(the, runId, [
      { type: "call-end", callId: "c_2", tool: "weather", argumentsText: spelled },
      { type: "call-end", callId: CANARY.replace(/\W/g, "_"), tool: CANARY, argumentsText: "{}" },
      { type: "end", finish: "calls" },
    ]);
    expectClean(events);
    expect((await the.harness.state(the.id, runId)).calls.c_2?.arguments).toEqual({ city: LABEL });
    const other = await scene();
    const cut = await step(other, await other.harness.agentRun(other.id), [
      { type: "call-start", callId: "c_3", tool: "weather" },
      { type: "call-delta", callId: "c_3", text: `{"city":"${CANARY.slice(0, 9)}` },
      { type: "call-delta", callId: "c_3", text: `${JSON.stringify(CANARY).slice(10, -1)}, and` },
      { type: "end", finish: "length" },
    ]);
    expectClean(cut);
    expectClean(await dump());
  });

  it("in arguments by hand is neither stored nor run: shown, approved and run are one", async () => {
    const { harness, id } = await scene();
    const { runId, events } = await harness.handRun(id, JSON.stringify({ city: `${CANARY} 1`, pin: base64(CANARY) }));
    expectClean(events);
    const stored = (await harness.state(id, runId)).calls.c_1?.arguments;
    expect(stored?.city).toBe(`${LABEL} 1`);
    // An author's schema that makes the value out of something else.
    const smuggled = { city: CANARY };
    const asked = unwrap(await harness.record(id, runId, await checkOf("c_1", smuggled, true)));
    expectClean(asked);
    const call = (await harness.state(id, runId)).calls.c_1;
    expect(call?.arguments).toEqual({ city: LABEL });
    expect(call?.approval?.arguments).toEqual({ city: LABEL });
    const digest = await argumentDigest("c_1", "weather", { city: LABEL });
    expect([call?.digest, call?.approval?.digest]).toEqual([digest, digest]);
    const owner = unwrap(await ownerAsReader(harness.context, harness.owner, id));
    const approvalId = call?.approval?.approvalId ?? "";
    const decision = { approvalId, digest, decision: "approved" as const, reason: `because ${CANARY}` };
    expectClean(unwrap(await decideApproval(harness.context, owner, decision)));
    expectClean(await dump());
  });

  it("in results, logs, errors and shared values is gone before it is stored, and the page holds what is stored", async () => {
    const { harness, id } = await scene();
    const outcomes: Extract<EventBody, { type: "call-settle" }>["outcome"][] = [
      {
        status: "ok",
        result: {
          parts: [
            { type: "text", text: `plain ${CANARY}, hex ${Buffer.from(CANARY).toString("hex")}, ${AWS}` },
            { type: "image", mediaType: "image/png", data: base64(`\x89PNG ${CANARY} `) },
            { type: "image", mediaType: "image/png", data: base64("\x89PNG with nothing in it") },
          ],
          value: { [CANARY]: [CANARY, { q: encodeURIComponent(CANARY) }], deep: { json: JSON.stringify({ CANARY }) } },
          empty: false,
          truncated: false,
          bytes: 3,
        },
        assigns: { token: CANARY },
      },
      { status: "failed", text: `boom: ${CANARY}`, stack: `Error: ${CANARY}\n    at tools/a.ts:1:1` },
      { status: "crashed", text: `died with ${base64(`:${CANARY}`)}` },
    ];
    for (const outcome of outcomes) {
      const { runId } = await harness.handRun(id, '{"city":"Oslo"}');
      unwrap(await harness.record(id, runId, await checkOf("c_1", { city: "Oslo" })));
      unwrap(await harness.record(id, runId, { type: "call-claim", callId: "c_1", by: RUNNER }));
      const answered = unwrap(
        await harness.record(
          id,
          runId,
          { type: "call-log", callId: "c_1", level: "log", text: `fetched with ${CANARY}` },
          { type: "call-log", callId: "c_1", level: "progress", text: `${CANARY} 50 %`, fraction: 0.5 },
          { type: "call-settle", callId: "c_1", outcome, durationMs: 1 },
          { type: "run-end", reason: "failed", error: { code: "x", message: `ended by ${CANARY}` } },
        ),
      );
      expectClean(answered);
      const log = await harness.log(id);
      expect(log.filter((event) => event.runId === runId).slice(-answered.length)).toEqual(answered);
    }
    const settled = (await harness.log(id)).flatMap((event) => (event.type === "call-settle" ? [event.outcome] : []));
    expect(settled[0]).toMatchObject({
      result: {
        parts: [
          { text: `plain ${LABEL}, hex ${LABEL}, [REDACTED:AWS_ACCESS_KEY]` },
          { type: "text", text: expect.stringContaining(LABEL) },
          { type: "image", data: base64("\x89PNG with nothing in it") },
        ],
        value: { [LABEL]: [LABEL, { q: LABEL }] },
      },
    });
    expect(settled[1]).toMatchObject({ text: `boom: ${LABEL}`, stack: `Error: ${LABEL}\n    at tools/a.ts:1:1` });
    expectClean(await dump());
  });

  it("in the prompt, the instructions, the tools or the script never reaches the model or the log", async () => {
    const the = await scene();
    const { harness, id } = the;
    const started = unwrap(
      await startRun(harness.context, harness.owner, {
        sessionId: id,
        runnerId: RUNNER,
        kind: "agent",
        prompt: `Use ${CANARY} and ${AWS}`,
        model: { provider: "scripted", model: "script.json" },
        agentName: CANARY,
        instructions: `The key is ${CANARY}`,
        tools: [
          {
            name: "weather",
            description: `Needs ${CANARY}`,
            parameters: { type: "object", properties: { [CANARY]: { default: CANARY } } },
            sideEffects: ["network"],
            fingerprint: "f",
          },
        ],
        stepLimit: 3,
        definitionFingerprint: "f",
        script: JSON.stringify({ scenarios: [{ steps: [{ say: CANARY }] }] }),
      }),
    );
    expectClean(started);
    await step(the, started.runId, [{ type: "end", finish: "text" }]);
    expectClean(the.model.requests);
    expect(the.model.requests[0]?.messages).toEqual([
      { role: "user", text: `Use ${LABEL} and [REDACTED:AWS_ACCESS_KEY]` },
    ]);
    expectClean(await dump());
  });

  it("that was stored before it was known is kept from the model and from whoever reads through a link", async () => {
    const model = new HandFedModel();
    const harness = new Harness(database, { model });
    const { id } = await harness.session();
    const runId = await harness.agentRun(id);
    model.give(
      { type: "text", text: `Early ${CANARY}` },
      { type: "call-end", callId: "c_1", tool: "weather", argumentsText: JSON.stringify({ city: CANARY }) },
      { type: "end", finish: "calls" },
    );
    await harness.step(id, runId, 1);
    unwrap(await harness.record(id, runId, await checkOf("c_1", { city: CANARY })));
    unwrap(await harness.record(id, runId, { type: "call-claim", callId: "c_1", by: RUNNER }));
    unwrap(await harness.record(id, runId, settleOf("c_1", `told ${CANARY}`)));
    const input = { sessionId: id, name: "TOKEN", provider: "typed" as const, value: CANARY, tools: [], hosts: [] };
    unwrap(await saveSecret(harness.context, harness.owner, input));

    model.give({ type: "end", finish: "text" });
    await harness.step(id, runId, 2);
    expectClean(model.requests.at(-1));
    const link = unwrap(await createLink(harness.context, harness.owner, { sessionId: id, role: "review" }));
    expectClean(unwrap(await openLink(harness.context, link)));
    const reader = unwrap(await linkAsReader(harness.context, link));
    expectClean(await readEventsAs(harness.context, reader, 0));
    expectClean(await liveText(harness, reader, id));
    // The owner's page holds what is stored, live and reloaded.
    const owner: Reader = { sessionId: id, role: "owner", name: "the owner" };
    expect(await readEventsAs(harness.context, owner, 0)).toEqual(await harness.log(id));
  });

  async function liveText(harness: Harness, reader: Reader, sessionId: string): Promise<string> {
    const lastSeq = (await harness.log(sessionId)).length;
    const controller = new AbortController();
    const response = liveResponse(harness.context, {
      reader,
      after: 0,
      signal: controller.signal,
      stillAllowed: async () => ok(undefined),
      register: () => () => undefined,
    });
    const decoder = new TextDecoder();
    let text = "";
    for (const stream = response.body?.getReader(); stream !== undefined; ) {
      const { done, value } = await stream.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      if (text.includes(`id: ${lastSeq}\n`)) controller.abort();
    }
    expect(text).toContain("text-delta");
    return text;
  }

  it("is in no link, no fork and no frozen file, whatever the file is", async () => {
    const { harness, id, revision } = await scene();
    const { context, owner, stranger } = harness;
    const files = { "agent.ts": `const key = ${JSON.stringify(CANARY)};`, "tools/a.ts": `// ${base64(CANARY)}` };
    unwrap(await saveDefinition(context, owner, { sessionId: id, revision, files, title: `About ${CANARY}` }));
    const encoder = new TextEncoder();
    const archive = zipSync({
      "notes.txt": encoder.encode(`one\n${CANARY}\n`),
      [`${CANARY.replace("/", "_")}.txt`]: encoder.encode("name"),
      [`${encodeURIComponent(CANARY)}.txt`]: encoder.encode("name"),
      "data.bin": new Uint8Array([0, 1, 255, ...encoder.encode(CANARY), 0]),
      "kept.bin": new Uint8Array([0, 1, 255]),
      "kept.txt": encoder.encode("\ufeffnothing here"),
    });
    const { workspaceId } = unwrap(await saveWorkspace(context, owner, { sessionId: id, archive }));
    const link = unwrap(await createLink(context, owner, { sessionId: id, role: "view", workspaceId }));
    const opened = unwrap(await openLink(context, link));
    const forked = unwrap(await forkSession(context, stranger, link));
    for (const shown of [opened, forked, unwrap(await describeLink(context, link.linkId))]) {
      expectClean({ ...shown, archive: undefined });
    }
    for (const bytes of [opened.archive, forked.archive]) {
      const frozen = frozenFiles(bytes ?? new Uint8Array()) ?? {};
      expect(Object.keys(frozen).sort()).toEqual(
        [`${CANARY.replace("/", "_")}.txt`, `${LABEL}.txt`, "kept.bin", "kept.txt", "notes.txt"].sort(),
      );
      expect(new TextDecoder().decode(frozen["notes.txt"])).toBe(`one\n${LABEL}\n`);
      expect(frozen["kept.txt"]).toEqual(encoder.encode("\ufeffnothing here"));
      for (const data of Object.values(frozen)) expectClean(`x${Buffer.from(data).toString("latin1")}`);
    }
    expectClean((await database.queries.select().from(schema.links)).filter((row) => row.sessionId === id));
  });

  it("in what looks like one is shown to the person who shares, with file and line, and left to them", async () => {
    const { harness, id, revision } = await scene();
    const { context, owner, stranger } = harness;
    const files = { "agent.ts": "ok", "tools/a.ts": `one\ntwo ${AWS}\n` };
    unwrap(await saveDefinition(context, owner, { sessionId: id, revision, files }));
    const archive = zipSync({
      "notes.env": new TextEncoder().encode("A=1\nURL=postgres://u:hunter22@h/db\n"),
      "picture.png": new Uint8Array([137, 80, 0, 1]),
    });
    const { workspaceId } = unwrap(await saveWorkspace(context, owner, { sessionId: id, archive }));
    await harness.handRun(id, JSON.stringify({ city: AWS }));
    const scan = unwrap(await scanForSecrets(context, owner, { sessionId: id, workspaceId }));
    expect(scan).toEqual({
      findings: [
        { place: "definition", name: "tools/a.ts", line: 2, kind: "AWS_ACCESS_KEY" },
        { place: "workspace", name: "notes.env", line: 2, kind: "PASSWORD" },
        { place: "arguments", name: "weather", line: 1, kind: "AWS_ACCESS_KEY" },
      ],
      unread: ["picture.png"],
    });
    expect(codeOf(await scanForSecrets(context, stranger, { sessionId: id }))).toBe("not-found");
    const link = unwrap(await createLink(context, owner, { sessionId: id, role: "view", workspaceId }));
    expect(unwrap(await openLink(context, link)).definition.files["tools/a.ts"]).toContain(AWS);
  });

  it("in the words of a fault is in neither the server's log nor what an action answers", async () => {
    const { harness, id } = await scene();
    reportFault(
      harness.context,
      `It failed for ${HOST_KEY}`,
      new Error(CANARY, { cause: new Error(base64(CANARY)) }),
      id,
    );
    reportFault(harness.context, "It failed", CANARY, id);
    expect(logged).toHaveLength(2);
    expect(logged.join()).toContain(LABEL);
    vi.doMock("@/lib/server/server", () => ({ serverContext: async () => harness.context }));
    vi.doMock("@/lib/server/identity/current-caller", () => ({ currentCaller: async () => harness.owner }));
    const { perform } = await import("@/lib/actions/perform");
    const { z } = await import("zod");
    const act = (work: () => Promise<ReturnType<typeof fail>>) =>
      perform(z.object({ sessionId: z.string() }), { sessionId: id }, work);
    const refused = await act(async () => fail("x", `No, ${CANARY}`, { fix: `Not ${HOST_KEY}` }));
    expect(refused).toEqual(fail("x", `No, ${LABEL}`, { fix: "Not [REDACTED:HOST_KEY]" }));
    const broken = await act(async () => {
      throw new Error(`select ${CANARY} from ${HOST_KEY}`);
    });
    expect(codeOf(broken)).toBe("internal");
    expect(logged).toHaveLength(3);
    expectClean([refused, broken, ...logged]);
  });

  it("is taken out of every text that any event has room for", () => {
    const vault = new SecretVault();
    vault.keep("s_1", "TOKEN", CANARY);
    const redactors = vault.redactors("s_1", []);
    /** Ids and hashes, which are looked up by what they are, and the names that the server itself puts in. */
    const identifiers = new Set(["callId", "approvalId", "digest", "fingerprint", "definitionFingerprint", "revertId"]);
    const givenByServer = new Set(["call-claim by", "approval-end by"]);
    for (const option of eventBodySchema.options) {
      // Each kind of outcome, part and refusal has its turn.
      for (let turn = 0; turn < 12; turn += 1) {
        const body = sampleOf(option, turn) as EventBody;
        // A delta is a piece of a stream, which was redacted as a whole.
        if (body.type === "text-delta" || body.type === "call-delta") continue;
        const redacted = redactBody(body, redactors);
        expect(eventBodySchema.safeParse(redacted).success, body.type).toBe(true);
        const free = JSON.stringify(redacted, (key, value: unknown) =>
          identifiers.has(key) || givenByServer.has(`${body.type} ${key}`) ? undefined : value,
        );
        expectClean(free);
      }
    }
  });
});

/** A value of the schema with the canary in every free text of it, and every optional member there. */
function sampleOf(type: z.core.$ZodType, turn: number): unknown {
  const { def } = type._zod;
  switch (def.type) {
    case "string":
      return CANARY;
    case "number":
      return 1;
    case "boolean":
      return true;
    case "literal":
      return (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values[0];
    case "enum":
      return Object.values((def as z.core.$ZodEnumDef).entries)[0];
    case "optional":
      return sampleOf((def as z.core.$ZodOptionalDef).innerType, turn);
    case "lazy":
      return { [CANARY]: [CANARY] };
    case "array":
      return [sampleOf((def as z.core.$ZodArrayDef).element, turn)];
    case "record":
      return { [CANARY]: sampleOf((def as z.core.$ZodRecordDef).valueType, turn) };
    case "union": {
      const { options } = def as z.core.$ZodUnionDef;
      return sampleOf(options[turn % options.length] as z.core.$ZodType, turn);
    }
    case "object":
      return Object.fromEntries(
        Object.entries((def as z.core.$ZodObjectDef).shape).map(([key, member]) => [key, sampleOf(member, turn)]),
      );
    default:
      return CANARY;
  }
}
