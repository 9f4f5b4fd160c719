import type { RunEvent } from "./event";
import type { ApprovalState, CallState, RevertState, RunState, SessionRuns, StepState } from "./run-state";

export const emptySessionRuns: SessionRuns = { runs: [], lastSeq: 0, assigns: {} };

/**
 * The one reading of the log. Total: an event that was seen already (`seq` at or below `lastSeq`) changes nothing, and one
 * that names an unknown run, step or call only moves the cursor. Nothing that was handed out before is ever mutated, and
 * whatever an event does not touch keeps its identity.
 */
export function foldEvent(state: SessionRuns, event: RunEvent): SessionRuns {
  return foldEvents([event], state);
}

/** Equal to folding one by one in any chunking; a batch copies each touched object once, so a long log folds in linear time. */
export function foldEvents(events: Iterable<RunEvent>, state: SessionRuns = emptySessionRuns): SessionRuns {
  const draft = new Draft(state);
  for (const event of events) draft.apply(event);
  return draft.state;
}

/** Copy-on-first-touch over one batch: objects made during the batch are owned by it and may be written in place. */
class Draft {
  state: SessionRuns;
  readonly #owned = new WeakSet<object>();
  #index: Map<string, number> | undefined;

  constructor(state: SessionRuns) {
    this.state = state;
  }

  apply(event: RunEvent): void {
    if (event.seq <= this.state.lastSeq) return;
    this.state = this.#own(this.state);
    this.state.lastSeq = event.seq;
    if (event.type === "run-start") {
      this.#startRun(event);
      return;
    }
    const at = this.#indexOf(event.runId);
    const known = at === undefined ? undefined : this.state.runs[at];
    if (at === undefined || known === undefined) return;
    // A decision may still arrive for a run that was stopped meanwhile, and files are looked at when it is over.
    if (known.end !== undefined && event.type !== "approval-end" && event.type !== "files-revert") return;
    if ("callId" in event && event.type !== "call-start" && known.calls[event.callId] === undefined) return;
    this.#fold(at, known, event);
  }

