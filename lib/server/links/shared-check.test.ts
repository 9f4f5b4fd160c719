import { describe, expect, it } from "vitest";
import { SharedCheck } from "./shared-check";

/** A reading that a test finishes by hand. */
function readings() {
  const open: (() => void)[] = [];
  let count = 0;
  return {
    read: () => {
      count += 1;
      const number = count;
      return new Promise<number>((resolve) => open.push(() => resolve(number)));
    },
    async finish() {
      open.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
    },
    count: () => count,
  };
}

describe("SharedCheck", () => {
  it("never answers with a reading that began before the question, and reads once for all who ask meanwhile", async () => {
    const check = new SharedCheck<number>();
    const reading = readings();
    const first = check.ask("k", reading.read);
    const waiting = Array.from({ length: 200 }, () => check.ask("k", reading.read));
    await reading.finish();
    expect(await first).toBe(1);
    const late = check.ask("k", reading.read);
    await reading.finish();
    expect(await Promise.all(waiting)).toEqual(Array(200).fill(2));
    await reading.finish();
    expect(await late).toBe(3);
    expect(reading.count()).toBe(3);
  });

  it("reads anew after it was idle, and for each key alone", async () => {
    const check = new SharedCheck<number>();
    const reading = readings();
    const one = check.ask("a", reading.read);
    const other = check.ask("b", reading.read);
    await reading.finish();
    await reading.finish();
    expect([await one, await other]).toEqual([1, 2]);
    const again = check.ask("a", reading.read);
    await reading.finish();
    expect(await again).toBe(3);
  });

  it("goes on after a reading that failed", async () => {
    const check = new SharedCheck<number>();
    const failing = check.ask("k", () => Promise.reject(new Error("no storage")));
    const next = check.ask("k", async () => 7);
    await expect(failing).rejects.toThrow("no storage");
    expect(await next).toBe(7);
  });
});
