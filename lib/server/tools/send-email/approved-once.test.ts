import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendEmailParameters } from "@/lib/builtin/send-email";
import { argumentDigest } from "@/lib/core/call/digest";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { decideApproval } from "../../approvals/decide-approval";
import type { Database } from "../../db/database";
import { ownerAsReader } from "../../links/reader";
import { startRun } from "../../runs/start-run";
import { codeOf, collect, Harness, RUNNER, unwrap } from "../../testing/harness";
import { testEngines } from "../../testing/open-test-database";
import { startService } from "../dispatch/start-service";
import { readMailSettings } from "./mail-settings";
import { createSendEmailService } from "./send-email-service";

let database: Database;
let smtp: SMTPServer;
const sent: string[][] = [];

beforeAll(async () => {
  const [embedded] = testEngines;
  if (embedded === undefined) throw new Error("there is no engine");
  database = await embedded.open();
  smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      stream.resume();
      stream.on("end", () => {
        sent.push(session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
}, 120_000);

afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await database?.close();
});

describe("a mail that an agent wants to send", () => {
  it("goes out once, to exactly whom a person approved, whatever the page asks for", { timeout: 60_000 }, async () => {
    const { port } = smtp.server.address() as { port: number };
    const variables = {
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(port),
      SMTP_FROM: "tools@site.example",
      SMTP_TLS: "none",
    };
    const service = createSendEmailService({ settings: () => readMailSettings(variables) });
    const harness = new Harness(database, { tools: { services: [service] } });
    const { id: sessionId } = await harness.session();
    const args = sendEmailParameters.parse({ to: "ann@a.example", subject: "Hello", body: "Text" }) as {
      [key: string]: JsonValue;
    };
    const tool = "send_email";
    const { runId } = unwrap(
      await startRun(harness.context, harness.owner, {
        sessionId,
        runnerId: RUNNER,
        kind: "hand",
        prompt: "By hand",
        agentName: "hand",
        instructions: "",
        tools: [
          {
            name: tool,
            description: "Sends.",
            parameters: { type: "object" },
            sideEffects: ["external"],
            fingerprint: "f",
          },
        ],
        stepLimit: 1,
        definitionFingerprint: "f",
        call: { callId: "c_1", tool, argumentsText: JSON.stringify(args) },
      }),
    );
    const ask = (input: object, ordinal: number) =>
      startService(harness.context, harness.owner, {
        sessionId,
        runId,
        runnerId: RUNNER,
        callId: "c_1",
        ordinal,
        service: tool,
        input: input as { [key: string]: JsonValue },
        settings: {},
        withinMs: 30_000,
      });
    const checked = unwrap(
      await harness.record(sessionId, runId, {
        type: "call-check",
        callId: "c_1",
        tool,
        arguments: args,
        digest: await argumentDigest("c_1", tool, args),
        needsApproval: true,
        sideEffects: ["external"],
      }),
    );
    expect(codeOf(await ask(args, 0))).toBe("outside-refused");

    const asked = checked.find((event) => event.type === "approval-start");
    if (asked === undefined) throw new Error("nobody was asked");
    const reader = unwrap(await ownerAsReader(harness.context, harness.owner, sessionId));
    const { approvalId, digest } = asked;
    unwrap(await decideApproval(harness.context, reader, { approvalId, digest, decision: "approved" }));
    unwrap(await harness.record(sessionId, runId, { type: "call-claim", callId: "c_1", by: "a person" }));

    for (const other of [{ to: "eve@e.example" }, { bcc: "eve@e.example" }, { body: "Other" }]) {
      expect(codeOf(await ask({ ...args, ...other }, 1))).toMatch(/^outside-/);
    }
    expect(await collect(unwrap(await ask(args, 2)))).toMatchObject([
      { type: "end", value: { success: true, provider: "smtp", accepted: ["ann@a.example"] } },
    ]);
    // Neither the same request again nor a further one of the same call: one decision, one mail.
    expect(codeOf(await ask(args, 2))).toMatch(/^outside-/);
    expect(codeOf(await ask(args, 3))).toMatch(/^outside-/);
    expect(sent).toEqual([["ann@a.example"]]);
  });
});
