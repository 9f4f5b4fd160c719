import { argumentDigest } from "@/lib/core/call/digest";
import type { Outcome, RefusedBy } from "@/lib/core/call/outcome";
import { fingerprint as fingerprintOf } from "@/lib/core/schema/fingerprint";
import type { DescribedDefinition } from "../described-definition";
import type { LoadReply, PrepareReply, SandboxFacts } from "../protocol";
import { callOutcomes } from "./call-outcomes";
import { type GuestRealm, REFUSED_ASKS, type RealmEnd, type RealmReply } from "./guest-realm";
import { MOST_ASKS, MOST_OPEN } from "./outside-door";
import { createRealmPool } from "./realm-pool";
import type {
  CallRequest,
  Executed,
  ExecutePorts,
  ExecuteRequest,
  LoadResult,
  PreparedCall,
  ToolHost,
  ToolHostStatus,
} from "./tool-host-types";

export interface ToolHostOptions {
  document: Document;
  frameUrl?: string;
  guestUrl?: string;
  /** Milliseconds a definition may take to load. */
  loadMs?: number;
  /** Milliseconds that parsing and the approval predicate may take. */
  prepareMs?: number;
  /** Milliseconds a stopped call may take to end by itself before its worker is ended. */
  graceMs?: number;
  /** Milliseconds the frame, and each worker, may take to start. */
  startMs?: number;
  heartbeatMs?: number;
  missedBeats?: number;
}

const END_REASONS: Record<RealmEnd, string> = {
  deadline: "another call of the same definition ran past its deadline and its worker had to be ended",
  stopped: "another call of the same definition was stopped and its worker had to be ended",
  lost: "the tool host ran out of memory, or the browser ended it",
  "broke-protocol": "the code sent messages that a tool must not send",
  flooded: `the code went on after ${REFUSED_ASKS.toLocaleString("en")} of its requests to the outside were refused; a call may have ${MOST_OPEN} open at the same time and make ${MOST_ASKS.toLocaleString("en")} in all, so await some before the next`,
  "did-not-start": "the tool host did not start",
  disposed: "the session was closed",
};

interface LoadedRealm {
  realm: GuestRealm;
  modules: Record<string, string>;
  definition: DescribedDefinition;
  /** Calls that were prepared in this realm, with the digest of what was parsed. */
  prepared: Map<string, { digest: string; tool: string }>;
  /** Replaced; ends when its last call has settled. */
  retired: boolean;
  /** A call changed what its tools share, and that was said. */
  changed: boolean;
}

type Loaded = { ok: true; loaded: LoadedRealm; warnings: Extract<LoadReply, { ok: true }>["warnings"] };
type NotLoaded = Extract<LoadResult, { ok: false }>;
type Recheck = { ok: true; loaded: LoadedRealm; prepared: PreparedCall } | { ok: false; outcome: Outcome };

/** Prepared calls that one realm remembers (they wait for a person); the oldest are parsed again when they run. */
const PREPARED_CALLS = 1000;