  #fold(at: number, known: RunState, event: Exclude<RunEvent, { type: "run-start" }>): void {
    switch (event.type) {
      case "step-start": {
        if (known.steps.some((step) => step.step === event.step)) return;
        const run = this.#run(at, known);
        run.steps = this.#own(run.steps);
        const step: StepState = { step: event.step, text: "", callIds: this.#made([]), startedAt: event.at };
        // A call by hand is a whole batch from the start; a model's batch begins when its turn is over.
        if (known.kind === "hand") step.assigns = this.state.assigns;
        run.steps.push(this.#made(step));
        return;
      }
      case "text-delta":
        this.#step(at, known, event.step, (step) => {
          step.text += event.text;
        });
        return;
      case "step-end":
        this.#step(at, known, event.step, (step) => {
          if (step.endedAt !== undefined) return;
          step.endedAt = event.at;
          step.finish = event.finish;
          if (event.usage !== undefined) step.usage = event.usage;
          if (event.error !== undefined) step.error = event.error;
          if (event.notices !== undefined) step.notices = event.notices;
          step.assigns = this.state.assigns;
        });
        return;
      case "call-start": {
        if (known.calls[event.callId] !== undefined) return;
        const added = this.#step(at, known, event.step, (step) => {
          step.callIds = this.#own(step.callIds);
          step.callIds.push(event.callId);
        });
        if (added === undefined) return;
        added.calls = this.#own(added.calls);
        added.calls[event.callId] = this.#made({
          callId: event.callId,
          tool: event.tool,
          step: event.step,
          argumentsText: "",
          cut: false,
          phase: "drafting",
          needsApproval: false,
          logs: this.#made([]),
          startedAt: event.at,
        });
        return;
      }
      case "call-delta":
        this.#call(at, known, event.callId, (call) => {
          if (call.phase === "drafting") call.argumentsText += event.text;
        });
        return;
      case "call-end":
        this.#call(at, known, event.callId, (call) => {
          if (call.phase !== "drafting") return;
          call.tool = event.tool;
          call.argumentsText = event.argumentsText;
          if (event.arguments !== undefined) call.arguments = event.arguments;
          if (event.problem !== undefined) call.problem = event.problem;
          call.cut = event.cut;
          call.phase = "checking";
        });
        return;
      case "call-check":
        this.#call(at, known, event.callId, (call) => {
          if (call.phase !== "checking") return;
          call.arguments = event.arguments;
          call.digest = event.digest;
          call.needsApproval = event.needsApproval;
        });
        return;
      case "approval-start":
        this.#settleStatus(at, known, event.callId, (call) => {
          if (call.phase === "settled" || call.phase === "running" || call.approval !== undefined) return;
          call.approval = this.#made(approvalFrom(event));
          call.needsApproval = true;
          call.phase = "waiting";
        });
        return;
      case "approval-end":
        this.#settleStatus(at, known, event.callId, (call) => {
          const approval = call.approval;
          if (approval?.approvalId !== event.approvalId || approval.decision !== undefined) return;
          call.approval = this.#own(approval);
          call.approval.decision = { kind: event.decision, by: event.by, at: event.at };
          if (event.reason !== undefined) call.approval.decision.reason = event.reason;
          // A refused call waits for nobody any more: its runner only has to settle it.
          if (call.phase === "waiting") call.phase = event.decision === "approved" ? "approved" : "checking";
        });
        return;
      case "call-claim":
        this.#settleStatus(at, known, event.callId, (call) => {
          if (call.phase === "settled" || call.claimedAt !== undefined) return;
          call.claimedAt = event.at;
          call.phase = "running";
        });
        return;
      case "call-log":
        this.#call(at, known, event.callId, (call) => {
          if (event.level === "log") {
            call.logs = this.#own(call.logs);
            const line = { at: event.at, text: event.text };
            call.logs.push(event.afterMs === undefined ? line : { ...line, afterMs: event.afterMs });
            return;
          }
          call.progress =
            event.fraction === undefined ? { text: event.text } : { text: event.text, fraction: event.fraction };
        });
        return;
      case "call-settle":
        this.#settleStatus(at, known, event.callId, (call) => {
          if (call.phase === "settled") return;
          call.phase = "settled";
          call.outcome = event.outcome;
          call.durationMs = event.durationMs;
          call.settledAt = event.at;
          this.#shareBatch(at, call.step);
        });
        return;
      case "files-revert":
        this.#takeRevert(at, known, event);
        return;
      case "run-end": {
        const run = this.#run(at, known);
        run.endedAt = event.at;
        run.end = { reason: event.reason };
        if (event.by !== undefined) run.end.by = event.by;
        if (event.error !== undefined) run.end.error = event.error;
        run.status = "ended";
        return;
      }
    }
  }

  /** A revert belongs after what the model had been told when it happened: the newest step, or the prompt. */
  #takeRevert(at: number, known: RunState, event: Extract<RunEvent, { type: "files-revert" }>): void {
    const { type: _type, seq: _seq, runId: _runId, ...revert } = event;
    const isKnown = (list: RevertState[] | undefined) => list?.some(({ revertId }) => revertId === event.revertId);
    if (isKnown(known.reverts) || known.steps.some((step) => isKnown(step.reverts))) return;
    const add = (holder: { reverts?: RevertState[] }) => {
      holder.reverts = holder.reverts === undefined ? this.#made([]) : this.#own(holder.reverts);
      holder.reverts.push(revert);
    };
    const newest = known.steps.at(-1);
    if (newest === undefined) add(this.#run(at, known));
    else this.#step(at, known, newest.step, add);
  }

  /** Adds what the calls of a batch share, in the order they were asked for, once the last of them is settled. */
  #shareBatch(at: number, number: number): void {
    const run = this.state.runs[at];
    const step = run?.steps.findLast((candidate) => candidate.step === number);
    const calls = step?.callIds.map((callId) => run?.calls[callId]) ?? [];
    if (!calls.every((call) => call?.phase === "settled")) return;
    const shared = calls.flatMap((call) =>
      call?.outcome?.status === "ok" && call.outcome.assigns !== undefined ? [call.outcome.assigns] : [],
    );
    // Handed out to the steps that begin from now on, so it is never written in place.
    for (const assigns of shared) this.state.assigns = { ...this.state.assigns, ...assigns };
  }

  #startRun(event: Extract<RunEvent, { type: "run-start" }>): void {
    if (this.#indexOf(event.runId) !== undefined) return;
    const run: RunState = {
      runId: event.runId,
      kind: event.kind,
      prompt: event.prompt,
      agentName: event.agentName,
      instructions: event.instructions,
      tools: event.tools,
      stepLimit: event.stepLimit,
      definitionFingerprint: event.definitionFingerprint,
      steps: this.#made([]),
      // Without a prototype: a provider may name a call `constructor` or `__proto__`.
      calls: this.#made(Object.create(null) as RunState["calls"]),
      startedAt: event.at,
      status: "running",
    };
    if (event.model !== undefined) run.model = event.model;
    // What an agent starts with is there until a tool has set it.
    if (event.assigns !== undefined) this.state.assigns = { ...event.assigns, ...this.state.assigns };
    this.state.runs = this.#own(this.state.runs);
    this.#index?.set(event.runId, this.state.runs.length);
    this.state.runs.push(this.#made(run));
  }

  #indexOf(runId: string): number | undefined {
    // Events nearly always concern the newest run; the map is only built when a batch visits another one.
    const newest = this.state.runs.length - 1;
    if (this.state.runs[newest]?.runId === runId) return newest;
    this.#index ??= new Map(this.state.runs.map((run, at) => [run.runId, at]));
    return this.#index.get(runId);
  }

  #run(at: number, known: RunState): RunState {
    const run = this.#own(known);
    if (run !== known) {
      this.state.runs = this.#own(this.state.runs);
      this.state.runs[at] = run;
    }
    return run;
  }

  #step(at: number, known: RunState, number: number, write: (step: StepState) => void): RunState | undefined {
    let place = known.steps.length - 1;
    while (place >= 0 && known.steps[place]?.step !== number) place -= 1;
    const step = known.steps[place];
    if (step === undefined) return undefined;
    const run = this.#run(at, known);
    run.steps = this.#own(run.steps);
    const owned = this.#own(step);
    run.steps[place] = owned;
    write(owned);
    return run;
  }

  #call(at: number, known: RunState, callId: string, write: (call: CallState) => void): RunState | undefined {
    const call = known.calls[callId];
    if (call === undefined) return undefined;
    const run = this.#run(at, known);
    const owned = this.#own(call);
    if (run.calls[callId] !== owned) {
      run.calls = this.#own(run.calls);
      run.calls[callId] = owned;
    }
    write(owned);
    return run;
  }

  /** For events that may begin or end the waiting for a person. Only the call's own step can hold open calls. */
  #settleStatus(at: number, known: RunState, callId: string, write: (call: CallState) => void): void {
    const run = this.#call(at, known, callId, write);
    if (run === undefined || run.end !== undefined) return;
    const newest = run.steps.at(-1);
    run.status = newest?.callIds.some((id) => run.calls[id]?.phase === "waiting") ? "waiting" : "running";
  }

  #made<T extends object>(value: T): T {
    this.#owned.add(value);
    return value;
  }

  #own<T extends object>(value: T): T {
    if (this.#owned.has(value)) return value;
    const copy = Array.isArray(value)
      ? (value.slice() as T)
      : Object.assign(Object.create(Object.getPrototypeOf(value)), value);
    return this.#made(copy);
  }
}

function approvalFrom(event: Extract<RunEvent, { type: "approval-start" }>): ApprovalState {
  return {
    approvalId: event.approvalId,
    callId: event.callId,
    runId: event.runId,
    tool: event.tool,
    arguments: event.arguments,
    digest: event.digest,
    sideEffects: event.sideEffects,
    risk: event.risk,
    askedAt: event.at,
    expiresAt: event.expiresAt,
  };
}
