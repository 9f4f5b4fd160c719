import "server-only";
import { z } from "zod";
import type { DockerRequest } from "@/lib/core/call/docker-request";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { parseMemory } from "@/lib/core/tool/parse-memory";
import type { DockerSettings } from "./docker-settings";
import { imageName } from "./image-name";

/** One container, with everything decided. */
export interface ContainerPlan {
  image: string;
  command: string;
  directory: string;
  env: Readonly<Record<string, string>>;
  network: "none" | "bridge";
  memory: number;
  cpus: number;
  pids: number;
  timeoutMs: number;
}

const DEFAULT_MEMORY = 256 * 1024 ** 2;
const DEFAULT_PIDS = 100;
/** The least that an engine accepts. */
const LEAST_MEMORY = 6 * 1024 ** 2;
const LONGEST_MS = 540_000;
/** Empty and writable in every container, though the rest of it is not. */
export const WORK_DIRECTORY = "/workspace";

const argumentsSchema = z.object({
  command: z.string("must be the command, as text").min(1, "must not be empty").max(100_000, "is too long"),
  cwd: z.string("must be a path").min(1, "must be a path").max(4096, "is too long").optional(),
  env: z
    .record(
      z.string().regex(/^[A-Za-z_]\w*$/, "has a name that no variable can have"),
      z.string("must hold texts").max(100_000, "holds a text that is too long"),
      "must be an object of texts",
    )
    .optional(),
});

/**
 * What a request asks for within what the operator grants. The request is an author's and a model's word: more than is
 * granted is refused by name, never cut down in silence.
 */
export function planContainer(tool: string, request: DockerRequest, settings: DockerSettings): Result<ContainerPlan> {
  const refuse = (why: string) => fail("outside-refused", `The Docker sandbox of the tool "${tool}" ${why}`);
  const { sandbox } = request;
  if (!settings.images.some((image) => imageName(image) === imageName(sandbox.image))) {
    return refuse(`asks for the image "${sandbox.image}", which the operator of this server does not allow.`);
  }
  const network = sandbox.network?.mode ?? "none";
  if (network === "bridge" && !settings.bridge) {
    return refuse("asks for a network, which the operator of this server does not allow.");
  }
  const memory = memoryOf(sandbox.resources?.memory, settings.memory);
  if (memory === undefined) {
    return refuse(`asks for no memory that can be read. Invalid memory format: ${sandbox.resources?.memory}`);
  }
  if (memory > settings.memory) {
    return refuse(
      `asks for ${sandbox.resources?.memory} of memory; this server gives ${settings.memory} bytes at most.`,
    );
  }
  if (memory < LEAST_MEMORY) return refuse(`asks for ${memory} bytes of memory; ${LEAST_MEMORY} are needed at least.`);
  const cpus = sandbox.resources?.cpus ?? Math.min(1, settings.cpus);
  if (cpus > settings.cpus) return refuse(`asks for ${cpus} cpus; this server gives ${settings.cpus} at most.`);
  const pids = sandbox.resources?.pidsLimit ?? DEFAULT_PIDS;
  if (pids > DEFAULT_PIDS) return refuse(`asks for ${pids} processes; ${DEFAULT_PIDS} are given at most.`);
  if (request.timeoutMs > LONGEST_MS) {
    return refuse(`asks for ${request.timeoutMs}ms; ${LONGEST_MS}ms are given at most.`);
  }
  const read = argumentsSchema.safeParse(request.arguments);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    return refuse(`runs its argument "command" and cannot use these arguments: ${lines.join("; ")}`);
  }
  const { command, cwd, env } = read.data;
  const start = sandbox.workdir ?? WORK_DIRECTORY;
  return ok({
    image: sandbox.image,
    command,
    directory: cwd === undefined ? start : within(start, cwd),
    env: { HOME: WORK_DIRECTORY, ...sandbox.env, ...env },
    network,
    memory,
    cpus,
    pids,
    timeoutMs: request.timeoutMs,
  });
}

function memoryOf(text: string | undefined, most: number): number | undefined {
  if (text === undefined) return Math.min(DEFAULT_MEMORY, most);
  try {
    return parseMemory(text);
  } catch {
    return undefined;
  }
}

/** An engine wants a whole path; it resolves what is in it. */
function within(start: string, path: string): string {
  return path.startsWith("/") ? path : `${start.replace(/\/$/, "")}/${path}`;
}
