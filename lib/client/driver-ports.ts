import type { AgentPorts } from "@/lib/core/agent/agent-ports";
import type { RunState } from "@/lib/core/agent/run-state";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { DescribedDefinition } from "@/lib/tool-host/described-definition";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import { driveStep } from "./drive-step";
import type { EventFeed } from "./event-feed";
import type { OutsideRouter } from "./outside/create-outside";
import { createRunRecorder } from "./run-recorder";
import type { ServerPort } from "./server-port";
import { waitForLog } from "./wait-for-log";
import type { PointAbout } from "./workspace-history";

/** How long a call may take when its author set no `timeout`. */
const DEFAULT_DEADLINE_MS = 60_000;
/** The tool's own timeout answers first and with its own words; the deadline only ends what does not listen. */
const DEADLINE_GRACE_MS = 1_000;
/** The server says `expired` when it is asked after the time; this is how soon and how often it is asked. */
const EXPIRY_CHECK_MS = 250;
const EXPIRY_RECHECK_MS = 5_000;

/** The ports of the pure loop over the real server, log, tool host and sandbox of this page. */
export function createDriverPorts(options: {
  sessionId: string;
  runId: string;
  runnerId: string;
  server: ServerPort;
  feed: EventFeed;
  toolHost: ToolHost;
  outside: OutsideRouter;
  sandbox(): Promise<Sandbox>;
  /** Keeps the state of the files before they may change. */
  markFiles(about: PointAbout): Promise<void>;
  /** Stand-ins for the secrets that a tool was granted. */
  secretHandles(tool: string): Promise<Record<string, string>>;
  described(): DescribedDefinition | undefined;
  now(): number;
  stop: AbortSignal;
  release: AbortSignal;
  onConnection(isLost: boolean): void;
}): AgentPorts {
  const { sessionId, runId, runnerId, feed, toolHost, stop, release } = options;
  const recorder = createRunRecorder({ ...options, signal: AbortSignal.any([stop, release]) });

  function state(): RunState {
    const run = feed.log().runs.find((candidate) => candidate.runId === runId);
    if (run === undefined)
      throw new ToolwrightError("run-lost", "The log no longer holds this run.", { facts: { runId } });
    return run;
  }

  /** Without a workspace the run still goes on: tools that touch files fail by themselves and say so. */
  async function mark(about: PointAbout): Promise<void> {
    try {
      await options.markFiles(about);
    } catch {
      // Told in the status of the workspace.
    }
  }

  return {
    state,
    async step(step, signal) {
      await mark(step === 1 ? { kind: "run", runId } : { kind: "step", runId, step });
      return driveStep({ ...options, step, signal });
    },
    prepare: (call) => toolHost.prepare(call),
    async execute(call, signal) {
      const run = state();
      const began = options.now();
      const timeoutMs = options.described()?.tools.find((tool) => tool.name === call.tool)?.timeoutMs;
      const sandbox = await options.sandbox();
      if (run.kind === "hand") await mark({ kind: "call", runId, tool: call.tool });
      const onProgress = (text: string, fraction: number | undefined) =>
        recorder.log({
          type: "call-log",
          callId: call.callId,
          level: "progress",
          text,
          ...(fraction === undefined ? {} : { fraction }),
        });
      const secrets = await options.secretHandles(call.tool);
      // A line's time is that since the tool began, whatever the way to the log takes.
      const startedAt = options.now();
      const onLog = (text: string) =>
        recorder.log({
          type: "call-log",
          callId: call.callId,
          level: "log",
          text,
          afterMs: Math.max(0, options.now() - startedAt),
        });
      return toolHost.execute(
        {
          ...call,
          runId,
          sessionId,
          agentName: run.kind === "hand" ? "hand" : run.agentName,
          assigns: run.steps.find(({ step }) => step === run.calls[call.callId]?.step)?.assigns ?? {},
          secrets,
        },
        {
          sandbox,
          outside: options.outside.forCall({
            runId,
            runnerId,
            callId: call.callId,
            sandbox,
            endsAt: began + (timeoutMs ?? DEFAULT_DEADLINE_MS),
            progress: onProgress,
            log: onLog,
          }),
          signal,
          deadlineMs: timeoutMs === undefined ? DEFAULT_DEADLINE_MS : timeoutMs + DEADLINE_GRACE_MS,
          timeoutMs,
          onLog,
          onProgress,
        },
      );
    },
    record: recorder.record,
    async waitForDecision(callId, signal) {
      const expiresAt = state().calls[callId]?.approval?.expiresAt;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const checkExpiry = (after: number) => {
        timer = setTimeout(() => {
          void feed.catchUp();
          checkExpiry(EXPIRY_RECHECK_MS);
        }, after);
      };
      if (expiresAt !== undefined) checkExpiry(Math.max(0, expiresAt - options.now()) + EXPIRY_CHECK_MS);
      await waitForLog(
        feed,
        (log) => {
          const run = log.runs.find((candidate) => candidate.runId === runId);
          const isSettled = run?.status === "ended" || run?.calls[callId]?.approval?.decision !== undefined;
          return isSettled ? true : undefined;
        },
        signal,
      );
      if (timer !== undefined) clearTimeout(timer);
    },
    traits: (name) => options.described()?.tools.find((tool) => tool.name === name),
    concurrency: options.described()?.agent.maxParallelCalls,
    now: options.now,
    runnerId,
    stop,
    release,
  };
}
