import { afterEach, describe, expect, test } from "vitest";
import { framesOf, freshClient, openHost, type StandInHost } from "@/lib/testing/webcontainer-stand-in/open-host";
import { BootController, type BootControllerOptions } from "./boot-controller";

const QUICK = { preflightMs: 500, answerMs: 700, bootMs: 1200 };

/** A controller over a client that was just loaded, with time limits that a test can wait for. */
function controllerFor(host: StandInHost, options: Partial<BootControllerOptions> = {}): BootController {
  return new BootController({ origin: host.origin, loadClient: () => freshClient(host.origin), ...QUICK, ...options });
}

const PATIENT = { preflightMs: 5000, answerMs: 15_000, bootMs: 25_000 };
const controllers: BootController[] = [];
function patient(host: StandInHost, options: Partial<BootControllerOptions> = {}): BootController {
  const controller = controllerFor(host, { ...PATIENT, ...options });
  controllers.push(controller);
  return controller;
}

afterEach(() => {
  for (const controller of controllers.splice(0)) controller.teardown();
  for (const frame of document.querySelectorAll("iframe")) frame.remove();
});

function problemOf(controller: BootController) {
  const state = controller.state();
  return state.phase === "unavailable" ? state.problem : undefined;
}

describe("a host that is there", () => {
  test("the unmodified client boots against it, with every phase told", async () => {
    const host = await openHost();
    const controller = patient(host, { workdirName: "workspace" });
    const phases: string[] = [controller.state().phase];
    controller.subscribe(() => phases.push(controller.state().phase));
    const container = await controller.start();
    expect(container.workdir).toBe("/home/workspace");
    expect(phases).toEqual(["idle", "checking", "booting", "ready"]);
  });

  test("two starts are one boot, and a start of what is ready gives the same", async () => {
    const host = await openHost();
    const controller = patient(host);
    const [first, second] = await Promise.all([controller.start(), controller.start()]);
    expect(second).toBe(first);
    expect(await controller.start()).toBe(first);
    // Once as a preflight, once in the frame.
    expect((await host.seen()).loads).toBe(2);
  });

  test.each(["require-corp", "credentialless"] as const)("it is asked for its page with coep %s", async (coep) => {
    const host = await openHost();
    await patient(host, { coep }).start();
    expect((await host.seen()).queries.at(-1)).toContain(`coep=${coep}`);
  });

  test("after a teardown a new one starts, empty", async () => {
    const host = await openHost();
    const controller = patient(host);
    const first = await controller.start();
    await first.fs.writeFile("left.txt", "x");
    controller.teardown();
    expect(controller.state()).toEqual({ phase: "idle" });
    const second = await controller.start();
    expect(second).not.toBe(first);
    expect(await second.fs.readdir(".")).toEqual([]);
  });

  test("a container that somebody else booted is told as the reason", async () => {
    const host = await openHost();
    const client = await freshClient(host.origin);
    const foreign = await client.boot({ coep: "require-corp" });
    const controller = patient(host, { loadClient: async () => client });
    await expect(controller.start()).rejects.toThrow("Only a single WebContainer instance can be booted");
    expect(problemOf(controller)).toMatchObject({ code: "boot-refused", again: "retry" });
    foreign.teardown();
    await expect(controller.start()).resolves.toBeDefined();
  });
});

