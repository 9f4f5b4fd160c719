import { createStore, type StoreApi } from "zustand/vanilla";
import { ok, type Result } from "@/lib/core/errors/result";
import type { SaveSecretInput } from "@/lib/core/session/session-secrets";
import { secretHandle } from "@/lib/core/tool/secret-handle";
import type { ServerPort } from "./server-port";
import type { SecretsState } from "./workbench-types";

export interface SecretKeeper {
  readonly store: StoreApi<SecretsState>;
  refresh(): Promise<Result<void>>;
  save(input: Omit<SaveSecretInput, "sessionId">): Promise<Result<void>>;
  remove(name: string): Promise<Result<void>>;
  /** By name, what a tool is given in the place of the values it was granted. Empty when the server cannot be asked. */
  handlesFor(tool: string): Promise<Record<string, string>>;
}

/** What the page knows of a session's secrets: names, grants and uses. A value passes through on its way to the server. */
export function createSecretKeeper(options: {
  sessionId: string;
  server: Pick<ServerPort, "listSecrets" | "saveSecret" | "removeSecret" | "listSecretUses">;
}): SecretKeeper {
  const { sessionId, server } = options;
  const store = createStore<SecretsState>(() => ({
    secrets: [],
    offered: [],
    uses: [],
    loaded: false,
    problem: undefined,
  }));
  let firstReading: Promise<void> | undefined;

  async function readGrants(): Promise<Result<void>> {
    const listed = await server.listSecrets({ sessionId });
    if (!listed.ok) {
      store.setState({ problem: listed.problem });
      return listed;
    }
    store.setState({ ...listed.value, loaded: true, problem: undefined });
    return ok(undefined);
  }

  async function refresh(): Promise<Result<void>> {
    const [grants, uses] = await Promise.all([readGrants(), server.listSecretUses({ sessionId })]);
    if (uses.ok) store.setState({ uses: uses.value });
    else store.setState({ problem: uses.problem });
    return grants.ok && !uses.ok ? uses : grants;
  }

  async function thenRefresh(changed: Result<void>): Promise<Result<void>> {
    if (changed.ok) await refresh();
    return changed;
  }

  return {
    store,
    refresh,
    save: async (input) => thenRefresh(await server.saveSecret({ ...input, sessionId })),
    remove: async (name) => thenRefresh(await server.removeSecret({ sessionId, name })),
    async handlesFor(tool) {
      // All wait for the one reading, so that calls begin in the order they were made.
      firstReading ??= readGrants().then((read) => {
        if (!read.ok) firstReading = undefined;
      });
      await firstReading;
      const granted = store.getState().secrets.filter(({ tools }) => tools.includes(tool) || tools.includes("*"));
      return Object.fromEntries(granted.map(({ name }) => [name, secretHandle(name)]));
    },
  };
}
