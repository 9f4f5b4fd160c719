import type { ServerPort } from "@/lib/client/server-port";
import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import type { RunState } from "@/lib/core/agent/run-state";
import { settleOpenCalls } from "@/lib/core/agent/settle-open-calls";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { SessionDocument } from "@/lib/core/session/session-document";
import type { SecretFinding, SessionSecrets } from "@/lib/core/session/session-secrets";

export interface MemoryServerOptions {
  document: SessionDocument;
  /** What the model says in each step, as event bodies between `step-start` and the end of the step. */
  steps?: EventBody[][];
}

/**
 * The server's rules over an array: contiguous `seq`, one claim per call, one decision per request, one end per run, and a
 * line that can be cut. It is what the client layer is tested against; the real one has its own tests.
 */
export class MemoryServer implements ServerPort {
  document: SessionDocument;
  events: RunEvent[] = [];
  /** Refuses every request, as a dead network does. */
  offline = false;
  /** Stores the next write and then loses the reply. */
  loseNextReply = false;
  /** Cuts the next step stream after this many events; the step itself goes on to its end. */
  cutNextStreamAfter: number | undefined;
  /** Holds a step open until it is released; a stop ends it. */
  holdStep: Promise<void> | undefined;
  requests: string[] = [];
  readonly listeners = new Set<(events: RunEvent[]) => void>();
  readonly #steps: EventBody[][];
  readonly #runners = new Map<string, string>();
  #ids = 0;

  constructor(options: MemoryServerOptions) {
    this.document = options.document;
    this.#steps = options.steps ?? [];
  }

  run(runId: string): RunState | undefined {
    return foldEvents(this.events, emptySessionRuns).runs.find((run) => run.runId === runId);
  }

  append(runId: string, bodies: readonly EventBody[]): RunEvent[] {
    const stored = bodies.map((body, index) => ({
      seq: this.events.length + index + 1,
      at: Date.now(),
      runId,
      ...body,
    }));
    this.events = [...this.events, ...stored];
    for (const listener of this.listeners) listener(stored);
    return stored;
  }

