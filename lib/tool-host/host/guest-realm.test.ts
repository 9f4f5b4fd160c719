import { afterEach, describe, expect, test, vi } from "vitest";
import type { Outside } from "@/lib/core/tool/outside";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { createGuestRealm } from "./guest-realm";
import type { ExecutePorts } from "./tool-host-types";

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A realm whose guest is this test: it may say anything, like code that got hold of the port. */
function hostileRealm() {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const onEnd = vi.fn();
  const realm = createGuestRealm(1, port1, onEnd);
  const heard: unknown[] = [];
  port2.onmessage = ({ data }) => heard.push(data);
  return { realm, onEnd, heard, say: (message: unknown) => port2.postMessage(message) };
}

function ports(sandbox = new MemorySandbox()): ExecutePorts & { lines: string[] } {
  const lines: string[] = [];
  return {
    sandbox,
    signal: new AbortController().signal,
    deadlineMs: 1000,
    onLog: (text) => lines.push(text),
    onProgress: () => undefined,
    lines,
  };
}

describe("a realm", () => {
  test("lets a call use its own sandbox, and nobody another's or one that is over", async () => {
    const { realm, heard, say } = hostileRealm();
    const mine = new MemorySandbox({ files: new Map([["a", "mine"]]) });
    realm.openCall("c_1", ports(mine));
    say({ type: "ask", id: 1, callId: "c_1", request: { method: "stat", path: "a" } });
    say({ type: "ask", id: 2, callId: "c_2", request: { method: "write", path: "a", data: "stolen" } });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toContainEqual({ type: "answer", id: 1, value: expect.objectContaining({ type: "file" }) });
    expect(heard).toContainEqual({ type: "refusal", id: 2, fault: expect.objectContaining({ code: "disposed" }) });

    realm.closeCall("c_1");
    say({ type: "ask", id: 3, callId: "c_1", request: { method: "write", path: "late", data: "x" } });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard[2]).toMatchObject({ type: "refusal", id: 3, fault: { code: "disposed" } });
    expect(await mine.list(".")).toHaveLength(1);
  });

  test("takes log lines only from a live call, and only so many", async () => {
    const { realm, say } = hostileRealm();
    const mine = ports();
    realm.openCall("c_1", mine);
    say({ type: "log", callId: "c_2", text: "not mine" });
    for (let line = 0; line < 3000; line += 1) say({ type: "log", callId: "c_1", text: `${line}` });
    await vi.waitFor(() => expect(mine.lines).toHaveLength(2001));
    expect(mine.lines[0]).toBe("0");
    expect(mine.lines.at(-1)).toContain("the rest is not shown");
  });

  test("lets a call that has ended say what went wrong afterwards, in a few lines and in words only", async () => {
    const { realm, say, heard } = hostileRealm();
    const mine = ports();
    realm.openCall("c_1", mine);
    realm.closeCall("c_1");
    say({ type: "progress", callId: "c_1", text: "still going" });
    for (let line = 0; line < 100; line += 1) say({ type: "log", callId: "c_1", text: `late ${line}` });
    say({ type: "ask", id: 1, callId: "c_1", request: { method: "stat", path: "a" } });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(mine.lines).toHaveLength(20);
    expect(mine.lines[0]).toBe("late 0");
    expect(heard[0]).toMatchObject({ type: "refusal" });
  });

  test("takes reports of caches that are well formed and not too many, and keeps the newest", async () => {
    const { realm, say, heard } = hostileRealm();
    const told = vi.fn();
    realm.onCaches = told;
    const report = { tool: "t", prefix: "p:", strategy: "exact", storage: "memory", lifetimeMs: 1, maxSize: 1 };
    const counts = { hits: 0, misses: 0, evictions: 0, size: 0 };
    const caches = [{ ...report, ...counts, entries: [] }];
    for (const wrong of [
      [{ ...report, ...counts, entries: Array(201).fill({}) }],
      [{ ...report, ...counts, hits: -1, entries: [] }],
      Array(51).fill(caches[0]),
      [{ ...report, ...counts, tool: "x".repeat(201), entries: [] }],
      "caches",
    ]) {
      say({ type: "cache-report", caches: wrong });
    }
    for (let round = 0; round < 500; round += 1) say({ type: "cache-report", caches });
    await vi.waitFor(() => expect(realm.caches).toEqual(caches));
    expect(told.mock.calls.length).toBeLessThan(20);
    expect(realm.ended).toBeUndefined();
    realm.commandCache("t", { kind: "clear" }, false);
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toEqual({ type: "cache-command", tool: "t", command: { kind: "clear" }, removed: false });
  });

  test("lets a call ask the outside for itself only, and not when it is over", async () => {
    const { realm, heard, say } = hostileRealm();
    const ask = vi.fn(async (service: string) => service);
    realm.openCall("c_1", { ...ports(), outside: { ask } });
    const request = { type: "outside-ask", service: "sql", input: {}, settings: {} };
    say({ ...request, id: 1, callId: "c_1" });
    say({ ...request, id: 2, callId: "c_2" });
    say({ ...request, id: 3, callId: "__proto__" });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard).toContainEqual({ type: "outside-answer", id: 1, value: "sql" });
    for (const id of [2, 3]) {
      expect(heard).toContainEqual(expect.objectContaining({ type: "outside-refusal", id, code: "outside-stopped" }));
    }
    realm.closeCall("c_1");
    say({ ...request, id: 4, callId: "c_1" });
    await vi.waitFor(() => expect(heard).toHaveLength(4));
    expect(heard[3]).toMatchObject({ type: "outside-refusal", id: 4, code: "outside-stopped" });
    expect(ask).toHaveBeenCalledOnce();
  });

  test("ends what works for a call as soon as it is asked to end, and with itself", async () => {
    const { realm, say } = hostileRealm();
    const ended: string[] = [];
    const ask = vi.fn<Outside["ask"]>(
      (service, _input, options) =>
        new Promise(() => options?.signal?.addEventListener("abort", () => ended.push(service))),
    );
    for (const callId of ["c_1", "c_2"]) {
      realm.openCall(callId, { ...ports(), outside: { ask } });
      say({ type: "outside-ask", id: 1, callId, service: callId, input: {}, settings: {} });
    }
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    realm.abort("c_1", { kind: "person", name: "Ann" });
    expect(ended).toEqual(["c_1"]);
    realm.end("lost");
    expect(ended).toEqual(["c_1", "c_2"]);
  });

  test("is ended when it floods the page with requests that are refused", async () => {
    const { realm, heard, onEnd, say } = hostileRealm();
    const ask = vi.fn<Outside["ask"]>(() => new Promise(() => undefined));
    realm.openCall("c_1", { ...ports(), outside: { ask } });
    for (let id = 0; id < 3000; id += 1) {
      say({ type: "outside-ask", id, callId: "c_1", service: "a", input: {}, settings: {} });
    }
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(realm.ended).toBe("flooded");
    expect(ask).toHaveBeenCalledTimes(32);
    expect(heard.length).toBeLessThanOrEqual(1000);
  });

  test("refuses a reply that is not what was asked for", async () => {
    const { realm, heard, say } = hostileRealm();
    const reply = realm.request<"prepare">({ type: "prepare", callId: "c", tool: "t", arguments: {} });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    say({ type: "reply", id: 1, value: { ok: true, canonical: "not an object", needsApproval: "no" } });
    expect(await reply).toMatchObject({ ok: false, fault: expect.stringContaining("well formed") });
  });

  test("refuses a reply whose depth would break its readers", async () => {
    const { realm, heard, say } = hostileRealm();
    const reply = realm.request<"prepare">({ type: "prepare", callId: "c", tool: "t", arguments: {} });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    let deep: unknown = 1;
    for (let level = 0; level < 700; level += 1) deep = { deep };
    say({ type: "reply", id: 1, value: { ok: true, canonical: { deep }, needsApproval: false, sideEffects: [] } });
    expect(await reply).toMatchObject({ ok: false, fault: expect.stringContaining("JSON object") });
  });

  test("is ended when it only says what makes no sense", async () => {
    const { realm, onEnd, say } = hostileRealm();
    const waiting = realm.request<"ping">({ type: "ping" });
    for (let message = 0; message < 30; message += 1) say({ type: "nonsense" });
    expect(await waiting).toEqual({ ok: false, end: "broke-protocol" });
    expect(onEnd).toHaveBeenCalledOnce();
    expect(await realm.request<"ping">({ type: "ping" })).toEqual({ ok: false, end: "broke-protocol" });
  });

  test("settles everything that waits when it ends", async () => {
    const { realm } = hostileRealm();
    const all = [1, 2, 3].map(() => realm.request<"ping">({ type: "ping" }));
    realm.end("lost");
    expect(await Promise.all(all)).toEqual(Array(3).fill({ ok: false, end: "lost" }));
    expect(await realm.ready).toBe(false);
  });
});
