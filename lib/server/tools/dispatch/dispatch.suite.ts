import "server-only";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { sendEmailParameters } from "@/lib/builtin/send-email";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Result } from "@/lib/core/errors/result";
import { createRedactor } from "@/lib/core/redact/redactor";
import { OutsideError } from "@/lib/core/tool/outside";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import { decideApproval } from "../../approvals/decide-approval";
import type { Database } from "../../db/database";
import { serviceCalls } from "../../db/schema";
import type { Caller } from "../../identity/caller";
import { ownerAsReader } from "../../links/reader";
import { stopRun } from "../../runs/stop-run";
import { SecretVault } from "../../secrets/secret-vault";
import { checkOf, codeOf, collect, Harness, RUNNER, settleOf, unwrap } from "../../testing/harness";
import { createSendEmailService } from "../send-email/send-email-service";
import type { Service, ServiceContext } from "../service";
import { type StartService, startService } from "./start-service";
import { stopService } from "./stop-service";

type Input = { [key: string]: JsonValue };

export function describeDispatch(database: () => Database): void {
  describe("what tools ask of the server", () => {
    let entered: [service: string, input: unknown][];
    let act: (input: unknown, context: ServiceContext) => Promise<JsonValue>;

    beforeEach(() => {
      entered = [];
      act = async () => "done";
    });

    const loose = z.record(z.string(), z.json());

    function service<I>(made: Omit<Service<I>, "execute">): Service<I> {
      return {
        ...made,
        execute(input, context) {
          entered.push([made.name, input]);
          return act(input, context);
        },
      };
    }

    const services: Service[] = [
      service({
        name: "weather",
        input: z.strictObject({ city: z.string(), days: z.number().default(1) }),
        needsApproval: ({ city }) => city !== "Paris",
        openTo: "own-call",
      }),
      service({ name: "look", input: loose, needsApproval: ({ deep }) => deep === true, openTo: "any-call" }),
      service({ name: "write", input: loose, needsApproval: () => true, approvalOf: "call", openTo: "any-call" }),
      service({
        name: "box",
        input: z.object({ arguments: loose, image: z.string() }),
        needsApproval: () => false,
        argumentsOf: (input) => input.arguments,
        openTo: "own-call",
      }),
    ];

    function harnessOf(options: ConstructorParameters<typeof Harness>[1] = {}): Harness {
      return new Harness(database(), { tools: { services }, ...options });
    }

    /** A call by hand of the tool `weather`, checked and claimed; approved by the owner where told. */
    async function running(
      harness: Harness,
      args: Input = { city: "Paris", days: 1 },
      approval: "none" | "asked" | "approved" | "denied" = "none",
    ): Promise<StartService> {
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, JSON.stringify(args));
      const events = unwrap(await harness.record(id, runId, await checkOf("c_1", args, approval !== "none")));
      const asked = events.find((event) => event.type === "approval-start");
      if (asked !== undefined && approval !== "asked") {
        const reader = unwrap(await ownerAsReader(harness.context, harness.owner, id));
        const { approvalId, digest } = asked;
        unwrap(await decideApproval(harness.context, reader, { approvalId, digest, decision: approval as "approved" }));
      }
      if (approval === "none" || approval === "approved") {
        unwrap(await harness.record(id, runId, { type: "call-claim", callId: "c_1", by: "whoever" }));
      }
      const address = { sessionId: id, runId, runnerId: RUNNER, callId: "c_1", ordinal: 0 };
      return { ...address, service: "weather", input: args, settings: {}, withinMs: 60_000 };
    }

    function ask(harness: Harness, input: StartService, caller: Caller = harness.owner) {
      return startService(harness.context, caller, input);
    }

    async function said(result: Result<ReadableStream<ServiceEvent>>): Promise<ServiceEvent[]> {
      return collect(unwrap(result));
    }

    it("is carried out for the built-in's own call, with the input parsed and every word in order", async () => {
      const harness = harnessOf();
      const request = await running(harness);
      act = async (_input, { progress, tool, callId }) => {
        progress("half", 0.5);
        return { tool, callId };
      };
      expect(await said(await ask(harness, { ...request, input: { city: "Paris" } }))).toEqual([
        { type: "progress", text: "half", fraction: 0.5 },
        { type: "end", value: { tool: "weather", callId: "c_1" } },
      ]);
      expect(entered).toEqual([["weather", { city: "Paris", days: 1 }]]);
      const rows = await database().queries.select().from(serviceCalls).where(eq(serviceCalls.runId, request.runId));
      expect(rows).toMatchObject([{ callId: "c_1", ordinal: 0, service: "weather", outcome: "ok" }]);
    });

    it("sends no mail for a page that only says that it may", async () => {
      const execute = vi.fn<Service["execute"]>(async () => ({ sent: true }));
      const harness = harnessOf({ tools: { services: [{ ...createSendEmailService(), execute }] } });
      const mail = { to: "a@example.com", subject: "Hello", body: "Text" };
      const canonical = { ...sendEmailParameters.parse(mail) } as Input;
      const prepared = async (needsApproval: boolean) => {
        const { id } = await harness.session();
        const { runId } = await harness.handRun(id, JSON.stringify(mail), "send_email");
        const check = await checkOf("c_1", canonical, needsApproval, "send_email");
        const events = unwrap(await harness.record(id, runId, check));
        const address = { sessionId: id, runId, runnerId: RUNNER, callId: "c_1", ordinal: 0, settings: {} };
        return { request: { ...address, service: "send_email", input: canonical, withinMs: 60_000 }, events };
      };
      const claim = { type: "call-claim" as const, callId: "c_1", by: "tab" };

      const lying = (await prepared(false)).request;
      unwrap(await harness.record(lying.sessionId, lying.runId, claim));
      expect(codeOf(await ask(harness, lying))).toBe("outside-not-approved");

      const { request, events } = await prepared(true);
      expect(codeOf(await ask(harness, request))).toBe("outside-refused");
      const asked = events.find((event) => event.type === "approval-start");
      const reader = unwrap(await ownerAsReader(harness.context, harness.owner, request.sessionId));
      const decision = {
        approvalId: asked?.approvalId ?? "",
        digest: asked?.digest ?? "",
        decision: "approved" as const,
      };
      unwrap(await decideApproval(harness.context, reader, decision));
      unwrap(await harness.record(request.sessionId, request.runId, claim));
      const other = { ...request, input: { ...canonical, to: "b@example.com" } };
      expect(codeOf(await ask(harness, other))).not.toBe("ok");
      expect(codeOf(await ask(harness, request, harness.stranger))).toBe("not-found");
      expect(execute).not.toHaveBeenCalled();
      expect(await said(await ask(harness, request))).toEqual([{ type: "end", value: { sent: true } }]);
      expect(codeOf(await ask(harness, request))).toBe("outside-refused");
      unwrap(await harness.record(request.sessionId, request.runId, settleOf("c_1")));
      expect(codeOf(await ask(harness, { ...request, ordinal: 1 }))).toBe("outside-refused");
      expect(execute).toHaveBeenCalledOnce();
    });

    it("never acts twice for one request, however often it is sent and by how many at once", async () => {
      const harness = harnessOf();
      const request = await running(harness);
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(harness, request)));
      expect(answers.map(codeOf).sort()).toEqual(["ok", ...Array(5).fill("outside-refused")]);
      expect(codeOf(await ask(harness, request))).toBe("outside-refused");
      await expect.poll(() => entered.length).toBe(1);
    });

    it("needs an approval where the service says so, whatever the page recorded", async () => {
      const harness = harnessOf();
      const secret = { city: "Atlantis", days: 1 };
      expect(codeOf(await ask(harness, await running(harness, secret)))).toBe("outside-not-approved");
      for (const undecided of ["asked", "denied"] as const) {
        expect(codeOf(await ask(harness, await running(harness, secret, undecided)))).toBe("outside-refused");
      }
      expect(entered).toEqual([]);
      await said(await ask(harness, await running(harness, secret, "approved")));
      expect(entered).toEqual([["weather", secret]]);
    });

    it("takes an approval for exactly the arguments that were approved", async () => {
      const harness = harnessOf();
      const request = await running(harness, { city: "Atlantis", days: 1 }, "approved");
      for (const city of ["Eldorado", "atlantis", "Atlantis "]) {
        const other = { ...request, input: { city, days: 1 } };
        expect(codeOf(await ask(harness, other))).toBe("outside-refused");
      }
      expect(codeOf(await ask(harness, { ...request, input: { city: "Atlantis", days: 2 } }))).toBe("outside-refused");
      expect(entered).toEqual([]);
    });

    it("refuses another owner, another tab, another run, a call that is not there, not begun, or over", async () => {
      const harness = harnessOf();
      const request = await running(harness);
      const other = await running(harness);
      expect(codeOf(await ask(harness, request, harness.stranger))).toBe("not-found");
      expect(codeOf(await ask(harness, { ...request, runnerId: "another" }))).toBe("not-the-runner");
      expect(codeOf(await ask(harness, { ...request, runId: other.runId }))).toBe("not-found");
      expect(codeOf(await ask(harness, { ...request, callId: "c_2" }))).toBe("outside-refused");
      expect(codeOf(await ask(harness, { ...request, callId: "__proto__" }))).toBe("outside-refused");

      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, '{"city":"Paris","days":1}');
      const unclaimed = { ...request, sessionId: id, runId };
      expect(codeOf(await ask(harness, unclaimed))).toBe("outside-refused");
      unwrap(await harness.record(id, runId, await checkOf("c_1", { city: "Paris", days: 1 })));
      expect(codeOf(await ask(harness, unclaimed))).toBe("outside-refused");

      unwrap(await harness.record(request.sessionId, request.runId, settleOf("c_1")));
      expect(codeOf(await ask(harness, request))).toBe("outside-refused");
      unwrap(await stopRun(harness.context, harness.owner, request));
      expect(codeOf(await ask(harness, request))).toBe("run-ended");
      expect(entered).toEqual([]);
    });

    it("refuses unknown names, and input that is not the service's, in readable lines", async () => {
      const harness = harnessOf();
      const request = await running(harness);
      for (const name of ["nobody", "__proto__", "toString", ""]) {
        expect(codeOf(await ask(harness, { ...request, service: name }))).toBe("outside-unknown-service");
      }
      const wrong = await ask(harness, { ...request, input: { days: "many", more: 1 } });
      expect(wrong).toMatchObject({
        ok: false,
        problem: { code: "outside-invalid-input", message: expect.stringMatching(/city: is required.*\ndays: /) },
      });
      const large = await ask(harness, { ...request, service: "look", input: { text: "x".repeat(4_000_001) } });
      expect(codeOf(large)).toBe("outside-too-large");
      expect(entered).toEqual([]);
    });

    it("lets any tool look, and none act from inside another unless a person approved that call", async () => {
      const harness = harnessOf();
      const request = await running(harness);
      await said(await ask(harness, { ...request, service: "look", input: { at: "x" } }));
      const deep = { ...request, service: "look", input: { deep: true }, ordinal: 1 };
      expect(codeOf(await ask(harness, deep))).toBe("outside-not-approved");
      expect(codeOf(await ask(harness, { ...request, service: "write", input: {}, ordinal: 1 }))).toBe(
        "outside-not-approved",
      );

      const approved = await running(harness, { city: "Paris", days: 1 }, "approved");
      expect(codeOf(await ask(harness, { ...approved, service: "look", input: { deep: true } }))).toBe(
        "outside-not-approved",
      );
      await said(await ask(harness, { ...approved, service: "write", input: { any: 1 } }));
      expect(entered.map(([name]) => name)).toEqual(["look", "write"]);
    });

    it("binds a service behind tools of any name to the arguments of the call", async () => {
      const harness = harnessOf();
      const request = { ...(await running(harness)), service: "box" };
      const input = (args: Input) => ({ arguments: args, image: "busybox" });
      expect(codeOf(await ask(harness, { ...request, input: input({ city: "Rome", days: 1 }) }))).toBe(
        "outside-refused",
      );
      expect(codeOf(await ask(harness, { ...request, input: input({ days: 1, city: "Paris" }) }))).toBe("ok");
    });

    it("limits how much one owner has at once and in a minute", async () => {
      const harness = harnessOf({ limits: { servicesAtOnce: 2 }, servicesPerMinute: 5 });
      const request = await running(harness);
      act = (_input, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
      const look = (ordinal: number) => ask(harness, { ...request, service: "look", input: {}, ordinal });
      expect(codeOf(await look(0))).toBe("ok");
      expect(codeOf(await look(1))).toBe("ok");
      expect(await look(2)).toMatchObject({ problem: { code: "outside-busy", message: expect.stringMatching(/^2 /) } });
      await harness.context.running.abortAll();
      act = async () => "done";
      for (const ordinal of [3, 4]) await said(await look(ordinal));
      expect(await look(5)).toMatchObject({ problem: { code: "outside-busy", fix: "Wait 12 s." } });
    });

    describe("that is being carried out", () => {
      let ended: unknown[];

      beforeEach(() => {
        ended = [];
        act = (_input, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              ended.push(signal.reason);
              reject(new Error("stopped"));
            });
          });
      });

      const refusal = (code: string) => [expect.objectContaining({ type: "refusal", code })];

      it("is ended by the stop of the run, in whichever process it runs", async () => {
        const harness = harnessOf();
        const elsewhere = harnessOf();
        const request = await running(harness);
        const answer = await ask(harness, request);
        await expect.poll(() => entered.length).toBe(1);
        unwrap(await stopRun(elsewhere.context, harness.owner, request));
        expect(await said(answer)).toEqual(refusal("outside-stopped"));
        expect(ended).toEqual(["stopped"]);
        const rows = await database().queries.select().from(serviceCalls).where(eq(serviceCalls.runId, request.runId));
        expect(rows).toMatchObject([{ outcome: "outside-stopped", endedAt: expect.any(Number) }]);
      });

      it("is ended by its own stop, which only its owner can ask for and which leaves its neighbours alone", async () => {
        const harness = harnessOf();
        const request = { ...(await running(harness)), service: "look", input: {} };
        const first = await ask(harness, request);
        const second = await ask(harness, { ...request, ordinal: 1 });
        await expect.poll(() => entered.length).toBe(2);
        expect(codeOf(await stopService(harness.context, harness.stranger, request))).toBe("not-found");
        expect(ended).toEqual([]);
        unwrap(await stopService(harness.context, harness.owner, request));
        expect(await said(first)).toEqual(refusal("outside-stopped"));
        expect(ended).toHaveLength(1);
        unwrap(await stopService(harness.context, harness.owner, { ...request, ordinal: 1 }));
        expect(await said(second)).toEqual(refusal("outside-stopped"));
      });

      it("is ended when its call is settled, when nobody reads it any more, and when the server ends", async () => {
        const harness = harnessOf();
        const request = await running(harness);
        const settled = await ask(harness, request);
        unwrap(await harness.record(request.sessionId, request.runId, settleOf("c_1")));
        expect(await said(settled)).toEqual(refusal("outside-stopped"));

        const left = unwrap(await ask(harness, await running(harness)));
        await expect.poll(() => entered.length).toBe(2);
        await left.cancel();
        await expect.poll(() => ended.length).toBe(2);

        const last = await ask(harness, await running(harness));
        await harness.context.running.abortAll();
        expect(await said(last)).toEqual(refusal("outside-stopped"));
      });

      it("answers by itself when the call's time is nearly up, also when it does not listen", async () => {
        const harness = harnessOf();
        const request = { ...(await running(harness)), withinMs: 30 };
        expect(await said(await ask(harness, request))).toEqual(refusal("outside-timeout"));
        act = () => new Promise(() => {});
        const deaf = { ...(await running(harness)), withinMs: 30 };
        expect(await said(await ask(harness, deaf))).toEqual(refusal("outside-timeout"));
      });
    });

    it("passes on a refusal, and hides the words of a fault", async () => {
      const harness = harnessOf();
      act = async () => {
        throw new OutsideError("outside-refused", "Not that host.");
      };
      expect(await said(await ask(harness, await running(harness)))).toEqual([
        { type: "refusal", code: "outside-refused", message: "Not that host." },
      ]);
    });

    it("writes why a service failed, and that its end could not be recorded, to the log without a secret", async () => {
      const logged = vi.spyOn(console, "error").mockImplementation(() => {});
      const key = "the-server's-own-key";
      const secrets = new SecretVault({ own: [{ name: "HOST_KEY", value: key }] });
      const harness = harnessOf({ secrets });
      const request = await running(harness);
      const failing = vi.spyOn(harness.context.database.queries, "update").mockImplementation(() => {
        throw new Error(`the parameters were ${key}`);
      });
      act = async () => {
        throw new Error("no way out", { cause: new Error(`with ${key} and AKIAIOSFODNN7EXAMPLE`) });
      };
      const events = await said(await ask(harness, request));
      const lines = logged.mock.calls.map((words) => words.join(" "));
      failing.mockRestore();
      logged.mockRestore();
      expect(events).toMatchObject([{ type: "refusal", code: "outside-failed" }]);
      expect(lines).toEqual([
        expect.stringContaining("The service weather failed: Error: no way out"),
        expect.stringContaining("The end of a service of call c_1 could not be recorded: Error: the parameters were"),
      ]);
      expect(lines[0]).toContain("Caused by: Error: with [REDACTED:HOST_KEY] and [REDACTED:");
      expect(lines.join()).not.toContain(key);
      expect(lines.join()).not.toContain("AKIAIOSFODNN7EXAMPLE");
    });

    it("takes secrets out of everything that leaves: values, names of members, progress, refusals", async () => {
      const { text: redact, stream: scanner } = createRedactor({ secrets: [{ name: "KEY", value: "s3cret" }] });
      const door = { use: async () => undefined, fill: async (text: string) => text, redact, scanner };
      const harness = harnessOf({ tools: { services, openSecrets: async () => door } });
      act = async (_input, { progress }) => {
        progress("with s3cret");
        return { "key s3cret": ["a s3cret", { deep: "s3crets3cret" }], n: 1 };
      };
      expect(JSON.stringify(await said(await ask(harness, await running(harness))))).not.toContain("s3cret");
      act = async () => {
        throw new OutsideError("outside-unreachable", "https://x/?key=s3cret");
      };
      expect(JSON.stringify(await said(await ask(harness, await running(harness))))).not.toContain("s3cret");
    });
  });
}
