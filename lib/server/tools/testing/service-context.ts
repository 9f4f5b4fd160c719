import { createRedactor, type Redactor } from "@/lib/core/redact/redactor";
import { createGuardedFetch } from "../create-guarded-fetch";
import type { ServiceContext } from "../service";

export interface ServiceContextOptions extends Partial<ServiceContext> {
  /** `host:port` of the test's own servers; everything else that is private stays refused. */
  privateHosts?: readonly string[];
  /** Takes out nothing unless given. */
  redactor?: Redactor;
  /** Granted secrets by name, and the only target each may be used towards. */
  granted?: Readonly<Record<string, { value: string; target: string }>>;
}

/** A call's view of the server, with the real guarded fetch. */
export function serviceContext(options: ServiceContextOptions = {}): ServiceContext {
  const { privateHosts = [], granted = {}, redactor = createRedactor({}), ...rest } = options;
  const use = async (name: string, target: string) =>
    granted[name]?.target === target ? granted[name].value : undefined;
  return {
    signal: new AbortController().signal,
    sessionId: "s_1",
    ownerId: "o_1",
    runId: "r_1",
    callId: "c_1",
    tool: "tool",
    settings: {},
    secrets: {
      use,
      async fill(text, target) {
        let filled = text;
        for (const name of Object.keys(granted)) {
          const value = await use(name, target);
          if (value !== undefined) filled = filled.replaceAll(`{{secret:${name}}}`, value);
        }
        return filled;
      },
      redact: (text) => redactor.text(text),
      scanner: () => redactor.stream(),
    },
    fetch: createGuardedFetch({ privateHosts }),
    progress: () => {},
    ...rest,
  };
}