describe("a host that is not", () => {
  test("a page that is not isolated asks nobody", async () => {
    const host = await openHost();
    const controller = controllerFor(host, { isIsolated: () => false });
    await expect(controller.start()).rejects.toMatchObject({ name: "SandboxError", code: "failed" });
    expect(problemOf(controller)).toMatchObject({ code: "not-isolated", again: "reload" });
    expect((await host.seen()).loads).toBe(0);
    expect(framesOf(host.origin)).toEqual([]);
  });

  test("a refused port is known at once, without a frame", async () => {
    const host = await openHost();
    await host.down();
    const controller = patient(host);
    const before = performance.now();
    await expect(controller.start()).rejects.toThrow("cannot be reached");
    expect(performance.now() - before).toBeLessThan(3000);
    expect(problemOf(controller)).toMatchObject({ code: "host-unreachable", again: "retry" });
    expect(framesOf(host.origin)).toEqual([]);
  });

  test("a black hole is given up after the preflight's time", async () => {
    const host = await openHost({ blackHole: true });
    const controller = controllerFor(host);
    await expect(controller.start()).rejects.toThrow("cannot be reached");
    expect(problemOf(controller)?.code).toBe("host-unreachable");
  });

  test("a page that never says hello is given up by the watchdog", async () => {
    const host = await openHost({ silent: true });
    const controller = patient(host, { answerMs: QUICK.answerMs });
    await expect(controller.start()).rejects.toThrow("did not answer within 1 s");
    expect(problemOf(controller)).toMatchObject({ code: "no-answer", again: "retry" });
  });

  test("a runtime that never gets ready is given up, and a reload is what helps", async () => {
    const host = await openHost({ stuckBuild: true });
    // Long enough for the first sign of a runtime on a machine that has other work.
    const controller = patient(host, { bootMs: 8000 });
    await expect(controller.start()).rejects.toThrow("did not start within 8 s");
    expect(problemOf(controller)).toMatchObject({ code: "boot-stuck", again: "reload" });
  });

  test("a runtime that refuses to start says why, and may be asked again", async () => {
    const host = await openHost({ refuseBuild: true });
    const controller = patient(host);
    await expect(controller.start()).rejects.toThrow("out of memory");
    expect(problemOf(controller)).toMatchObject({ code: "boot-refused", again: "retry" });
  });

  test("a client that cannot be loaded is told", async () => {
    const host = await openHost();
    const controller = controllerFor(host, { loadClient: () => Promise.reject(new Error("offline")) });
    await expect(controller.start()).rejects.toThrow("client could not be loaded");
    expect(problemOf(controller)?.code).toBe("client-missing");
  });
});

describe("trying again without a reload", () => {
  test("a host that was down and is up now", async () => {
    const host = await openHost();
    await host.down();
    const controller = patient(host);
    await expect(controller.start()).rejects.toThrow();
    await host.up();
    await controller.start();
    expect(controller.state().phase).toBe("ready");
  });

  test("a frame that stayed silent is loaded again, and the first boot goes on", async () => {
    const host = await openHost({ silent: true });
    let boots = 0;
    const client = await freshClient(host.origin);
    const counted = {
      boot(options?: object) {
        boots += 1;
        return client.boot(options);
      },
    };
    const controller = controllerFor(host, { loadClient: async () => counted, answerMs: 4000, bootMs: 45_000 });
    await expect(controller.start()).rejects.toThrow("did not answer");
    await host.set({});
    const container = await controller.start();
    expect(await container.fs.readdir(".")).toEqual([]);
    expect(boots).toBe(1);
    expect(framesOf(host.origin)).toHaveLength(1);
    controller.teardown();
  });

  test("a container that comes after the time limit is offered, and taken without another load", async () => {
    const host = await openHost({ slowMs: 1500 });
    const controller = controllerFor(host);
    await expect(controller.start()).rejects.toThrow("did not answer");
    await expect.poll(() => problemOf(controller)?.code, { timeout: 40_000 }).toBe("answered-late");
    const { loads } = await host.seen();
    await controller.start();
    expect(controller.state().phase).toBe("ready");
    // The preflight only.
    expect((await host.seen()).loads).toBe(loads + 1);
    controller.teardown();
  });
});

describe("ending", () => {
  test("a start that was cancelled ends, and what arrives later is put away", async () => {
    const host = await openHost({ slowMs: 600 });
    const client = await freshClient(host.origin);
    const booted: Promise<unknown>[] = [];
    const kept = {
      boot(options?: object) {
        const promise = client.boot(options);
        booted.push(promise);
        return promise;
      },
    };
    const controller = patient(host, { loadClient: async () => kept });
    const starting = controller.start();
    await expect.poll(() => booted.length, { timeout: 5000 }).toBe(1);
    controller.cancel();
    await expect(starting).rejects.toMatchObject({ code: "aborted" });
    expect(controller.state()).toEqual({ phase: "idle" });
    await booted[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(controller.state()).toEqual({ phase: "idle" });
    // The first was put away, so another may be made.
    await controller.start();
    expect(booted).toHaveLength(2);
  });

  test("a preflight that fails after a cancel is not told", async () => {
    const host = await openHost({ blackHole: true });
    const controller = controllerFor(host);
    const starting = controller.start();
    controller.cancel();
    await expect(starting).rejects.toMatchObject({ code: "aborted" });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(controller.state()).toEqual({ phase: "idle" });
  });

  test("a container that is lost is told, and only a reload makes another", async () => {
    const host = await openHost();
    const controller = patient(host);
    await controller.start();
    controller.lost();
    expect(problemOf(controller)).toMatchObject({ code: "container-lost", again: "reload" });
  });
});
