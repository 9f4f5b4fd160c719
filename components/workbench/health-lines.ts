import type { RunsState, RuntimeState, WorkspaceState } from "@/lib/client/workbench-types";
import { roomText } from "@/lib/core/sandbox/room-text";
import type { ToolHostStatus } from "@/lib/tool-host/host/tool-host-types";

/** What a line's button does. */
export type HealthAction = "reload" | "reopen-workspace" | "save-zip" | "retry-node" | "reconnect";

/** One part that a session needs: how it is, why, and the one thing to do about it. */
export interface HealthLine {
  part: string;
  /** `limited` works, with less than it could. */
  state: "good" | "limited" | "busy" | "bad";
  cause: string;
  fix?: string;
  action?: { id: HealthAction; label: string };
}

export interface HealthFacts {
  toolHost: ToolHostStatus;
  /** The page is isolated from others, so that a running command can be stopped at once. */
  isolated: boolean;
  /** HTTPS or localhost. */
  secure: boolean;
  workspace: Pick<WorkspaceState, "status" | "kind" | "storage">;
  /** Absent where no Node is offered. */
  runtime?: Pick<RuntimeState, "offer" | "phase" | "problem" | "again">;
  live: RunsState["live"];
}

const RELOAD = { id: "reload", label: "Reload" } as const;
const REOPEN = { id: "reopen-workspace", label: "Start it again" } as const;
const SAVE_ZIP = { id: "save-zip", label: "Save as a zip" } as const;
const NEARLY_FULL = 0.9;

/** Every part in one line each. */
export function healthLines({ toolHost, isolated, secure, workspace, runtime, live }: HealthFacts): HealthLine[] {
  return [
    isolationLine(isolated, secure),
    storageLine(workspace),
    workerLine(workspace, isolated),
    runtimeLine(runtime),
    toolHostLine(toolHost),
    serverLine(live),
  ];
}

/** The state of the worst part. */
export function worstState(lines: readonly HealthLine[]): HealthLine["state"] {
  const order = ["bad", "busy", "limited"] as const;
  return order.find((state) => lines.some((line) => line.state === state)) ?? "good";
}

function isolationLine(isolated: boolean, secure: boolean): HealthLine {
  const part = "Isolation";
  if (isolated) return { part, state: "good", cause: "This page shares nothing with others; a command stops at once" };
  if (!secure) {
    return {
      part,
      state: "limited",
      cause: "This address is neither HTTPS nor localhost: a command stops with its worker, and Node cannot start",
      fix: "Open the page over HTTPS, or on localhost.",
    };
  }
  return {
    part,
    state: "limited",
    cause: "The page is not isolated: a command stops with its worker, within two seconds, and Node cannot start",
    fix: "Open it in its own tab. If it stays so, the headers of the server are lost on the way.",
    action: RELOAD,
  };
}

function storageLine({ status, storage }: HealthFacts["workspace"]): HealthLine {
  const part = "Storage";
  if (status.phase === "starting") return { part, state: "busy", cause: status.step };
  const { kind, bytes, quota, problem } = storage;
  const size = roomText(bytes, quota);
  if (problem) {
    const fix = problem.fix ?? "Save the workspace as a zip, then free space.";
    return { part, state: "bad", cause: problem.message, fix, action: SAVE_ZIP };
  }
  if (status.phase === "failed") {
    return { part, state: "bad", cause: "The files could not be opened", fix: "See Worker.", action: REOPEN };
  }
  if (kind === "none") {
    return {
      part,
      state: "bad",
      cause: "This browser keeps no files; they are gone after a reload",
      fix: "Leave private browsing, or take the files out.",
      action: SAVE_ZIP,
    };
  }
  if (quota !== undefined && quota > 0 && bytes / quota > NEARLY_FULL) {
    return {
      part,
      state: "limited",
      cause: `Nearly full, ${size}`,
      fix: "Take the files out and remove what is not needed.",
      action: SAVE_ZIP,
    };
  }
  const slower = kind === "indexeddb" ? " in its simple storage, which is slower" : "";
  return { part, state: "good", cause: `Kept in this browser${slower}, ${size}` };
}

function workerLine({ status }: HealthFacts["workspace"], isolated: boolean): HealthLine {
  const part = "Worker";
  switch (status.phase) {
    case "starting":
      return { part, state: "busy", cause: status.step };
    case "ready":
      return {
        part,
        state: "good",
        cause: isolated ? "The shell answers" : "The shell answers; a stopped command is ended with its worker",
      };
    case "failed":
      return {
        part,
        state: "bad",
        cause: status.problem.message,
        fix: status.problem.fix ?? "Start the shell again; the files are kept in this browser.",
        action: REOPEN,
      };
  }
}

function runtimeLine(runtime: HealthFacts["runtime"]): HealthLine {
  const part = "Runtime";
  if (runtime?.offer === undefined)
    return { part, state: "good", cause: "The embedded shell; no Node is offered here" };
  switch (runtime.phase) {
    case "idle":
      return { part, state: "good", cause: "The embedded shell; Node can be started" };
    case "checking":
    case "booting":
      return { part, state: "busy", cause: "Node starts; the embedded shell works meanwhile" };
    case "ready":
      return { part, state: "good", cause: `Node, through ${runtime.offer.host}` };
    case "unavailable":
      return {
        part,
        state: "limited",
        cause: `The embedded shell, because Node did not start: ${runtime.problem?.message ?? "no reason was given"}`,
        fix: runtime.problem?.fix ?? "The files are as they were.",
        action: runtime.again === "reload" ? RELOAD : { id: "retry-node", label: "Try again" },
      };
  }
}

function toolHostLine(status: ToolHostStatus): HealthLine {
  const part = "Tool host";
  switch (status.phase) {
    case "starting":
      return { part, state: "busy", cause: "Starting" };
    case "ready":
      return { part, state: "good", cause: "Your tools run in a closed frame without network" };
    case "restarting":
      return { part, state: "busy", cause: `Starting again: ${status.reason}` };
    case "failed":
      return { part, state: "bad", cause: status.reason, fix: "Reload the page; your code is saved.", action: RELOAD };
  }
}

function serverLine(live: RunsState["live"]): HealthLine {
  const part = "Server";
  if (live === "open") return { part, state: "good", cause: "Connected" };
  if (live === "connecting") return { part, state: "busy", cause: "Connecting" };
  return {
    part,
    state: "bad",
    cause: "The connection is lost; it is tried again by itself",
    fix: "Check the network. Nothing is lost.",
    action: { id: "reconnect", label: "Try now" },
  };
}
