import { z } from "zod";
import { truncateText } from "@/lib/core/call/truncate-text";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import { asksForNetwork } from "./asks-for-network";
import { sandboxOf } from "./sandbox-of";

const STREAM_LIMITS = { bytes: 50_000, lines: Number.POSITIVE_INFINITY } as const;

const LONGEST_MS = 300_000;

/** The command's own time ends it, and says so; the call's limit only stays out of its way. */
const CALL_MS = LONGEST_MS + 10_000;

/** The documented `exec`: streams apart, and always with a person's consent. `Bash` is the agent's everyday shell. */
export const exec = tool({
  name: "exec",
  description: "Run a shell command in the sandbox and get stdout, stderr and the exit code.",
  parameters: z.object({
    command: z.string().min(1).describe("The command"),
    cwd: z.string().min(1).optional().describe("Where it runs; the working directory when left out"),
    timeout: z.int().min(100).max(LONGEST_MS).default(30_000).describe("Milliseconds it may take"),
    env: z
      .record(z.string().regex(/^[A-Za-z_]\w*$/), z.string())
      .optional()
      .describe("Variables it gets"),
    network: z.boolean().optional().describe("Whether it reaches the network (curl, wget, fetch of node)"),
  }),
  category: "system",
  sideEffects: ["process", "filesystem"],
  furtherSideEffects: (parameters) => (asksForNetwork(parameters) ? ["network"] : []),
  requiresApproval: true,
  timeout: CALL_MS,
  async execute({ command, cwd, timeout, env }, context) {
    try {
      const result = await sandboxOf(context, "exec").exec(command, {
        cwd,
        env: { ...env, ...context.secrets },
        timeoutMs: timeout,
        signal: context.signal,
      });
      const stdout = truncateText(result.stdout, STREAM_LIMITS);
      const stderr = truncateText(result.stderr, STREAM_LIMITS);
      return {
        stdout: stdout.text,
        stderr: stderr.text,
        exitCode: result.exitCode,
        truncatedStdout: stdout.truncated || result.truncated,
        truncatedStderr: stderr.truncated || result.truncated,
        command,
      };
    } catch (error) {
      if (SandboxError.isInstance(error) && error.code === "timeout") {
        return { error: `Command timed out after ${timeout}ms`, command, timeout };
      }
      throw error;
    }
  },
});
