import type { StoreApi } from "zustand/vanilla";
import type { AgentPorts } from "@/lib/core/agent/agent-ports";
import type { ToolSummary } from "@/lib/core/agent/event";
import { runAgent } from "@/lib/core/agent/run-agent";
import type { RunState } from "@/lib/core/agent/run-state";
import { TERMINAL } from "@/lib/core/agent/terminal-call";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { OutsideError } from "@/lib/core/tool/outside";
import type { DescribedDefinition } from "@/lib/tool-host/described-definition";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import { createDriverPorts } from "./driver-ports";
import type { EventFeed } from "./event-feed";
import type { OutsideRouter } from "./outside/create-outside";
import { CONNECTION_LOST } from "./reach-server";
import type { ServerPort, StartRunInput } from "./server-port";
import { type EnteringCommand, terminalPorts } from "./terminal/terminal-ports";
import type { EnterCommand, TerminalCommand } from "./terminal/terminal-shell";
import type { DefinitionState, RunsState, Workbench } from "./workbench-types";
import type { PointAbout } from "./workspace-history";

const STOP_RETRY_MS = 2_000;

export interface RunControllerOptions {
  sessionId: string;
  runs: StoreApi<RunsState>;
  definition: StoreApi<DefinitionState>;
  feed: EventFeed;
  server: ServerPort;
  toolHost: ToolHost;
  outside: OutsideRouter;
  sandbox(): Promise<Sandbox>;
  /** Stand-ins for the secrets that a tool was granted. */
  secretHandles(tool: string): Promise<Record<string, string>>;
  takeBaseline(): Promise<void>;
  /** Keeps the state of the files before they may change. */
  markFiles(about: PointAbout): Promise<void>;
  /** Writes the draft, builds and saves the text as it stands: nothing runs before it is safe. */
  prepareText(): Promise<Result<void>>;
  /** Resolves when the text as it stands has been built, or has been found broken. */
  settleText(): Promise<void>;
  isDriver(): boolean;
  /** Names this page load as the driver of its runs; the server lets only the newest claimer write. */
  runnerId: string;
  newCallId(): string;
  now(): number;
}

export type RunController = Pick<Workbench, "callByHand" | "startRun" | "continueRun" | "stop" | "decide"> & {
  /** Goes on with every open run; after a reload, or when this tab takes over. */
  resumeAll(): Promise<void>;
  /** For a command of the terminal that reaches outside. */
  enterCommand(sandbox: Sandbox): EnterCommand;
  /** Stops driving without ending anything: another tab goes on. */
  letGo(): void;
};

