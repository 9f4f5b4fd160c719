import "server-only";
import type { RunEvent } from "@/lib/core/agent/event";
import { ok } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import type { Caller } from "../identity/caller";
import { reportFault } from "../secrets/report-fault";
import { closeDeadStep } from "./close-dead-step";
import { withOpenRun } from "./run-access";

export interface StepToFollow {
  sessionId: string;
  runId: string;
  step: number;
  /** The `seq` before the step's first event. */
  after: number;
}

const WATCH_MS = 5_000;

/**
 * The run's events from the step's beginning to its end, each after it was stored. A reader that leaves stops nothing.
 * When the process that carries the step dies meanwhile, the step is closed here, so the stream always ends.
 */
export function followStep(context: ServerContext, caller: Caller, target: StepToFollow): ReadableStream<RunEvent> {
  let end = (): void => {};
  return new ReadableStream<RunEvent>({
    start(controller) {
      let ended = false;
      const unsubscribe = context.live.subscribe({
        sessionId: target.sessionId,
        after: target.after,
        onEvents(events) {
          for (const event of events) {
            if (ended) return;
            if (event.runId !== target.runId) continue;
            controller.enqueue(event);
            if (event.type === "run-end" || (event.type === "step-end" && event.step === target.step)) {
              end();
              controller.close();
            }
          }
        },
      });
      const watch = setInterval(() => {
        withOpenRun(context, caller, target, async (locked) => ok(await closeDeadStep(context, locked))).catch(
          (error: unknown) => reportFault(context, `Run ${target.runId} could not be watched`, error, target.sessionId),
        );
      }, WATCH_MS);
      watch.unref();
      end = () => {
        ended = true;
        clearInterval(watch);
        unsubscribe();
      };
    },
    cancel() {
      end();
    },
  });
}
