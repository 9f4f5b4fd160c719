import { describe, expect, it } from "vitest";
import { ContainerSlots } from "./container-slots";

const never = new AbortController().signal;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("ContainerSlots", () => {
  it("runs as many at once as there are places, and the next in the order they came", async () => {
    const slots = new ContainerSlots(2);
    const gates = [gate(), gate(), gate(), gate()];
    const begun: number[] = [];
    const all = gates.map(({ opened }, index) =>
      slots.use(never, async () => {
        begun.push(index);
        await opened;
      }),
    );
    await Promise.resolve();
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    gates[1]?.open();
    await all[1];
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(begun).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it("gives the place free when the work throws", async () => {
    const slots = new ContainerSlots(1);
    await expect(slots.use(never, () => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
    expect(await slots.use(never, async () => "next")).toBe("next");
  });

  it("lets go of who was stopped while waiting, and gives the place to the one behind", async () => {
    const slots = new ContainerSlots(1);
    const first = gate();
    const stop = new AbortController();
    const running = slots.use(never, () => first.opened);
    const stopped = slots.use(stop.signal, async () => "never");
    const behind = slots.use(never, async () => "behind");
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    first.open();
    await running;
    expect(await behind).toBe("behind");
  });

  it("does not begin what was stopped before", async () => {
    await expect(new ContainerSlots(1).use(AbortSignal.abort(new Error("too late")), async () => 1)).rejects.toThrow(
      "too late",
    );
  });
});
