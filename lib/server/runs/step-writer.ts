import "server-only";
import { eq } from "drizzle-orm";
import type { EventBody } from "@/lib/core/agent/event";
import { fail, ok } from "@/lib/core/errors/result";
import type { ModelPart } from "@/lib/core/model/model";
import type { TextScanner } from "@/lib/core/redact/text-scanner";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import { createId } from "../identity/create-id";
import { redactArguments } from "../secrets/redact-arguments";
import { reportFault } from "../secrets/report-fault";
import type { SessionRedactors } from "../secrets/secret-vault";
import { openRunOf } from "./run-access";
import { withSessionLock } from "./session-lock";

export type EndPart = Extract<ModelPart, { type: "end" }>;

interface Draft {
  callId: string;
  tool: string;
  /** As the model wrote it: never stored. */
  text: string;
  /** What may be shown of it while it grows. */
  shown: TextScanner;
  whole: boolean;
}

/** Long enough to spare the disk, short enough to look alive. */
const COALESCE_MS = 40;
const BEAT_MS = 5_000;
const CHARACTERS_PER_TOKEN = 4;
const PLAIN_CALL_ID = /^[\w.:-]{1,200}$/;

/**
 * Turns the parts of one model step into events of the log. Deltas are stored in small batches. The ends of calls are held
 * back until the end of the step is known: when a limit or a broken stream cut the step, none of its calls may run, and
 * nobody shall have seen one as runnable before.
 */
export class StepWriter {
  readonly #context: ServerContext;
  readonly #sessionId: string;
  readonly #runId: string;
  readonly #step: number;
  readonly #onLost: () => void;
  readonly #taken: Set<string>;
  readonly #redactors: SessionRedactors;
  readonly #shownText: TextScanner;
  readonly #drafts = new Map<string, Draft>();
  #pending: EventBody[] = [];
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: {
    context: ServerContext;
    sessionId: string;
    runId: string;
    step: number;
    redactors: SessionRedactors;
    /** Ids of the run's earlier calls: some providers count from zero in every turn. */
    takenCallIds: Iterable<string>;
    /** The step is no longer ours to write: the run was ended, or the storage failed. */
    onLost(): void;
  }) {
    this.#context = options.context;
    this.#sessionId = options.sessionId;
    this.#runId = options.runId;
    this.#step = options.step;
    this.#taken = new Set(options.takenCallIds);
    this.#redactors = options.redactors;
    this.#shownText = options.redactors.full.stream();
    this.#onLost = options.onLost;
    this.#beat = setInterval(() => this.#flush(), BEAT_MS);
    this.#beat.unref();
  }

  /** Output so far, estimated, for providers that do not count. */
  get estimatedTokens(): number {
    return Math.ceil(this.#characters / CHARACTERS_PER_TOKEN);
  }

  add(part: Exclude<ModelPart, EndPart>): void {
    switch (part.type) {
      case "text":
        if (part.text !== "") this.#addText(part.text);
        break;
      case "call-start":
        this.#draft(part.callId, part.tool);
        break;
      case "call-delta": {
        const draft = this.#drafts.get(part.callId);
        if (draft !== undefined && part.text !== "") this.#addDelta(draft, part.text);
        break;
      }
      case "call-end": {
        const draft = this.#draft(part.callId, part.tool);
        draft.tool = part.tool;
        draft.text = part.argumentsText;
        draft.whole = true;
        break;
      }
    }
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  /** Stores everything that is left and the step's end. */
  async finish(end: EndPart): Promise<void> {
    clearInterval(this.#beat);
    this.#showText(this.#shownText.flush());
    const drafts = [...this.#drafts.values()];
    const broken = end.finish !== "calls" && end.finish !== "text";
    const stepCut = broken || drafts.some((draft) => !draft.whole);
    for (const { callId, tool, text } of drafts) {
      this.#pending.push({
        type: "call-end",
        callId,
        tool,
        ...(stepCut ? { argumentsText: text } : redactArguments(text, this.#redactors.exact)),
        cut: stepCut,
      });
    }
    const finish = broken ? end.finish : stepCut ? "incomplete" : drafts.length > 0 ? "calls" : "text";
    this.#pending.push({
      type: "step-end",
      step: this.#step,
      finish,
      ...(end.usage === undefined ? {} : { usage: end.usage }),
      ...(end.error === undefined ? {} : { error: end.error }),
      ...(end.notices === undefined ? {} : { notices: end.notices }),
    });
    this.#flush({ tokens: end.usage?.outputTokens ?? this.estimatedTokens });
    await this.#writing;
  }

  #addText(text: string): void {
    this.#characters += text.length;
    this.#showText(this.#shownText.push(text));
  }

  #showText(text: string): void {
    if (text === "") return;
    const last = this.#pending.at(-1);
    if (last?.type === "text-delta") last.text += text;
    else this.#pending.push({ type: "text-delta", step: this.#step, text });
  }

  #addDelta(draft: Draft, text: string): void {
    this.#characters += text.length;
    draft.text += text;
    const shown = draft.shown.push(text);
    if (shown === "") return;
    const last = this.#pending.at(-1);
    if (last?.type === "call-delta" && last.callId === draft.callId) last.text += shown;
    else this.#pending.push({ type: "call-delta", callId: draft.callId, text: shown });
  }

  #draft(providerId: string, tool: string): Draft {
    const known = this.#drafts.get(providerId);
    if (known !== undefined) return known;
    const callId = this.#isPlainId(providerId) ? providerId : createId("c");
    this.#taken.add(callId);
    const draft: Draft = { callId, tool, text: "", shown: this.#redactors.exact.stream(), whole: false };
    this.#drafts.set(providerId, draft);
    this.#pending.push({ type: "call-start", step: this.#step, callId, tool });
    return draft;
  }

  /** Whether a provider's id can stand for the call in the log: nobody else has it, and it is no secret. */
  #isPlainId(id: string): boolean {
    return PLAIN_CALL_ID.test(id) && !this.#taken.has(id) && this.#redactors.exact.text(id) === id;
  }

  #flush(ended?: { tokens: number }): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bodies = this.#pending;
    this.#pending = [];
    this.#writing = this.#writing.then(() => this.#store(bodies, ended));
  }

  async #store(bodies: EventBody[], ended: { tokens: number } | undefined): Promise<void> {
    try {
      const stored = await withSessionLock(this.#context, this.#sessionId, async (locked) => {
        const found = await openRunOf(this.#context, locked, this.#runId);
        if (!found.ok) return found;
        const { run, transaction, at } = found.value;
        if (run.step !== this.#step || run.stepInstance !== this.#context.instanceId) {
          return fail("step-lost", "Another process has closed this step.");
        }
        for (const body of bodies) locked.append(this.#runId, body);
        const change =
          ended === undefined
            ? { stepBeatAt: at }
            : { stepInstance: null, stepBeatAt: null, outputTokens: run.outputTokens + ended.tokens };
        await transaction.update(runs).set(change).where(eq(runs.id, run.id));
        return ok(undefined);
      });
      if (!stored.ok) this.#lose();
    } catch (error) {
      reportFault(this.#context, `The log of run ${this.#runId} could not be written`, error, this.#sessionId);
      this.#lose();
    }
  }

  #lose(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    this.#onLost();
  }
}
