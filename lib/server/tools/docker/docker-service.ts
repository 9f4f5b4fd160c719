import "server-only";
import { type DockerRequest, type DockerResult, dockerRequestSchema } from "@/lib/core/call/docker-request";
import { errorText } from "@/lib/core/errors/error-text";
import { OutsideError } from "@/lib/core/tool/outside";
import type { Service, ServiceContext } from "../service";
import { ContainerEngine, statusOf } from "./container-engine";
import { ContainerSlots } from "./container-slots";
import type { DockerSettings } from "./docker-settings";
import { planContainer } from "./plan-container";

const SWEEP_MS = 60_000;

/**
 * Runs the command of a tool that declares `sandbox: { type: "docker" }`, in a container of its own. Without an engine, or
 * when the engine does not answer, the call fails; there is no other place where it would run.
 */
export function createDockerService(settings: DockerSettings | undefined): Service<DockerRequest> {
  const run = settings === undefined ? undefined : runnerFor(settings);
  return {
    name: "docker",
    input: dockerRequestSchema,
    needsApproval: () => false,
    openTo: "own-call",
    argumentsOf: (request) => request.arguments,
    async execute(request, { tool, signal, secrets }) {
      if (run === undefined) {
        return {
          error: `Tool "${tool}" needs a Docker sandbox, which is unavailable, because the operator of this server has not set TOOLWRIGHT_DOCKER_SOCKET`,
        };
      }
      return run(tool, request, { signal, secrets });
    },
  };
}

function runnerFor(settings: DockerSettings) {
  const engine = new ContainerEngine(settings.socket);
  const slots = new ContainerSlots(settings.containers);
  sweep(engine);
  return async (
    tool: string,
    request: DockerRequest,
    { signal, secrets }: Pick<ServiceContext, "signal" | "secrets">,
  ): Promise<DockerResult | { error: string }> => {
    const plan = planContainer(tool, request, settings);
    if (!plan.ok) return { error: plan.problem.message };
    try {
      const end = await slots.use(signal, () => engine.run(plan.value, { signal, scanner: () => secrets.scanner() }));
      return {
        stdout: end.stdout,
        stderr: end.stderr,
        exitCode: end.exitCode,
        timedOut: end.timedOut,
        duration: end.durationMs,
        command: plan.value.command,
      };
    } catch (error) {
      if (signal.aborted) throw new OutsideError("outside-stopped", `Tool "${tool}" aborted`, { cause: error });
      return { error: wordsFor(error, tool, plan.value.image) };
    }
  };
}

function wordsFor(error: unknown, tool: string, image: string): string {
  switch (statusOf(error)) {
    case undefined:
      return `Docker sandbox unavailable (${errorText(error)}): refusing to run the command on the host`;
    case 404:
      return `The image "${image}" is not on this server, and images are never pulled. Its operator can load it.`;
    default:
      return `The Docker sandbox of the tool "${tool}" could not run: ${errorText(error)}`;
  }
}

/** At once, and then from time to time: a process that was killed cannot clear up after itself. */
function sweep(engine: ContainerEngine): void {
  const once = () => {
    // An engine that is away is told of by the next call.
    engine.removeOverdue(Date.now()).catch(() => {});
  };
  once();
  setInterval(once, SWEEP_MS).unref();
}
