import "server-only";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/lib/core/agent/event";
import type { Database } from "../db/database";
import { ownerAsReader } from "../links/reader";
import { stopRun } from "../runs/stop-run";
import { checkOf, codeOf, Harness, settleOf, unwrap } from "../testing/harness";
import { decideApproval } from "./decide-approval";
import { expireDueApprovals } from "./expire-due-approvals";
import { listWaiting } from "./list-waiting";

type Asked = Extract<RunEvent, { type: "approval-start" }>;

async function ask(harness: Harness): Promise<{ id: string; runId: string; asked: Asked }> {
  const { id } = await harness.session();
  const { runId } = await harness.handRun(id, '{"city":"Paris"}');
  const events = unwrap(await harness.record(id, runId, await checkOf("c_1", { city: "Paris" }, true)));
  const asked = events.find((event) => event.type === "approval-start");
  if (asked === undefined) throw new Error("nothing was asked");
  return { id, runId, asked };
}

async function decide(
  harness: Harness,
  id: string,
  asked: Asked,
  decision: "approved" | "denied" = "approved",
  digest = asked.digest,
) {
  const reader = unwrap(await ownerAsReader(harness.context, harness.owner, id));
  return decideApproval(harness.context, reader, { approvalId: asked.approvalId, digest, decision, reason: "because" });
}

const claim = { type: "call-claim" as const, callId: "c_1", by: "x" };

export function describeApprovals(database: () => Database): void {
  describe("approvals", () => {
    it("show exactly what would run, and let it run only after a decision about exactly that", async () => {
      const harness = new Harness(database());
      const { id, runId, asked } = await ask(harness);
      expect(asked).toMatchObject({ tool: "weather", arguments: { city: "Paris" }, sideEffects: ["network"] });
      expect(codeOf(await harness.record(id, runId, claim))).toBe("needs-approval");
      expect(codeOf(await decide(harness, id, asked, "approved", "0".repeat(64)))).toBe("digest-mismatch");
      expect(codeOf(await harness.record(id, runId, claim))).toBe("needs-approval");
      const event = unwrap(await decide(harness, id, asked));
      expect(event).toMatchObject({
        type: "approval-end",
        decision: "approved",
        digest: asked.digest,
        reason: "because",
      });
      unwrap(await harness.record(id, runId, claim, settleOf("c_1")));
    });

    it("take the first of many decisions; the others are told who decided and when", async () => {
      const harness = new Harness(database());
      const { id, asked } = await ask(harness);
      const decisions = await Promise.all(
        Array.from({ length: 8 }, (_, index) => decide(harness, id, asked, index % 2 === 0 ? "approved" : "denied")),
      );
      expect(decisions.filter(({ ok }) => ok)).toHaveLength(1);
      const late = decisions.find(({ ok }) => !ok);
      expect(late).toMatchObject({
        problem: {
          code: "already-decided",
          message: expect.stringMatching(/^Already (approved|denied) by the owner at 20/),
        },
      });
      expect((await harness.log(id)).filter(({ type }) => type === "approval-end")).toHaveLength(1);
    });

    it("deny for good", async () => {
      const harness = new Harness(database());
      const { id, runId, asked } = await ask(harness);
      unwrap(await decide(harness, id, asked, "denied"));
      expect(codeOf(await harness.record(id, runId, claim))).toBe("needs-approval");
    });

    it("expire, whether a late decision or the clock finds it, and then never run", async () => {
      const harness = new Harness(database(), { limits: { approvalMs: 1000 } });
      const late = await ask(harness);
      const swept = await ask(harness);
      const open = await ask(harness);
      harness.clock += 999;
      await expireDueApprovals(harness.context);
      expect((await harness.log(swept.id)).some(({ type }) => type === "approval-end")).toBe(false);
      unwrap(await decide(harness, open.id, open.asked));
      harness.clock += 1;
      expect(codeOf(await decide(harness, late.id, late.asked))).toBe("expired");
      expect(codeOf(await decide(harness, late.id, late.asked))).toBe("expired");
      await expireDueApprovals(harness.context);
      await expireDueApprovals(harness.context);
      for (const { id, runId } of [late, swept]) {
        const ends = (await harness.log(id)).filter((event) => event.type === "approval-end");
        expect(ends).toMatchObject([{ decision: "expired" }]);
        expect(codeOf(await harness.record(id, runId, claim))).toBe("needs-approval");
      }
    });

    it("cannot be decided once the run has ended", async () => {
      const harness = new Harness(database());
      const { id, runId, asked } = await ask(harness);
      unwrap(await stopRun(harness.context, harness.owner, { sessionId: id, runId }));
      expect(codeOf(await decide(harness, id, asked))).toBe("run-ended");
    });

    it("are listed for their owner over all sessions, as long as they can be decided", async () => {
      const harness = new Harness(database(), { limits: { approvalMs: 10_000 } });
      const { context, owner, stranger } = harness;
      expect(await listWaiting(context, owner)).toEqual([]);
      const first = await ask(harness);
      harness.clock += 10;
      const stopped = await ask(harness);
      const decided = await ask(harness);
      const second = await ask(harness);
      unwrap(await stopRun(context, owner, { sessionId: stopped.id, runId: stopped.runId }));
      unwrap(await decide(harness, decided.id, decided.asked));
      const request = ({ asked }: typeof first) => ({
        approvalId: asked.approvalId,
        tool: "weather",
        sentence: "Weather with city `Paris`",
        risk: asked.risk,
        askedAt: asked.at,
        expiresAt: asked.expiresAt,
      });
      expect(await listWaiting(context, owner)).toEqual([
        { sessionId: first.id, title: "A session", requests: [request(first)] },
        { sessionId: second.id, title: "A session", requests: [request(second)] },
      ]);
      expect(await listWaiting(context, stranger)).toEqual([]);
      harness.clock = first.asked.expiresAt;
      expect(await listWaiting(context, owner)).toMatchObject([{ sessionId: second.id }]);
    });

    it("belong to their session: another one's owner finds nothing", async () => {
      const harness = new Harness(database());
      const { asked } = await ask(harness);
      const other = await harness.session();
      expect(codeOf(await decide(harness, other.id, asked))).toBe("not-found");
    });
  });
}
