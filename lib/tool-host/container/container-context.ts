import { type ContainerCall, PROGRESS_MARK } from "@/lib/core/call/container-request";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { Outside } from "@/lib/core/tool/outside";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { formatLog } from "../guest/format-log";

/**
 * The context of a call inside of a container: its data, `log`, `progress`, a `signal` that stays quiet (Stop ends the whole
 * process), and `cwd`, the workspace. What reaches back to the page is not there, and says so when it is used.
 */
export function containerContext(
  { context, opts }: Pick<ContainerCall, "context" | "opts">,
  { cwd, say }: { cwd: string; say(text: string): void },
): ToolContext {
  const { secretNames, ...facts } = context;
  return {
    ...facts,
    agent: { name: facts.agentId },
    cwd,
    opts,
    signal: new AbortController().signal,
    log: (...values) => say(formatLog(values)),
    progress: (message, fraction) =>
      say(
        PROGRESS_MARK +
          JSON.stringify({ message: formatLog([message]), ...(fraction === undefined ? {} : { fraction }) }),
      ),
    sandbox: refusing<Sandbox>(() => absent("context.sandbox", 'use "node:fs" and "node:child_process"')),
    outside: refusing<Outside>(() => absent("context.outside", "ask for it in a tool without this sandbox")),
    fetch: () => {
      throw absent("context.fetch", "use Node's own fetch");
    },
    secrets: refusing<Record<string, string>>((name) =>
      absent(
        `context.secrets.${name}`,
        secretNames.includes(name)
          ? "it is filled in by the server only, which this code does not pass; use it in a tool without this sandbox"
          : "this tool was not granted it",
      ),
    ),
  };
}

function absent(member: string, instead: string): Error {
  return new Error(`${member} is not there in a WebContainer: ${instead}.`);
}

/** An object of which every member throws; what a language asks of any object by itself is answered. */
function refusing<T extends object>(why: (member: string) => Error): T {
  return new Proxy(Object.create(null) as T, {
    get(_, member) {
      if (typeof member === "symbol" || member === "then" || member === "toJSON") return undefined;
      throw why(member);
    },
    set(_, member) {
      throw why(String(member));
    },
  });
}
