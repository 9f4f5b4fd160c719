import type { AgentPorts } from "@/lib/core/agent/agent-ports";
import { argumentDigest } from "@/lib/core/call/digest";
import { encodeResult } from "@/lib/core/call/encode-result";
import type { Outcome } from "@/lib/core/call/outcome";
import type { Outside } from "@/lib/core/tool/outside";
import type { TerminalCommand } from "./terminal-shell";

type End = Parameters<TerminalCommand["end"]>[0];

/** A command of the terminal on its way into the log: what the shell gives and what it waits for. */
export interface EnteringCommand {
  /** Called once, when the log holds that the command runs. */
  started(outside: Outside): void;
  /** Resolves when the shell says that the command is over. */
  readonly ended: Promise<End>;
}

/**
 * The ports of a run that is one command of the terminal: it is asked for and decided like every call that talks to the
 * network, by the person who typed it, and it lasts as long as the command does.
 */
export function terminalPorts(
  ports: AgentPorts,
  options: {
    command: EnteringCommand;
    outsideFor(callId: string): Outside;
    approve(callId: string): Promise<void>;
  },
): AgentPorts {
  const { command, outsideFor, approve } = options;
  return {
    ...ports,
    async prepare({ callId, tool, arguments: given }) {
      const digest = await argumentDigest(callId, tool, given);
      const sideEffects = ["process", "filesystem", "network"] as const;
      return { ready: true, arguments: given, digest, needsApproval: true, sideEffects: [...sideEffects] };
    },
    waitForDecision: (callId) => approve(callId),
    async execute({ callId }) {
      const began = ports.now();
      command.started(outsideFor(callId));
      return { outcome: outcomeOf(await command.ended), durationMs: Math.max(0, ports.now() - began) };
    },
  };
}

function outcomeOf(end: End): Outcome {
  const text = "The command was stopped at the terminal.";
  if (end === "stopped") return { status: "stopped", text, by: { kind: "person", name: "you" } };
  if (end === "failed") return { status: "failed", text: "The command did not come to its end." };
  return { status: "ok", result: encodeResult(`The command ended with exit code ${end.exitCode}.`) };
}