/** Starts runs and drives them: the pure loop over real ports, one driver per run, everything told through the log. */
export function createRunController(options: RunControllerOptions): RunController {
  const { sessionId, runs, definition, feed, server, runnerId } = options;
  const drivers = new Map<string, AbortController>();
  const stopping = new Map<string, Promise<Result<void>>>();
  const drivenElsewhere = new Set<string>();
  /** Stops the server has not heard of yet; they are told before anything of the run goes on. */
  const unsentStops = new Set<string>();
  const never = new AbortController().signal;
  const startingCalls = new Map<string, Promise<Result<{ runId: string; callId: string }>>>();

  const findRun = (runId: string): RunState | undefined => feed.log().runs.find((run) => run.runId === runId);

  /** Whoever asked shows a refusal where it was asked; only a lost connection concerns the whole page. */
  function tell<T>(result: Result<T>): Result<T> {
    if (result.ok) runs.setState({ problem: undefined });
    else if (result.problem.code === CONNECTION_LOST) showConnection(true);
    return result;
  }

  function showConnection(isLost: boolean): void {
    const { problem } = runs.getState();
    if (isLost) runs.setState({ problem: connectionProblem });
    else if (problem?.code === CONNECTION_LOST) runs.setState({ problem: undefined });
  }

  async function drive(runId: string, through: (ports: AgentPorts) => AgentPorts = (ports) => ports): Promise<void> {
    if (drivers.has(runId) || !options.isDriver()) return;
    const release = new AbortController();
    drivers.set(runId, release);
    runs.setState({ driven: [...drivers.keys()] });
    const ports = createDriverPorts({
      ...options,
      runId,
      described: () => definition.getState().described,
      // What a stop means for the log is the server's to write, so this tab only ever lets go.
      stop: never,
      release: release.signal,
      onConnection: showConnection,
    });
    const result = await runAgent(through(ports));
    drivers.delete(runId);
    runs.setState({ driven: [...drivers.keys()] });
    if (result.reason !== "interrupted") return;
    if (result.problem.code === "not-the-runner") drivenElsewhere.add(runId);
    runs.setState({ problem: interruption(result.problem) });
  }

  async function continueRun(runId: string): Promise<Result<void>> {
    if (!options.isDriver()) return tell(watchingProblem());
    const run = findRun(runId);
    if (run === undefined) return tell(fail("not-found", "This run is not part of the session."));
    if (run.status === "ended" || drivers.has(runId)) return ok(undefined);
    // A call that was decided meanwhile may run at once, so the tools have to be there first.
    await options.settleText();
    if (definition.getState().described === undefined) {
      const broken = definitionProblem();
      runs.setState({ problem: broken.problem });
      return broken;
    }
    if (drivers.has(runId)) return ok(undefined);
    const claimed = await server.claimRunner({ sessionId, runId, runnerId });
    if (!claimed.ok) return tell(claimed);
    feed.receive(claimed.value.events);
    drivenElsewhere.delete(runId);
    void drive(runId);
    return tell(ok(undefined));
  }

  async function start(input: Omit<StartRunInput, "sessionId" | "runnerId">): Promise<Result<{ runId: string }>> {
    const started = await server.startRun({ ...input, sessionId, runnerId });
    if (!started.ok) return started;
    feed.receive(started.value.events);
    const { runId } = started.value;
    runs.setState({ selectedRunId: runId });
    void drive(runId);
    return ok({ runId });
  }

  /** What was typed is approved by having been typed; the log says so, and the server checks it there like any other call. */
  async function approveTyped(runId: string, callId: string): Promise<void> {
    const approval = findRun(runId)?.calls[callId]?.approval;
    if (approval === undefined) return;
    const { approvalId, digest } = approval;
    const reason = "Typed at the terminal.";
    const decided = await server.decideApproval({ sessionId, approvalId, digest, decision: "approved", reason });
    if (decided.ok) feed.receive([decided.value]);
    else await feed.catchUp();
  }

  async function enterCommand(typed: string, sandbox: Sandbox): Promise<TerminalCommand> {
    if (!options.isDriver()) throw refusedCommand(watchingProblem().problem);
    const callId = options.newCallId();
    const started = await server.startRun({
      sessionId,
      runnerId,
      kind: "hand",
      prompt: "",
      agentName: TERMINAL,
      instructions: "",
      tools: [],
      stepLimit: 1,
      definitionFingerprint: "",
      call: { callId, tool: TERMINAL, argumentsText: JSON.stringify({ command: typed }) },
    });
    if (!started.ok) throw refusedCommand(started.problem);
    feed.receive(started.value.events);
    const { runId } = started.value;
    let end: TerminalCommand["end"] = () => {};
    const ended = new Promise<Parameters<TerminalCommand["end"]>[0]>((resolve) => {
      end = resolve;
    });
    return new Promise((resolve, reject) => {
      const command: EnteringCommand = { ended, started: (outside) => resolve({ outside, end }) };
      const driving = drive(runId, (ports) =>
        terminalPorts(ports, {
          command,
          approve: (asked) => approveTyped(runId, asked),
          outsideFor: (asked) =>
            options.outside.forCall({
              runId,
              runnerId,
              callId: asked,
              sandbox,
              endsAt: Number.POSITIVE_INFINITY,
              progress: () => {},
              log: (text) =>
                void ports.record([{ type: "call-log", callId: asked, level: "log", text: text.slice(0, 8_000) }]),
            }),
        }),
      );
      void driving.then(() => reject(refusedCommand(interruptedCommand)));
    });
  }

  function sendStopLater(runId: string): void {
    unsentStops.add(runId);
    setTimeout(() => {
      if (unsentStops.has(runId)) void stopOnServer(runId);
    }, STOP_RETRY_MS);
  }

  async function stopOnServer(runId: string): Promise<Result<void>> {
    if (findRun(runId)?.status === "ended") return ok(undefined);
    const stopped = await server.stopRun({ sessionId, runId });
    if (!stopped.ok) {
      if (stopped.problem.code === CONNECTION_LOST) sendStopLater(runId);
      return tell(stopped);
    }
    unsentStops.delete(runId);
    feed.receive(stopped.value);
    return tell(ok(undefined));
  }

  /** The definition that a run starts with, after the text is safe. */
  async function ready(): Promise<Result<DescribedDefinition>> {
    if (!options.isDriver()) return watchingProblem();
    const saved = await options.prepareText();
    if (!saved.ok) return saved;
    const { described } = definition.getState();
    return described === undefined ? definitionProblem() : ok(described);
  }

  function definitionProblem(): { ok: false; problem: Problem } {
    const first = definition.getState().problems.find((problem) => problem.severity === "error");
    return fail("no-definition", first?.message ?? "The definition has not loaded yet.", {
      fix: first?.fix ?? "Correct the marked line in the editor.",
    });
  }

  async function startHandCall(
    tool: string,
    argumentsText: string,
  ): Promise<Result<{ runId: string; callId: string }>> {
    const prepared = await ready();
    if (!prepared.ok) return tell(prepared);
    const described = prepared.value;
    const summary = described.tools.find((candidate) => candidate.name === tool);
    if (summary === undefined)
      return tell(fail("not-found", `Tool not found: ${tool}`, { fix: "Choose another tool." }));
    const callId = options.newCallId();
    const started = await start({
      kind: "hand",
      prompt: "",
      agentName: described.agent.name,
      instructions: described.agent.instructions,
      tools: [toSummary(summary)],
      stepLimit: 1,
      definitionFingerprint: described.fingerprint,
      ...(described.agent.assigns === undefined ? {} : { assigns: described.agent.assigns }),
      call: { callId, tool, argumentsText },
    });
    return tell(started.ok ? ok({ runId: started.value.runId, callId }) : started);
  }

  return {
    callByHand(tool, argumentsText) {
      // A double click is one call: the second waits for the answer to the first.
      const key = `${tool}\n${argumentsText}`;
      const already = startingCalls.get(key);
      if (already !== undefined) return already;
      const starting = startHandCall(tool, argumentsText).finally(() => startingCalls.delete(key));
      startingCalls.set(key, starting);
      return starting;
    },
    async startRun(prompt) {
      const open = feed.log().runs.find((run) => run.kind === "agent" && run.status !== "ended");
      if (open !== undefined) return tell(openRunProblem(open));
      const prepared = await ready();
      if (!prepared.ok) return tell(prepared);
      const described = prepared.value;
      try {
        await options.takeBaseline();
      } catch {
        // Without a workspace the run still goes on: tools that touch files fail by themselves and say so.
      }
      const { model } = runs.getState();
      const script = model.provider === "scripted" ? definition.getState().files["script.json"] : undefined;
      return tell(
        await start({
          kind: "agent",
          prompt,
          model,
          agentName: described.agent.name,
          instructions: described.agent.instructions,
          tools: described.tools.filter((tool) => tool.givenToAgent).map(toSummary),
          stepLimit: described.agent.stepLimit,
          definitionFingerprint: described.fingerprint,
          ...(described.agent.assigns === undefined ? {} : { assigns: described.agent.assigns }),
          ...(script === undefined ? {} : { script }),
        }),
      );
    },
    enterCommand: (sandbox) => (typed) => enterCommand(typed, sandbox),
    continueRun,
    stop(runId) {
      const already = stopping.get(runId);
      if (already !== undefined) return already;
      // The tool in this tab ends at once; what the log says about every open call is written by the server.
      drivers.get(runId)?.abort();
      const stopped = stopOnServer(runId).finally(() => stopping.delete(runId));
      stopping.set(runId, stopped);
      return stopped;
    },
    async decide(approvalId, decision, reason) {
      const approval = feed
        .log()
        .runs.flatMap((run) => Object.values(run.calls))
        .find((call) => call.approval?.approvalId === approvalId)?.approval;
      if (approval === undefined) return tell(fail("not-found", "This request is not part of the session."));
      const decided = await server.decideApproval({
        sessionId,
        approvalId,
        digest: approval.digest,
        decision,
        ...(reason === undefined ? {} : { reason }),
      });
      if (!decided.ok) {
        await feed.catchUp();
        return tell(decided);
      }
      feed.receive([decided.value]);
      if (options.isDriver()) void continueRun(approval.runId);
      return tell(ok(undefined));
    },
    async resumeAll() {
      for (const run of feed.log().runs) {
        if (run.status === "ended" || !options.isDriver() || drivenElsewhere.has(run.runId)) continue;
        if (unsentStops.has(run.runId)) await stopOnServer(run.runId);
        else await continueRun(run.runId);
      }
    },
    letGo() {
      unsentStops.clear();
      for (const release of drivers.values()) release.abort();
    },
  };
}

