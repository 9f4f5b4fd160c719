import "server-only";
import { eq } from "drizzle-orm";
import type { EventBody } from "@/lib/core/agent/event";
import { fail, ok } from "@/lib/core/errors/result";
import type { ModelPart } from "@/lib/core/model/model";
import { readArguments } from "@/lib/core/model/read-arguments";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import { createId } from "../identity/create-id";
import { openRunOf } from "./run-access";
import { withSessionLock } from "./session-lock";

export type EndPart = Extract<ModelPart, { type: "end" }>;

interface Draft {
  callId: string;
  tool: string;
  text: string;
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
    const drafts = [...this.#drafts.values()];
    const broken = end.finish !== "calls" && end.finish !== "text";
    const stepCut = broken || drafts.some((draft) => !draft.whole);
    for (const { callId, tool, text } of drafts) {
      this.#pending.push({
        type: "call-end",
        callId,
        tool,
        argumentsText: text,
        ...(stepCut ? {} : readArguments(text)),
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
    });
    this.#flush({ tokens: end.usage?.outputTokens ?? this.estimatedTokens });
    await this.#writing;
  }

  #addText(text: string): void {
    this.#characters += text.length;
    const last = this.#pending.at(-1);
    if (last?.type === "text-delta") last.text += text;
    else this.#pending.push({ type: "text-delta", step: this.#step, text });
  }

  #addDelta(draft: Draft, text: string): void {
    this.#characters += text.length;
    draft.text += text;
    const last = this.#pending.at(-1);
    if (last?.type === "call-delta" && last.callId === draft.callId) last.text += text;
    else this.#pending.push({ type: "call-delta", callId: draft.callId, text });
  }

  #draft(providerId: string, tool: string): Draft {
    const known = this.#drafts.get(providerId);
    if (known !== undefined) return known;
    const callId = PLAIN_CALL_ID.test(providerId) && !this.#taken.has(providerId) ? providerId : createId("c");
    this.#taken.add(callId);
    const draft: Draft = { callId, tool, text: "", whole: false };
    this.#drafts.set(providerId, draft);
    this.#pending.push({ type: "call-start", step: this.#step, callId, tool });
    return draft;
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
      console.error(`The log of run ${this.#runId} could not be written:`, error);
      this.#lose();
    }
  }

  #lose(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    this.#onLost();
  }
}
