"use server";
import type { Result } from "@/lib/core/errors/result";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import {
  type StartService,
  startService as start,
  startServiceSchema,
} from "@/lib/server/tools/dispatch/start-service";
import { type StopService, stopService as stop, stopServiceSchema } from "@/lib/server/tools/dispatch/stop-service";
import { perform } from "./perform";

/** Returns at once; the stream ends with the service's answer. Cancelling the stream stops nothing: `stopService` does. */
export async function startService(input: StartService): Promise<Result<ReadableStream<ServiceEvent>>> {
  return perform(startServiceSchema, input, (parsed, caller, context) => start(context, caller, parsed));
}

export async function stopService(input: StopService): Promise<Result<void>> {
  return perform(stopServiceSchema, input, (parsed, caller, context) => stop(context, caller, parsed));
}
