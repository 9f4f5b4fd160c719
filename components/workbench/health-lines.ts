import { formatBytes } from "@/components/ui/format-bytes";
import type { RunsState, WorkspaceState } from "@/lib/client/workbench-types";
import type { ToolHostStatus } from "@/lib/tool-host/host/tool-host-types";

/** One part that a session needs: how it is, why, and what to do about it. */
export interface HealthLine {
  part: string;
  state: "good" | "busy" | "bad";
  cause: string;
  fix?: string;
}

export interface HealthFacts {
  toolHost: ToolHostStatus;
  isolated: boolean;
  workspace: Pick<WorkspaceState, "status" | "kind" | "storage">;
  live: RunsState["live"];
}

/** Every part in one line each: tools, shell, files, server. */
export function healthLines({ toolHost, isolated, workspace, live }: HealthFacts): HealthLine[] {
  return [toolHostLine(toolHost), shellLine(workspace, isolated), filesLine(workspace), liveLine(live)];
}

/** The state of the worst part. */
export function worstState(lines: readonly HealthLine[]): HealthLine["state"] {
  if (lines.some((line) => line.state === "bad")) return "bad";
  return lines.some((line) => line.state === "busy") ? "busy" : "good";
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
      return { part, state: "bad", cause: status.reason, fix: "Reload the page; your code is saved." };
  }
}

function shellLine({ status, kind }: HealthFacts["workspace"], isolated: boolean): HealthLine {
  const part = "Shell";
  switch (status.phase) {
    case "starting":
      return { part, state: "busy", cause: status.step };
    case "ready": {
      const cancel = isolated ? "" : "; a stopped command is ended with its worker";
      return { part, state: "good", cause: `Ready (${kind})${cancel}` };
    }
    case "failed":
      return { part, state: "bad", cause: status.problem.message, fix: status.problem.fix ?? "Reload the page." };
  }
}

function filesLine({ status, storage }: HealthFacts["workspace"]): HealthLine {
  const part = "Files";
  if (status.phase === "starting") return { part, state: "busy", cause: status.step };
  const size = `${formatBytes(storage.bytes)}${storage.quota === undefined ? "" : ` of ${formatBytes(storage.quota)}`}`;
  if (storage.problem) {
    return {
      part,
      state: "bad",
      cause: storage.problem.message,
      fix: storage.problem.fix ?? "Download the workspace as a zip.",
    };
  }
  if (storage.kind === "none") {
    return {
      part,
      state: "bad",
      cause: "This browser keeps no files; they are gone after a reload",
      fix: "Leave private browsing, or download the workspace as a zip.",
    };
  }
  return { part, state: "good", cause: `Kept in this browser, ${size}` };
}

function liveLine(live: RunsState["live"]): HealthLine {
  const part = "Server";
  if (live === "open") return { part, state: "good", cause: "Connected" };
  if (live === "connecting") return { part, state: "busy", cause: "Connecting" };
  return {
    part,
    state: "bad",
    cause: "The connection is lost; it is tried again by itself",
    fix: "Check the network. Nothing is lost.",
  };
}