/** The page's side of the isolated place where authored code runs. See {@link ToolHost} for what it promises. */
export function createToolHost(options: ToolHostOptions): ToolHost {
  const loadMs = options.loadMs ?? 5000;
  const prepareMs = options.prepareMs ?? 5000;
  const graceMs = options.graceMs ?? 300;
  const listeners = new Set<() => void>();
  const cacheListeners = new Set<() => void>();
  let status: ToolHostStatus = { phase: "starting" };
  /** What calls run in. */
  let current: LoadedRealm | undefined;
  /** The last definition that loaded, to load again when its realm died. */
  let lastGood: { modules: Record<string, string>; fingerprint: string } | undefined;
  let loading: Promise<unknown> = Promise.resolve();
  let reloading: Promise<LoadedRealm | undefined> | undefined;
  let pending = 0;
  let disposed = false;

  const pool = createRealmPool({
    document: options.document,
    frameUrl: options.frameUrl ?? "/tool-host",
    guestUrl: options.guestUrl ?? "/workers/guest.js",
    startMs: options.startMs ?? 20_000,
    heartbeatMs: options.heartbeatMs ?? 1000,
    missedBeats: options.missedBeats ?? 4,
    onLost: () => {
      setStatus({ phase: "restarting", reason: END_REASONS.lost });
      void liveRealm();
    },
  });

  function setStatus(next: ToolHostStatus): void {
    if (disposed) return;
    status = next;
    for (const listener of listeners) listener();
  }

  /** The frame's death is only watched while something waits for it. */
  async function whilePending<T>(work: () => Promise<T>): Promise<T> {
    pending += 1;
    pool.watch(true);
    try {
      return await work();
    } finally {
      pending -= 1;
      if (pending === 0) pool.watch(false);
    }
  }

  /** Loads modules into a fresh realm; the realm is ended again when they do not load. */
  async function loadInto(modules: Record<string, string>, fingerprint: string): Promise<Loaded | NotLoaded> {
    let realm: GuestRealm;
    try {
      realm = await pool.take();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setStatus({ phase: "failed", reason });
      return notLoaded("tool-host-failed", `The tool host did not start: ${reason}`, { fix: "Reload the page." });
    }
    const timer = setTimeout(() => pool.end(realm, "deadline"), loadMs);
    const reply = await realm.request<"load">({ type: "load", modules });
    clearTimeout(timer);
    if (!reply.ok) {
      pool.end(realm, "stopped");
      return notLoadedReason(reply, loadMs, realm.loadingFile);
    }
    if (!reply.value.ok) {
      pool.end(realm, "stopped");
      return { ok: false, problems: reply.value.problems };
    }
    const tools = await Promise.all(
      reply.value.tools.map(async (tool) => ({
        ...tool,
        fingerprint: await fingerprintOf({
          name: tool.name,
          description: tool.description,
          parameters: tool.parameters,
        }),
      })),
    );
    const definition: DescribedDefinition = { agent: reply.value.agent, tools, fingerprint };
    return {
      ok: true,
      loaded: { realm, modules, definition, prepared: new Map(), retired: false, changed: false },
      warnings: reply.value.warnings,
    };
  }

  function cachesChanged(): void {
    for (const listener of cacheListeners) listener();
  }

  function retire(old: LoadedRealm | undefined): void {
    if (!old) return;
    old.retired = true;
    if (old.realm.liveCalls === 0) pool.end(old.realm, "stopped");
  }

  function put(loaded: LoadedRealm): void {
    const old = current;
    current = loaded;
    loaded.realm.onCaches = () => {
      if (current === loaded) cachesChanged();
    };
    cachesChanged();
    lastGood = { modules: loaded.modules, fingerprint: loaded.definition.fingerprint };
    retire(old);
    setStatus({ phase: "ready" });
    pool.warm();
  }

  /** The realm that calls run in; loads the last good definition again when it died. */
  async function liveRealm(): Promise<LoadedRealm | undefined> {
    if (current && !current.realm.ended) return current;
    if (!lastGood || disposed) return undefined;
    reloading ??= reload(lastGood).finally(() => {
      reloading = undefined;
    });
    return reloading;
  }

  async function reload(good: { modules: Record<string, string>; fingerprint: string }) {
    const result = await whilePending(() => loadInto(good.modules, good.fingerprint));
    // A newer definition may have been loaded meanwhile; it wins.
    if (current && !current.realm.ended) {
      if (result.ok) pool.end(result.loaded.realm, "stopped");
      return current;
    }
    if (!result.ok) {
      setStatus({ phase: "failed", reason: result.problems[0]?.message ?? "The definition did not load again." });
      return undefined;
    }
    put(result.loaded);
    return result.loaded;
  }

  /** After a call that had to be abandoned: what it left running ends with its realm, and calls go on in a new one. */
  function replace(used: LoadedRealm, reason: string): void {
    if (used.realm.ended) {
      if (current === used) setStatus({ phase: "restarting", reason });
    } else if (current === used) {
      setStatus({ phase: "restarting", reason });
      current = undefined;
      retire(used);
    } else retire(used);
    if (!current || current.realm.ended) void liveRealm();
  }

  async function prepareIn(loaded: LoadedRealm, call: CallRequest): Promise<RealmReply<PrepareReply>> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = () => {
      timer = setTimeout(() => {
        // A call that computes keeps the guest from answering; its own deadline is the one that counts.
        if (loaded.realm.liveCalls > 0) arm();
        else pool.end(loaded.realm, "deadline");
      }, prepareMs);
    };
    arm();
    const reply = await loaded.realm.request<"prepare">({
      type: "prepare",
      callId: call.callId,
      tool: call.tool,
      arguments: call.arguments,
    });
    clearTimeout(timer);
    return reply;
  }

  /** Parses in the live realm; a realm that died under it is replaced once, since parsing has no effect outside. */
  async function check(call: CallRequest): Promise<Recheck> {
    for (let attempt = 0; ; attempt += 1) {
      const loaded = await liveRealm();
      if (!loaded) return { ok: false, outcome: missing(call.tool) };
      const reply = await prepareIn(loaded, call);
      if (!reply.ok) {
        if ("fault" in reply) return { ok: false, outcome: callOutcomes.neverRan(call.tool, reply.fault) };
        replace(loaded, END_REASONS[reply.end]);
        if (reply.end === "deadline") return { ok: false, outcome: callOutcomes.timedOut(call.tool, prepareMs) };
        if (attempt === 0 && reply.end !== "disposed") continue;
        return { ok: false, outcome: callOutcomes.neverRan(call.tool, END_REASONS[reply.end]) };
      }
      if (!reply.value.ok) {
        return { ok: true, loaded, prepared: { ready: false, outcome: reply.value.outcome } };
      }
      const { canonical, needsApproval, sideEffects } = reply.value;
      const digest = await argumentDigest(call.callId, call.tool, canonical);
      remember(loaded, call, digest);
      return { ok: true, loaded, prepared: { ready: true, arguments: canonical, digest, needsApproval, sideEffects } };
    }
  }

  function missing(tool: string): Outcome {
    if (disposed) return callOutcomes.neverRan(tool, END_REASONS.disposed);
    return status.phase === "failed" ? callOutcomes.neverRan(tool, status.reason) : callOutcomes.notFound(tool);
  }

  function remember(loaded: LoadedRealm, call: CallRequest, digest: string): void {
    loaded.prepared.delete(call.callId);
    loaded.prepared.set(call.callId, { digest, tool: call.tool });
    const oldest = loaded.prepared.keys().next();
    if (loaded.prepared.size > PREPARED_CALLS && !oldest.done) loaded.prepared.delete(oldest.value);
  }

  async function execute(call: ExecuteRequest, ports: ExecutePorts): Promise<Executed> {
    const began = performance.now();
    const settled = (outcome: Outcome): Executed => ({ outcome, durationMs: performance.now() - began });
    if (ports.signal.aborted) return settled(callOutcomes.stopped(call.tool, stopper(ports.signal)));

    let loaded = current && !current.realm.ended ? current : undefined;
    let known = loaded?.prepared.get(call.callId);
    if (!loaded || known?.tool !== call.tool) {
      const checked = await check(call);
      if (!checked.ok) return settled(checked.outcome);
      if (!checked.prepared.ready) return settled(checked.prepared.outcome);
      loaded = checked.loaded;
      known = { digest: checked.prepared.digest, tool: call.tool };
    }
    loaded.prepared.delete(call.callId);
    if (known.digest !== call.digest) return settled(callOutcomes.changed(call.tool));
    if (ports.signal.aborted) return settled(callOutcomes.stopped(call.tool, stopper(ports.signal)));
    return settled(await run(loaded, call, ports));
  }

  /** The call itself, from here on at most once: nothing below is ever tried again. */
  async function run(loaded: LoadedRealm, call: ExecuteRequest, ports: ExecutePorts): Promise<Outcome> {
    const { realm } = loaded;
    let ending: { outcome: Outcome; reason: RealmEnd } | undefined;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const after = (ms: number, work: () => void) => timers.add(setTimeout(work, ms));
    let giveUp: (outcome: Outcome) => void = () => undefined;
    const gaveUp = new Promise<Outcome>((resolve) => {
      giveUp = resolve;
    });

    /** Asks the call to end, then makes sure that it does. */
    function endCall(outcome: Outcome, reason: RealmEnd, by: RefusedBy): void {
      if (ending) return;
      ending = { outcome, reason };
      realm.abort(call.callId, by);
      after(graceMs, () => {
        if (realm.liveCalls <= 1) pool.end(realm, reason);
        else {
          // Others run in there: when the guest still answers, only this call is given up and the realm is replaced.
          void realm.request<"ping">({ type: "ping" }).then(() => giveUp(outcome));
          after(graceMs, () => pool.end(realm, reason));
        }
      });
    }

    const onAbort = () => {
      const by = stopper(ports.signal);
      endCall(callOutcomes.stopped(call.tool, by), "stopped", by);
    };
    realm.openCall(call.callId, ports);
    ports.signal.addEventListener("abort", onAbort, { once: true });
    after(ports.deadlineMs, () =>
      endCall(callOutcomes.timedOut(call.tool, ports.timeoutMs ?? ports.deadlineMs), "deadline", {
        kind: "limit",
        name: "deadline",
      }),
    );

    const replied = realm.request<"execute">({
      type: "execute",
      callId: call.callId,
      tool: call.tool,
      runId: call.runId,
      sessionId: call.sessionId,
      agentName: call.agentName,
      assigns: call.assigns,
      secrets: call.secrets,
      sandbox: sandboxFacts(ports),
    });
    /** Whether authored code changed what all tools of the realm share, so that the next call needs a fresh one. */
    let spoilt = false;
    const outcome = await Promise.race([
      gaveUp,
      replied.then((reply): Outcome => {
        // A guest that cannot even reply is no place for the next call either.
        spoilt = "fault" in reply || (reply.ok && reply.value.changed !== undefined);
        if (reply.ok && reply.value.changed !== undefined) sayChanged(loaded, reply.value.changed, ports);
        if (reply.ok) return ending && reply.value.outcome.status !== "ok" ? ending.outcome : reply.value.outcome;
        if ("fault" in reply) return callOutcomes.crashed(call.tool, reply.fault);
        if (ending && reply.end === ending.reason) return ending.outcome;
        return callOutcomes.crashed(call.tool, END_REASONS[reply.end]);
      }),
    ]);

    for (const timer of timers) clearTimeout(timer);
    ports.signal.removeEventListener("abort", onAbort);
    realm.closeCall(call.callId);
    const abandoned = ending !== undefined || outcome.status === "timed-out" || outcome.status === "stopped";
    if (abandoned || realm.ended) {
      replace(loaded, abandoned ? `“${call.tool}” had to be ended` : END_REASONS[realm.ended ?? "lost"]);
    } else if (spoilt) {
      replace(loaded, `“${call.tool}” changed what all tools share`);
    } else if (loaded.retired && realm.liveCalls === 0) pool.end(realm, "stopped");
    return outcome;
  }

  /** Once a realm: the calls that still run in it did not do it again. */
  function sayChanged(loaded: LoadedRealm, what: string, ports: ExecutePorts): void {
    if (loaded.changed) return;
    loaded.changed = true;
    const who = loaded.realm.liveCalls > 1 ? "It, or a call that ran at the same time," : "It";
    ports.onLog(`${who} changed ${what} of the language; the tools were loaded afresh after it.`);
  }

  return {
    load(modules, fingerprint) {
      const result = loading.then(() =>
        whilePending(async (): Promise<LoadResult> => {
          if (disposed) return notLoaded("tool-host-failed", "The session was closed.");
          const loaded = await loadInto(modules, fingerprint);
          if (!loaded.ok) {
            if (status.phase === "starting") setStatus({ phase: "ready" });
            pool.warm();
            return loaded;
          }
          put(loaded.loaded);
          return { ok: true, definition: loaded.loaded.definition, warnings: loaded.warnings };
        }),
      );
      loading = result.catch(() => undefined);
      return result;
    },
    prepare(call) {
      return whilePending(async (): Promise<PreparedCall> => {
        const checked = await check(call);
        return checked.ok ? checked.prepared : { ready: false, outcome: checked.outcome };
      });
    },
    execute(call, ports) {
      return whilePending(() => execute(call, ports));
    },
    caches: {
      list: () => (current && !current.realm.ended ? current.realm.caches : []),
      subscribe(listener) {
        cacheListeners.add(listener);
        return () => cacheListeners.delete(listener);
      },
      command: (tool, command, removed) => current?.realm.commandCache(tool, command, removed),
    },
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      disposed = true;
      listeners.clear();
      cacheListeners.clear();
      pool.dispose();
    },
  };
}

