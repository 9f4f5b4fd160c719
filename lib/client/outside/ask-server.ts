import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Problem } from "@/lib/core/errors/result";
import { OutsideError } from "@/lib/core/tool/outside";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import { CONNECTION_LOST } from "../reach-server";
import type { ServerPort, ServiceRequest } from "../server-port";

/**
 * One use of a service of the server. Nothing here is ever tried again: the server may have acted before a connection was
 * lost, and a second try would be a second use.
 *
 * @throws OutsideError for every refusal, for Stop, and when the connection is lost.
 */
export async function askServer(
  server: Pick<ServerPort, "askService" | "stopService">,
  input: ServiceRequest,
  { signal, progress }: { signal: AbortSignal; progress(text: string, fraction?: number): void },
): Promise<JsonValue> {
  if (signal.aborted) throw stopped(input.service);
  const { sessionId, runId, callId, ordinal } = input;
  const began = server.askService(input);
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(stopped(input.service));
      // The server does not hear that a stream is no longer read. It has to have begun before it can be stopped.
      void began.then((reply) => {
        if (!reply.ok) return;
        void server.stopService({ sessionId, runId, callId, ordinal });
        reply.value.cancel().catch(() => {
          // It is being read, or broke by itself.
        });
      });
    };
    signal.addEventListener("abort", onAbort, { once: true });
    began
      .then((reply) => {
        if (!reply.ok) throw refusal(reply.problem, input.service);
        return readAnswer(reply.value, input.service, progress);
      })
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

async function readAnswer(
  stream: ReadableStream<ServiceEvent>,
  service: string,
  progress: (text: string, fraction?: number) => void,
): Promise<JsonValue> {
  const reader = stream.getReader();
  for (;;) {
    const next = await reader.read().catch(() => undefined);
    if (next === undefined || next.done) throw lost(service);
    const event = next.value;
    if (event.type === "end") return event.value;
    if (event.type === "refusal") throw new OutsideError(event.code, event.message);
    progress(event.text, event.fraction);
  }
}

function refusal(problem: Problem, service: string): OutsideError {
  if (problem.code === CONNECTION_LOST) return lost(service);
  return new OutsideError(
    problem.code,
    problem.fix === undefined ? problem.message : `${problem.message} ${problem.fix}`,
  );
}

function lost(service: string): OutsideError {
  return new OutsideError(
    "outside-lost",
    `The connection to the server was lost while "${service}" worked: it may or may not have done its work.`,
  );
}

function stopped(service: string): OutsideError {
  return new OutsideError("outside-stopped", `"${service}" was stopped.`);
}
