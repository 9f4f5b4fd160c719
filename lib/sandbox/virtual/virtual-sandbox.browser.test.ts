import { afterEach, describe, expect, test } from "vitest";
import { sandboxWithShellContract } from "@/lib/testing/sandbox-contract";
import { expectCode, text } from "@/lib/testing/sandbox-expectations";
import { loadSandbox } from "../load-sandbox";
import type { StorageStatus } from "./shell-protocol";
import { VirtualSandbox, type VirtualSandboxOptions } from "./virtual-sandbox";
import { workerChannel } from "./worker-channel";

const WORKER = "/workers/shell.js";
const opened: VirtualSandbox[] = [];

async function create(options: Partial<VirtualSandboxOptions> = {}): Promise<VirtualSandbox> {
  const sandbox = new VirtualSandbox({ connect: workerChannel(WORKER), ...options });
  opened.push(sandbox);
  await sandbox.ready();
  return sandbox;
}

afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.dispose();
});

let sessions = 0;
function newSession(): string {
  sessions += 1;
  return `s_test_${Date.now()}_${sessions}`;
}

sandboxWithShellContract("virtual (worker in Chromium)", {
  create: () => create(),
  createLimited: (byteLimit) => create({ byteLimit }),
});

describe("stopping", () => {
  test("the page is isolated, so memory is shared with the worker", async () => {
    expect(crossOriginIsolated).toBe(true);
    expect((await create()).capabilities.promptStop).toBe(true);
  });

  test("an endless loop stops by the shared flag, in the same worker, with everything written before", async () => {
    const sandbox = await create({ graceMs: 30_000 });
    const controller = new AbortController();
    const running = sandbox.exec("echo 1 > before; while :; do :; done", { signal: controller.signal });
    await expect.poll(() => text(sandbox, "before").catch(() => ""), { timeout: 10_000 }).toBe("1\n");
    const at = performance.now();
    controller.abort();
    await expectCode(running, "aborted");
    expect(performance.now() - at).toBeLessThan(1000);
    expect(await text(sandbox, "before")).toBe("1\n");
  });

  test("reads are answered while a command computes", async () => {
    const sandbox = await create();
    await sandbox.write("f", "here");
    const controller = new AbortController();
    const running = sandbox.exec("while :; do :; done", { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await text(sandbox, "f")).toBe("here");
    expect((await sandbox.glob("*")).paths).toEqual(["f"]);
    controller.abort();
    await expectCode(running, "aborted");
  });

  test("without shared memory the worker is ended and started again with the files intact", async () => {
    const sandbox = await create({ isolated: false, graceMs: 300 });
    await sandbox.write("kept.txt", "kept");
    await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
    const controller = new AbortController();
    const running = sandbox.exec("echo 1 > before; while :; do :; done", { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const queued = sandbox.write("queued.txt", "queued");
    const at = performance.now();
    controller.abort();
    await expectCode(running, "aborted");
    expect(performance.now() - at).toBeLessThan(2000);
    await queued;
    expect((await sandbox.exec("cat kept.txt queued.txt")).stdout).toBe("keptqueued");
    expect((await sandbox.exec("echo x > ro/f")).exitCode).toBe(1);
    await expectCode(sandbox.write("ro/f", "x"), "read-only");
  });

  test("an awk program without end is ended by its deadline, in the same worker, and the shell goes on", async () => {
    const sandbox = await create({ graceMs: 30_000 });
    await expectCode(sandbox.exec("awk 'BEGIN { while (1) { x = x + 1 } }'", { timeoutMs: 500 }), "timeout");
    expect((await sandbox.exec("echo alive")).stdout).toBe("alive\n");
  });

  test("a search that never ends is ended, and other work goes on", { timeout: 60_000 }, async () => {
    const sandbox = await create();
    await sandbox.write("line.txt", `${"a".repeat(45)}!`);
    await expectCode(sandbox.grep("^(?=a)(a+)+$"), "timeout");
    expect(await text(sandbox, "line.txt")).toHaveLength(46);
    expect((await sandbox.grep("!$")).matches).toHaveLength(1);
  });

  test("a worker that cannot be loaded says so instead of hanging", async () => {
    const sandbox = new VirtualSandbox({ connect: workerChannel("/workers/none.js") });
    await expectCode(sandbox.ready(), "failed");
    await expectCode(sandbox.read("f"), "failed");
    await sandbox.dispose();
  });
});

describe.each([
  ["auto", "opfs"],
  ["indexeddb", "indexeddb"],
] as const)("storage: %s", (store, kind) => {
  test("a worker that was ended at once left everything acknowledged", async () => {
    const sessionId = newSession();
    const statuses: StorageStatus[] = [];
    const first = await create({ sessionId, store, onStorage: (status) => statuses.push(status) });
    await first.write("a/b.txt", "one");
    await first.write("bin", Uint8Array.of(0, 255, 10));
    await first.makeDirectory("empty");
    await first.exec("echo two > c.txt; ln -s c.txt link; rm -f a/b.txt; mkdir x; mv c.txt x/");
    await first.mount(new Map([["f", "1"]]), "ro", "read-only");
    await first.write("/tmp/passing", "x");
    await first.dispose();
    const second = await create({ sessionId, store });
    expect(await second.ready()).toEqual({ restored: true });
    expect((await second.list(".")).map(({ name, type }) => `${name}:${type}`)).toEqual([
      "a:directory",
      "bin:file",
      "empty:directory",
      "link:symlink",
      "ro:directory",
      "x:directory",
    ]);
    expect(await second.read("bin")).toEqual(Uint8Array.of(0, 255, 10));
    expect(await text(second, "x/c.txt")).toBe("two\n");
    expect((await second.exec("cat link")).exitCode).toBe(1);
    await expectCode(second.write("ro/f", "x"), "read-only");
    await expectCode(second.stat("/tmp/passing"), "not-found");
    expect(statuses.at(-1)).toMatchObject({ kind });
    expect(statuses.at(-1)?.bytes).toBeGreaterThan(0);
    await second.forget();
    await second.dispose();
    expect(await (await create({ sessionId, store })).ready()).toEqual({ restored: false });
  });

  test("a full store is said loudly, and what is in memory stays and is kept later", async () => {
    const sessionId = newSession();
    const statuses: StorageStatus[] = [];
    const sandbox = await create({
      sessionId,
      store,
      storeByteLimit: 100_000,
      onStorage: (status) => statuses.push(status),
    });
    await sandbox.write("small", "s");
    await sandbox.write("large", new Uint8Array(200_000));
    expect(statuses.at(-1)?.problem?.code).toBe("quota");
    await expectCode(sandbox.flush(), "quota");
    expect((await sandbox.stat("large")).size).toBe(200_000);
    await sandbox.remove("large");
    await sandbox.write("later", "kept");
    expect(statuses.at(-1)?.problem).toBeUndefined();
    await sandbox.flush();
    await sandbox.dispose();
    const again = await create({ sessionId, store });
    expect([await text(again, "small"), await text(again, "later")]).toEqual(["s", "kept"]);
  });

  test("a restart of the worker keeps the stored copy right", async () => {
    const sessionId = newSession();
    const sandbox = await create({ sessionId, store, isolated: false, graceMs: 200 });
    await sandbox.write("f", "1");
    await expectCode(sandbox.exec("awk 'BEGIN { while (1) x++ }'; while :; do :; done", { timeoutMs: 100 }), "timeout");
    await sandbox.write("g", "2");
    await sandbox.dispose();
    const again = await create({ sessionId, store });
    expect([await text(again, "f"), await text(again, "g")]).toEqual(["1", "2"]);
  });
});

test("a second holder of a workspace works, and says that its changes are not kept", async () => {
  const sessionId = newSession();
  await create({ sessionId });
  const statuses: StorageStatus[] = [];
  const second = await create({ sessionId, onStorage: (status) => statuses.push(status) });
  await second.write("f", "x");
  expect(statuses.at(-1)).toMatchObject({ kind: "none", problem: { code: "storage-in-use" } });
});

test("a page that closes before its first files are placed gets them the next time", async () => {
  const sessionId = newSession();
  await (await create({ sessionId })).dispose();
  const { sandbox, restored } = await loadSandbox({ kind: "virtual", sessionId, files: new Map([["a", "1"]]) });
  expect([restored, await text(sandbox, "a")]).toEqual([false, "1"]);
  await sandbox.dispose();
});

test("the loader places files once and finds the workspace again", async () => {
  const sessionId = newSession();
  const files = new Map([["README.md", "# hi"]]);
  const first = await loadSandbox({ kind: "virtual", sessionId, files });
  expect(first.restored).toBe(false);
  await first.sandbox.write("README.md", "changed");
  expect(first.storage.status().kind).toBe("opfs");
  await first.sandbox.dispose();
  const second = await loadSandbox({ kind: "virtual", sessionId, files });
  expect([second.restored, await text(second.sandbox, "README.md")]).toEqual([true, "changed"]);
  await second.sandbox.dispose();
});
