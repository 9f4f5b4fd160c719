import "server-only";
import { describe, expect, it } from "vitest";
import type { Database } from "../db/database";
import { checkOf, codeOf, Harness, settleOf, unwrap } from "../testing/harness";
import { claimRunner } from "./claim-runner";
import { clientBodiesSchema, recordEvents } from "./record-events";
import { recordFilesRevert } from "./record-files-revert";
import { startRun } from "./start-run";
import { stopRun } from "./stop-run";

export function describeRuns(database: () => Database): void {
  describe("runs", () => {
    it("gives every event of a session the next number, however many write at once", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      await Promise.all(Array.from({ length: 12 }, () => harness.handRun(id, "{}")));
      const seqs = (await harness.log(id)).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
    });

    it("returns events exactly as they were written: key order, NUL, half surrogates, numbers", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const text =
        '{"zeta": 1.0, "alpha": {"b": [1e21, -0], "a": "\\u0000\\ud800"}, "__proto__": {"x": 1}, "10": "ten"}';
      const { events } = await harness.handRun(id, text);
      expect(JSON.stringify(await harness.log(id))).toBe(JSON.stringify(events));
      const end = events.find((event) => event.type === "call-end");
      expect(end?.argumentsText).toBe(text);
      expect(Object.keys(end?.arguments ?? {})).toContain("__proto__");
    });

    it("tells a call whose arguments are not a JSON object, and never lets it run", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId, events } = await harness.handRun(id, '{"city": "Par');
      expect(events.at(-1)).toMatchObject({ type: "call-end", problem: expect.stringMatching(/JSON/) });
      expect(codeOf(await harness.record(id, runId, await checkOf("c_1", {})))).toBe("not-runnable");
    });

    it("stores what the owner took back of the files once, with the newest run of the agent, also when it has ended", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const revert = {
        revertId: "v_1",
        kind: "declined" as const,
        files: [
          {
            path: "a.md",
            change: "changed" as const,
            part: "some" as const,
            lines: "-old\n+new",
            added: 1,
            removed: 1,
          },
        ],
        more: 0,
      };
      const record = (caller = harness.owner) => recordFilesRevert(harness.context, caller, { sessionId: id, revert });
      expect(unwrap(await record())).toEqual([]);
      const runId = await harness.agentRun(id);
      unwrap(await harness.record(id, runId, { type: "run-end", reason: "finished" }));
      await harness.handRun(id, "{}");
      expect(codeOf(await record(harness.stranger))).toBe("not-found");
      expect(unwrap(await record())).toMatchObject([{ runId, type: "files-revert", by: "the owner" }]);
      expect(unwrap(await record())).toEqual([]);
      expect((await harness.state(id, runId)).reverts).toMatchObject([{ revertId: "v_1", files: revert.files }]);
    });

    it("carries a call from its check to its one result", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, '{"city":"Paris"}');
      const check = await checkOf("c_1", { city: "Paris" });
      const claim = { type: "call-claim" as const, callId: "c_1", by: "whoever" };
      expect(codeOf(await harness.record(id, runId, claim))).toBe("not-checked");
      expect(codeOf(await harness.record(id, runId, { ...check, digest: "0".repeat(64) }))).toBe("digest-mismatch");
      expect(codeOf(await harness.record(id, runId, { ...check, tool: "other" }))).toBe("tool-mismatch");
      unwrap(await harness.record(id, runId, check));
      expect(codeOf(await harness.record(id, runId, settleOf("c_1")))).toBe("not-claimed");
      unwrap(await harness.record(id, runId, claim, settleOf("c_1"), { type: "run-end", reason: "finished" }));
      expect(codeOf(await harness.record(id, runId, settleOf("c_1")))).toBe("run-ended");
      const state = await harness.state(id, runId);
      expect(state.calls.c_1).toMatchObject({ phase: "settled", outcome: { status: "ok" } });
      expect(state.end).toEqual({ reason: "finished" });
    });

    it("keeps what a call shares, refuses too much of it, and takes a line that comes after its result", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, "{}");
      const claim = { type: "call-claim" as const, callId: "c_1", by: "whoever" };
      unwrap(await harness.record(id, runId, await checkOf("c_1", {}), claim));
      const settled = settleOf("c_1");
      if (settled.type !== "call-settle" || settled.outcome.status !== "ok") throw new Error("settles as ok");
      const sharing = (assigns: { [key: string]: string }) => ({
        ...settled,
        outcome: { ...settled.outcome, assigns },
      });
      const late = { type: "call-log" as const, callId: "c_1", level: "log" as const, text: "late" };
      unwrap(await harness.record(id, runId, sharing({ user: "ana" }), late));
      const state = await harness.state(id, runId);
      expect(state.calls.c_1).toMatchObject({ outcome: { assigns: { user: "ana" } }, logs: [{ text: "late" }] });
      expect(clientBodiesSchema.safeParse([sharing({ text: "x".repeat(64_000) })]).success).toBe(false);
    });

    it.each(["failed", "timed-out"] as const)(
      "takes a check that ended as %s, with the author's line",
      async (status) => {
        const harness = new Harness(database());
        const { id } = await harness.session();
        const { runId } = await harness.handRun(id, "{}");
        const outcome =
          status === "failed"
            ? { status, text: "Checking the arguments failed: boom", place: { file: "tools/x.ts", line: 4, column: 2 } }
            : { status, text: "Checking took too long", afterMs: 5000 };
        unwrap(await harness.record(id, runId, { type: "call-settle", callId: "c_1", outcome, durationMs: 0 }));
        expect((await harness.state(id, runId)).calls.c_1).toMatchObject({ phase: "settled", outcome });
      },
    );

    it("lets exactly one of many claims of a call through", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, "{}");
      unwrap(await harness.record(id, runId, await checkOf("c_1", {})));
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => harness.record(id, runId, { type: "call-claim", callId: "c_1", by: "x" })),
      );
      expect(claims.map(codeOf).sort()).toEqual([...Array(9).fill("already-claimed"), "ok"]);
    });

    it("stores all of a batch or nothing", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, "{}");
      const before = await harness.log(id);
      const claim = { type: "call-claim" as const, callId: "c_1", by: "x" };
      const batch = await harness.record(id, runId, await checkOf("c_1", {}), claim, claim);
      expect(codeOf(batch)).toBe("already-claimed");
      expect(await harness.log(id)).toEqual(before);
    });

    it("refuses a call that is named like something every object has", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, "{}");
      expect(codeOf(await harness.record(id, runId, settleOf("constructor")))).toBe("not-found");
    });

    it("shows nothing of a session to another browser", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, "{}");
      const address = { sessionId: id, runId, runnerId: "r" };
      expect(codeOf(await stopRun(harness.context, harness.stranger, address))).toBe("not-found");
      expect(codeOf(await claimRunner(harness.context, harness.stranger, address))).toBe("not-found");
      const bodies = [{ type: "run-end" as const, reason: "finished" as const }];
      expect(codeOf(await recordEvents(harness.context, harness.stranger, { ...address, bodies }))).toBe("not-found");
    });

    it("refuses what a tab writes after another one has taken the run over", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, "{}");
      unwrap(await claimRunner(harness.context, harness.owner, { sessionId: id, runId, runnerId: "runner-2" }));
      expect(codeOf(await harness.record(id, runId, await checkOf("c_1", {})))).toBe("not-the-runner");
    });

    it("settles every open call when a run is stopped, and says of a claimed one that it may have run", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const { runId } = await harness.handRun(id, "{}");
      unwrap(await harness.record(id, runId, await checkOf("c_1", {}), { type: "call-claim", callId: "c_1", by: "x" }));
      const events = unwrap(await stopRun(harness.context, harness.owner, { sessionId: id, runId }));
      expect(events.map(({ type }) => type)).toEqual(["call-settle", "run-end"]);
      expect(JSON.stringify(events)).toContain("may or may not have");
      expect(codeOf(await stopRun(harness.context, harness.owner, { sessionId: id, runId }))).toBe("run-ended");
    });

    it("opens no second agent run beside an open one, and refuses two tools of one name", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      await expect(harness.agentRun(id)).rejects.toThrow(`Run ${runId} of this session is still open.`);
      unwrap(await stopRun(harness.context, harness.owner, { sessionId: id, runId }));
      const tool = { name: "twice", description: "", parameters: {}, sideEffects: [], fingerprint: "f" };
      const input = {
        sessionId: id,
        runnerId: "r",
        kind: "agent" as const,
        prompt: "p",
        model: { provider: "scripted", model: "s" },
        agentName: "a",
        instructions: "",
        tools: [tool, tool],
        stepLimit: 1,
        definitionFingerprint: "f",
      };
      expect(codeOf(await startRun(harness.context, harness.owner, input))).toBe("duplicate-tool");
    });

    it("starts nothing with a script that cannot be played, and says where the script is wrong", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const script = JSON.stringify({ scenarios: [{ steps: "none" }] });
      await expect(harness.agentRun(id, { script })).rejects.toThrow("script.json: scenarios[0].steps");
      await expect(harness.agentRun(id, { script: "{" })).rejects.toThrow("script.json is not valid JSON");
      expect(await harness.log(id)).toEqual([]);
    });
  });
}
