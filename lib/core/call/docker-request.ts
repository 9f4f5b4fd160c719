import { z } from "zod";
import { jsonValueSchema } from "../errors/json-value";

/**
 * The input of the service `docker`: what a tool with `sandbox: { type: "docker" }` asks for in the place of running its
 * `execute`. `arguments` are the canonical arguments of the call, unchanged, so that the server can tell by them that the
 * request is what was decided. The sandbox keeps the time itself and answers exit code 124 with `timedOut`.
 */
export const dockerRequestSchema = z.strictObject({
  tool: z.string().max(200),
  arguments: z.record(z.string(), jsonValueSchema),
  sandbox: z.strictObject({
    type: z.literal("docker"),
    image: z.string().min(1).max(500),
    network: z.strictObject({ mode: z.enum(["none", "bridge"]) }).optional(),
    resources: z
      .strictObject({
        memory: z.string().max(40).optional(),
        cpus: z.number().positive().optional(),
        pidsLimit: z.int().positive().optional(),
      })
      .optional(),
    timeout: z.number().positive().optional(),
    workdir: z.string().min(1).max(4096).optional(),
    env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string().max(100_000)).optional(),
  }),
  timeoutMs: z.number().positive(),
});
export type DockerRequest = z.infer<typeof dockerRequestSchema>;

/**
 * Milliseconds that a call may take beside its command's own time: a wait in line, the making of the container and its
 * removal. Without them the call would be over before the sandbox can tell that the time was.
 */
export const CONTAINER_ALLOWANCE_MS = 20_000;

/** What a call in a container gives back. A command that fails or runs out of time is a result, not an error. */
export type DockerResult = {
  stdout: string;
  stderr: string;
  /** 124 when it ran out of time. */
  exitCode: number;
  timedOut: boolean;
  /** Milliseconds that the command ran. */
  duration: number;
  command: string;
};