  async #reach<T>(name: string, work: () => Result<T>): Promise<Result<T>> {
    await Promise.resolve();
    this.requests.push(name);
    const lost = fail("connection-lost", "The server cannot be reached.");
    if (this.offline) return lost;
    const result = work();
    if (!this.loseNextReply) return result;
    this.loseNextReply = false;
    return lost;
  }

  loadSession: ServerPort["loadSession"] = () =>
    this.#reach("loadSession", () => ok({ document: this.document, events: this.events, models: [] }));

  saveDefinition: ServerPort["saveDefinition"] = (input) =>
    this.#reach("saveDefinition", () => {
      if (input.revision !== this.document.revision) return fail("stale", "Saved elsewhere.");
      const revision = input.revision + 1;
      const title = input.title ?? this.document.title;
      this.document = { ...this.document, revision, title, definition: { files: input.files } };
      return ok({ revision });
    });

  copySession: ServerPort["copySession"] = () =>
    this.#reach("copySession", () => ok({ ...this.document, id: `${this.document.id}_copy` }));

  startRun: ServerPort["startRun"] = (input) =>
    this.#reach("startRun", () => {
      const runId = `r_${++this.#ids}`;
      const { sessionId: _session, runnerId, script: _script, call, ...start } = input;
      this.#runners.set(runId, runnerId);
      const bodies: EventBody[] = [{ type: "run-start", ...start }];
      if (call !== undefined) {
        const parsed = JSON.parse(call.argumentsText);
        bodies.push(
          { type: "step-start", step: 1 },
          { type: "call-start", step: 1, callId: call.callId, tool: call.tool },
          { type: "call-end", ...call, arguments: parsed, cut: false },
        );
      }
      return ok({ runId, events: this.append(runId, bodies) });
    });

  stepRun: ServerPort["stepRun"] = (input) =>
    this.#reach("stepRun", () => {
      const { runId, step } = input;
      const known = this.run(runId)?.steps.find((state) => state.step === step);
      if (known?.endedAt !== undefined) return ok(new ReadableStream({ start: (controller) => controller.close() }));
      const cutAfter = this.cutNextStreamAfter;
      this.cutNextStreamAfter = undefined;
      return ok(this.#stepStream(runId, step, cutAfter));
    });

  #stepStream(runId: string, step: number, cutAfter: number | undefined): ReadableStream<RunEvent> {
    const server = this;
    return new ReadableStream({
      async start(controller) {
        let sent = 0;
        let isCut = false;
        const tell = (bodies: EventBody[]) => {
          if (server.run(runId)?.end !== undefined) return;
          for (const event of server.append(runId, bodies)) {
            if (isCut) continue;
            if (cutAfter !== undefined && sent === cutAfter) {
              isCut = true;
              controller.error(new TypeError("network error"));
              continue;
            }
            sent += 1;
            controller.enqueue(event);
          }
        };
        tell([{ type: "step-start", step }]);
        await server.holdStep;
        const said = server.#steps[step - 1] ?? [{ type: "text-delta", step, text: "Done." }];
        for (const body of said) tell([body]);
        const finish = said.some((body) => body.type === "call-end") ? "calls" : "text";
        tell([{ type: "step-end", step, finish }]);
        if (!isCut) controller.close();
      },
    });
  }

  recordFilesRevert: ServerPort["recordFilesRevert"] = ({ revert }) =>
    this.#reach("recordFilesRevert", () => {
      if (this.events.some((event) => event.type === "files-revert" && event.revertId === revert.revertId))
        return ok([]);
      const { runs } = foldEvents(this.events, emptySessionRuns);
      const run = runs.findLast(({ kind }) => kind === "agent") ?? runs.at(-1);
      if (run === undefined) return ok([]);
      return ok(this.append(run.runId, [{ type: "files-revert", ...revert, by: "the owner" }]));
    });

  recordEvents: ServerPort["recordEvents"] = (input) =>
    this.#reach("recordEvents", () => {
      const { runId, runnerId } = input;
      if (this.#runners.get(runId) !== runnerId) return fail("not-the-runner", "Another tab drives this run.");
      for (const body of input.bodies) {
        const run = this.run(runId);
        if (run === undefined || run.end !== undefined) return fail("run-ended", "The run has ended.");
        const call = "callId" in body ? run.calls[body.callId] : undefined;
        if (body.type === "call-claim" && call?.claimedAt !== undefined) return fail("already-claimed", "Claimed.");
        if (body.type === "call-settle" && call?.outcome !== undefined) return fail("already-settled", "Settled.");
        if (body.type === "call-claim" && call?.needsApproval && call.approval?.decision?.kind !== "approved") {
          return fail("needs-approval", "Not approved.");
        }
      }
      const bodies = input.bodies.flatMap((body): EventBody[] => {
        if (body.type !== "call-check" || !body.needsApproval) return [body];
        const { type: _type, needsApproval: _needs, ...asked } = body;
        const request = { approvalId: `a_${++this.#ids}`, risk: "medium" as const, expiresAt: Date.now() + 60_000 };
        return [body, { type: "approval-start", ...asked, ...request }];
      });
      return ok(this.append(runId, bodies));
    });

  askService: ServerPort["askService"] = ({ service }) =>
    this.#reach("askService", () => fail("outside-unknown-service", `There is no service "${service}".`));

  stopService: ServerPort["stopService"] = () => this.#reach("stopService", () => ok(undefined));

  stopRun: ServerPort["stopRun"] = (input) =>
    this.#reach("stopRun", () => {
      const run = this.run(input.runId);
      if (run === undefined || run.end !== undefined) return ok([]);
      const by = { kind: "person" as const, name: "the user" };
      const open = run.steps.find((step) => step.endedAt === undefined && run.kind === "agent");
      return ok(
        this.append(input.runId, [
          ...(open === undefined ? [] : [{ type: "step-end" as const, step: open.step, finish: "stopped" as const }]),
          ...settleOpenCalls(run, by, Date.now()),
          { type: "run-end", reason: "stopped", by: by.name },
        ]),
      );
    });

  claimRunner: ServerPort["claimRunner"] = (input) =>
    this.#reach("claimRunner", () => {
      this.#runners.set(input.runId, input.runnerId);
      return ok({ events: [] });
    });

  decideApproval: ServerPort["decideApproval"] = (input) =>
    this.#reach("decideApproval", () => {
      const runs = foldEvents(this.events, emptySessionRuns).runs;
      const approval = runs
        .flatMap((run) => Object.values(run.calls))
        .find((call) => call.approval?.approvalId === input.approvalId)?.approval;
      if (approval === undefined) return fail("not-found", "No such request.");
      if (approval.decision !== undefined) return fail("already-decided", `Already ${approval.decision.kind}.`);
      const { approvalId, callId, digest } = approval;
      const { decision, reason } = input;
      const [event] = this.append(approval.runId, [
        { type: "approval-end", approvalId, callId, digest, decision, by: "the owner", ...(reason ? { reason } : {}) },
      ]);
      return event === undefined ? fail("not-found", "Nothing was stored.") : ok(event);
    });

  readEvents: ServerPort["readEvents"] = (input) =>
    this.#reach("readEvents", () => ok(this.events.filter((event) => event.seq > input.after)));

  /** What the session's secrets are, and what a scan before sharing finds. */
  secrets: SessionSecrets = { secrets: [], offered: [] };
  findings: SecretFinding[] = [];

  listSecrets: ServerPort["listSecrets"] = () => this.#reach("listSecrets", () => ok(this.secrets));

  saveSecret: ServerPort["saveSecret"] = ({ name, provider, tools, hosts }) =>
    this.#reach("saveSecret", () => {
      const saved = { name, provider, tools, hosts, source: "typed here", resolved: true };
      const others = this.secrets.secrets.filter((secret) => secret.name !== name);
      this.secrets = { ...this.secrets, secrets: [...others, saved] };
      return ok(undefined);
    });

  removeSecret: ServerPort["removeSecret"] = ({ name }) =>
    this.#reach("removeSecret", () => {
      const secrets = this.secrets.secrets.filter((secret) => secret.name !== name);
      this.secrets = { ...this.secrets, secrets };
      return ok(undefined);
    });

  listSecretUses: ServerPort["listSecretUses"] = () => this.#reach("listSecretUses", () => ok([]));

  scanForSecrets: ServerPort["scanForSecrets"] = () =>
    this.#reach("scanForSecrets", () => ok({ findings: this.findings, unread: [] }));

  saveWorkspace: ServerPort["saveWorkspace"] = () => this.#reach("saveWorkspace", () => ok({ workspaceId: "w_1" }));

  createLink: ServerPort["createLink"] = () => this.#reach("createLink", () => ok({ linkId: "l_1", key: "key" }));
}