function toSummary(tool: DescribedDefinition["tools"][number]): ToolSummary {
  const { name, description, parameters, sideEffects, fingerprint } = tool;
  return { name, description, parameters, sideEffects, fingerprint };
}

const connectionProblem: Problem = {
  code: CONNECTION_LOST,
  message: "The connection is lost. Everything received so far is kept.",
  fix: "It is tried again by itself; the run goes on from here.",
};

const interruptedCommand: Problem = {
  code: "outside-stopped",
  message: "The command could not be entered into the session's log, so it reaches nothing.",
};

function refusedCommand({ code, message, fix }: Problem): OutsideError {
  const isLost = code === CONNECTION_LOST;
  return new OutsideError(isLost ? "outside-lost" : code, fix === undefined ? message : `${message} ${fix}`);
}

function watchingProblem(): { ok: false; problem: Problem } {
  return fail("watching", "Another tab drives this session.", { fix: "Take over to work here." });
}

function openRunProblem(run: RunState): { ok: false; problem: Problem } {
  return run.status === "waiting"
    ? fail("run-waits", "A request of the last run waits for a decision.", {
        fix: "Approve or deny it first, or stop that run.",
      })
    : fail("run-open", "The last run has not ended.", { fix: "Wait for its end, or stop it." });
}

function interruption(problem: Problem): Problem {
  return {
    code: problem.code,
    message: problem.message,
    fix: problem.fix ?? "Everything received so far is kept. Choose Continue to go on from here.",
  };
}
