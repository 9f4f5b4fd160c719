import { afterEach, describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { NodeRuntime, RunningNode } from "@/lib/sandbox/load-node-runtime";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import type { ContainerState } from "@/lib/sandbox/webcontainer/boot-controller";
import { createRuntimeController } from "./runtime-controller";
import type { RuntimeState } from "./workbench-types";

/** A runtime whose start the test decides. */
function actedNode() {
  let state: ContainerState = { phase: "idle" };
  const listeners = new Set<() => void>();
  const opened: { base: Sandbox; onLost(): void; node: RunningNode; disposed: boolean }[] = [];
  let answer: (() => Promise<void>) | undefined;
  const set = (next: ContainerState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const runtime: NodeRuntime = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async open(base, { onLost }) {
      set({ phase: "booting" });
      await answer?.();
      set({ phase: "ready" });
      const sandbox = new MemorySandbox();
      const entry = { base, onLost, disposed: false, node: { sandbox, ports: noPorts } };
      sandbox.dispose = async () => {
        entry.disposed = true;
      };
      opened.push(entry);
      return entry.node;
    },
    teardown: () => set({ phase: "idle" }),
    lost: () =>
      set({
        phase: "unavailable",
        problem: { code: "container-lost", message: "It stopped answering.", fix: "Reload the page.", again: "reload" },
      }),
  };
  const answerWith = (next: () => Promise<void>): void => {
    answer = next;
  };
  return { runtime, opened, set, answerWith };
}

const noPorts: RunningNode["ports"] = {
  list: () => [{ port: 3000, url: "https://p.example", ready: true }],
  subscribe: () => () => {},
};

function make(options: { chosen?: boolean } = {}) {
  const base = new MemorySandbox();
  const node = actedNode();
  let chosen = options.chosen ?? false;
  const store = createStore<RuntimeState>(() => ({
    offer: { host: "stackblitz.com" },
    phase: "idle",
    problem: undefined,
    dismissed: false,
    openPorts: [],
  }));
  const choice = {
    read: () => chosen,
    write(wanted: boolean) {
      chosen = wanted;
    },
  };
  const controller = createRuntimeController(store, { node: node.runtime, choice }, async () => base);
  controllers.push(controller);
  return { base, node, store, controller, chosen: () => chosen };
}

const controllers: { dispose(): void }[] = [];
afterEach(() => {
  for (const controller of controllers.splice(0)) controller.dispose();
});

describe("the runtime of a session", () => {
  it("is the embedded shell until the person asks for Node, and nothing is loaded before", async () => {
    const { base, controller, node, store } = make();
    controller.follow(true);
    expect(await controller.sandbox()).toBe(base);
    expect(node.opened).toEqual([]);
    expect(store.getState().phase).toBe("idle");
  });

  it("is Node over the same files once it is up, is remembered, and shows what is served", async () => {
    const { base, controller, node, store, chosen } = make();
    expect(await controller.start()).toEqual({ ok: true, value: undefined });
    expect(node.opened[0]?.base).toBe(base);
    expect(await controller.sandbox()).toBe(node.opened[0]?.node.sandbox);
    expect(store.getState()).toMatchObject({ phase: "ready", problem: undefined, openPorts: [{ port: 3000 }] });
    expect(chosen()).toBe(true);
  });

  it("starts once when asked twice", async () => {
    const { controller, node } = make();
    await Promise.all([controller.start(), controller.start()]);
    await controller.start();
    expect(node.opened).toHaveLength(1);
  });

  it("starts by itself where it was chosen in this browser before", async () => {
    const { controller, node } = make({ chosen: true });
    controller.follow(true);
    await expect.poll(() => node.opened.length).toBe(1);
  });

  it("stays the embedded shell when the start fails, and says why until that was read", async () => {
    const { base, controller, node, store, chosen } = make();
    const problem = { code: "host-unreachable", message: "Not reached.", fix: "Retry.", again: "retry" } as const;
    node.answerWith(async () => {
      node.set({ phase: "unavailable", problem });
      throw new SandboxError("failed", problem.message);
    });
    expect(await controller.start()).toMatchObject({ ok: false, problem: { code: "host-unreachable" } });
    expect(await controller.sandbox()).toBe(base);
    expect(store.getState()).toMatchObject({ phase: "unavailable", again: "retry", dismissed: false });
    expect(chosen()).toBe(false);
    controller.dismiss();
    expect(store.getState()).toMatchObject({ phase: "unavailable", dismissed: true });
    node.answerWith(async () => {});
    expect((await controller.start()).ok).toBe(true);
    expect(store.getState().phase).toBe("ready");
  });

  it("says also when the container booted and the files did not come in", async () => {
    const { controller, node, store } = make();
    node.answerWith(async () => {
      throw new SandboxError("failed", "The WebContainer failed: EIO");
    });
    expect((await controller.start()).ok).toBe(false);
    expect(store.getState()).toMatchObject({
      phase: "unavailable",
      problem: { message: "The WebContainer failed: EIO" },
    });
  });

  it("goes back to the embedded shell when Node is lost in the middle, and says so", async () => {
    const { base, controller, node, store } = make();
    await controller.start();
    node.opened[0]?.onLost();
    expect(await controller.sandbox()).toBe(base);
    expect(node.opened[0]?.disposed).toBe(true);
    expect(store.getState()).toMatchObject({ phase: "unavailable", again: "reload", openPorts: [] });
  });

  it("goes back when the person wants, and forgets the choice", async () => {
    const { base, controller, node, store, chosen } = make();
    await controller.start();
    controller.stop();
    expect(await controller.sandbox()).toBe(base);
    expect([store.getState().phase, chosen(), node.opened[0]?.disposed]).toEqual(["idle", false, true]);
  });

  it("puts away a start that was cancelled", async () => {
    const { base, controller, node, store, chosen } = make();
    let go = (): void => {};
    node.answerWith(
      () =>
        new Promise((resolve) => {
          go = resolve;
        }),
    );
    const starting = controller.start();
    await expect.poll(() => store.getState().phase).toBe("booting");
    controller.stop();
    go();
    expect(await starting).toMatchObject({ ok: false, problem: { code: "aborted" } });
    expect(await controller.sandbox()).toBe(base);
    expect([chosen(), node.opened[0]?.disposed]).toEqual([false, true]);
  });

  it("leaves with the workspace when another tab takes it", async () => {
    const { controller, node, store, chosen } = make();
    await controller.start();
    controller.follow(false);
    expect([store.getState().phase, node.opened[0]?.disposed, chosen()]).toEqual(["idle", true, true]);
    controller.follow(true);
    await expect.poll(() => node.opened.length).toBe(2);
  });

  it("is the embedded shell alone where no Node is offered", async () => {
    const base = new MemorySandbox();
    const store = createStore<RuntimeState>(() => ({
      offer: undefined,
      phase: "idle",
      problem: undefined,
      dismissed: false,
      openPorts: [],
    }));
    const controller = createRuntimeController(store, undefined, async () => base);
    controller.follow(true);
    expect(await controller.start()).toMatchObject({ ok: false, problem: { code: "not-supported" } });
    expect(await controller.sandbox()).toBe(base);
  });
});
