import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { type Outside, OutsideError } from "@/lib/core/tool/outside";
import { SHELL_FETCH } from "@/lib/core/tool/shell-fetch";
import type { ServerPort } from "../server-port";
import { askServer } from "./ask-server";
import type { PageService } from "./page-service";
import { createPlaces } from "./places";
import { tellRequest } from "./tell-request";

/**
 * A browser opens six connections to one host over HTTP/1.1: the live view and a model step hold one each, and Stop must
 * never have to wait for one.
 */
const SERVER_AT_ONCE = 3;
/** The service ends this long before the call would be ended from outside, so that the tool hears why. */
const ANSWER_MS = 250;
const LEAST_MS = 50;
/** The server carries out nothing that is longer, whatever time the call has. */
const MOST_MS = 10 * 60_000;

export interface OutsideCall {
  runId: string;
  runnerId: string;
  callId: string;
  sandbox: Sandbox;
  /** When the call is ended whatever it does, by `now`. */
  endsAt: number;
  progress(text: string, fraction?: number): void;
  /** A line of the call's log. */
  log(text: string): void;
}

export interface OutsideRouter {
  /** What one call may ask: the page's services by name, every other of the server. */
  forCall(call: OutsideCall): Outside;
}

export function createOutsideRouter(options: {
  sessionId: string;
  server: Pick<ServerPort, "askService" | "stopService">;
  services: readonly PageService[];
  now(): number;
}): OutsideRouter {
  const { sessionId, server, now } = options;
  const services = new Map(options.services.map((service) => [service.name, service]));
  const places = createPlaces(SERVER_AT_ONCE);
  const never = new AbortController().signal;

  return {
    forCall({ runId, runnerId, callId, sandbox, endsAt, progress, log }) {
      let ordinal = 0;
      return {
        async ask(service, input, { signal = never, settings = {} } = {}) {
          const local = services.get(service);
          if (local !== undefined) {
            return local.ask(input, { signal, settings, sessionId, runId, callId, sandbox, progress, log });
          }
          const leave = await places.take(signal).catch(() => {
            throw new OutsideError("outside-stopped", `"${service}" was stopped before it began.`);
          });
          const withinMs = Math.min(MOST_MS, Math.max(LEAST_MS, Math.floor(endsAt - now() - ANSWER_MS)));
          const use = { sessionId, runId, runnerId, callId, ordinal: ordinal++, service, input, settings, withinMs };
          const work = () => askServer(server, use, { signal, progress });
          try {
            return await (service === SHELL_FETCH ? tellRequest(input, log, work) : work());
          } finally {
            leave();
          }
        },
      };
    },
  };
}
