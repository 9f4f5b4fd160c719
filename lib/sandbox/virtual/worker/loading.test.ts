import { statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PYTHON_BYTES } from "./commands/python/python-engine";
import { LinkedStop } from "./commands/system/linked-stop";
import parts from "./engine-parts.json";
import { onLoading, whileLoading, workingClock } from "./loading";
import { StopSignal } from "./stop-signal";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what a command needs to run", () => {
  test("takes none of its time, nor of a timeout around it", async () => {
    const stop = new StopSignal(50, undefined, 0);
    const inner = new LinkedStop(undefined, 50);
    let finish: () => void = () => {};
    const loaded = whileLoading("Python", 10, () => new Promise<void>((resolve) => (finish = resolve)));
    await vi.advanceTimersByTimeAsync(5000);
    expect([stop.aborted, inner.aborted]).toEqual([false, false]);
    finish();
    await loaded;
    await vi.advanceTimersByTimeAsync(40);
    expect([stop.aborted, inner.aborted]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(20);
    expect([stop.reason, inner.aborted]).toEqual(["timeout", true]);
  });

  test("is followed while it comes, also by whoever looks later, and is over when it fails", async () => {
    const heard: unknown[] = [];
    const end = onLoading((progress) => heard.push(progress?.bytes));
    let took: (bytes: number) => void = () => {};
    let fail: (error: Error) => void = () => {};
    const loaded = whileLoading("Python", 10, (note) => {
      took = note;
      return new Promise<void>((_, reject) => (fail = reject));
    });
    await vi.advanceTimersByTimeAsync(200);
    took(4);
    const later: unknown[] = [];
    const endLater = onLoading((progress) => later.push(progress?.bytes));
    fail(new Error("gone"));
    await expect(loaded).rejects.toThrow("gone");
    end();
    endLater();
    expect([heard, later]).toEqual([
      [0, 4, undefined],
      [4, undefined],
    ]);
    const before = workingClock.lostSoFar();
    await vi.advanceTimersByTimeAsync(10);
    expect(workingClock.lostSoFar()).toBe(before);
  });

  test("is not waited for without end", async () => {
    const loaded = whileLoading("Python", 10, () => new Promise<void>(() => {}));
    const said = expect(loaded).rejects.toThrow("Python was not there after 120 seconds");
    await vi.advanceTimersByTimeAsync(120_000);
    await said;
  });

  test("has the size that its progress counts to", () => {
    const sizes = (["python.mjs", "python.wasm", "python-library.zip"] as const).map(
      (name) => statSync(`node_modules/${parts[name]}`).size,
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBe(PYTHON_BYTES);
  });
});