/** An aborted signal may carry who asked; without it a person did. */
function stopper(signal: AbortSignal): RefusedBy {
  const reason: unknown = signal.reason;
  if (typeof reason === "object" && reason !== null && "kind" in reason) return reason as RefusedBy;
  return { kind: "person", name: "you" };
}

function sandboxFacts(ports: ExecutePorts): SandboxFacts {
  const { kind, cwd, capabilities } = ports.sandbox;
  return { kind, cwd, capabilities };
}

function notLoaded(code: string, message: string, more: { fix?: string; file?: string } = {}): NotLoaded {
  return { ok: false, problems: [{ code, message, ...more, severity: "error" }] };
}

function notLoadedReason(
  reply: Extract<RealmReply<LoadReply>, { ok: false }>,
  loadMs: number,
  file: string | undefined,
): NotLoaded {
  if ("fault" in reply) return notLoaded("load-failed", `The definition could not be read: ${reply.fault}.`);
  if (reply.end === "deadline") {
    return notLoaded(
      "load-timeout",
      `${file ?? "The definition"} did not finish loading within ${loadMs / 1000} seconds.`,
      {
        fix: "Look for a loop at the top level of the file; work belongs into `execute`.",
        file,
      },
    );
  }
  return notLoaded("load-failed", `The definition did not load: ${END_REASONS[reply.end]}.`);
}
