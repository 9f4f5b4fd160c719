import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";

type Fetch = typeof globalThis.fetch;

export interface AttributedFetch {
  /** The global one: finds the call that asks. */
  readonly fetch: Fetch;
  /** The tool, with what it fetches attributed to one call. */
  attributed(tool: Tool, own: Fetch): Tool;
  /** The call is over. */
  end(own: Fetch): void;
}

/**
 * A call's requests end with it and stand on its approval, so a request has to be somebody's. The language cannot say which of
 * several calls is running after an `await`; the call's signal can, the first moment of a call can, and one call alone can.
 */
export function attributeFetch(): AttributedFetch {
  const live = new Set<Fetch>();
  const bySignal = new WeakMap<AbortSignal, Fetch>();
  let entering: Fetch | undefined;
  followDerivedSignals(bySignal);

  function ownerOf(input: RequestInfo | URL, init: RequestInit | undefined): Fetch | undefined {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const named = signal ? bySignal.get(signal) : undefined;
    if (named !== undefined) return named;
    if (entering !== undefined) return entering;
    const [first] = live;
    return live.size === 1 ? first : undefined;
  }

  return {
    async fetch(input, init) {
      const owner = ownerOf(input, init);
      if (owner !== undefined) return owner(input, init);
      throw new TypeError(
        live.size === 0
          ? "fetch works inside a call only: move it into `execute`."
          : "Several calls run at once, so fetch cannot tell which one asks: pass `{ signal: context.signal }`, or use `context.fetch`.",
      );
    },
    attributed: (tool, own) =>
      Object.create(tool, {
        execute: {
          value: (parsed: never, context: ToolContext) => {
            live.add(own);
            bySignal.set(context.signal, own);
            entering = own;
            try {
              return tool.execute(parsed, context);
            } finally {
              entering = undefined;
            }
          },
        },
      }) as Tool,
    end: (own) => live.delete(own),
  };
}

/** A signal made of a call's signal and others, such as a timeout, still is the call's. */
function followDerivedSignals(bySignal: WeakMap<AbortSignal, Fetch>): void {
  const { any } = AbortSignal;
  AbortSignal.any = (signals) => {
    const all = [...signals];
    const made = any.call(AbortSignal, all);
    const own = all.map((signal) => bySignal.get(signal)).find((owner) => owner !== undefined);
    if (own !== undefined) bySignal.set(made, own);
    return made;
  };
}
