import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { type Outside, OutsideError } from "@/lib/core/tool/outside";
import { createOutsideLine } from "./guest/outside-line";
import { createOutsideDoor } from "./host/outside-door";
import { type GuestMessage, guestMessageSchema, type HostMessage, hostMessageSchema } from "./protocol";

const afterThisTest: (() => void)[] = [];
afterEach(() => {
  for (const close of afterThisTest.splice(0)) close();
});

/** The outside as a tool sees it: every request crosses a real port, parsed on both sides. */
function overPort(ask: Outside["ask"] | undefined) {
  const { port1: page, port2: guest } = new MessageChannel();
  const door = createOutsideDoor(ask === undefined ? undefined : { ask }, (message) => page.postMessage(message));
  const line = createOutsideLine((message) => guest.postMessage(message));
  page.onmessage = ({ data }: MessageEvent<GuestMessage>) => {
    const message = guestMessageSchema.parse(data);
    if (message.type === "outside-cancel") door.cancel(message.id);
    if (message.type !== "outside-ask") return;
    const refusal = door.ask(message);
    if (refusal) page.postMessage({ type: "outside-refusal", id: message.id, ...refusal });
  };
  guest.onmessage = ({ data }: MessageEvent<HostMessage>) => {
    const message = hostMessageSchema.parse(data);
    if (message.type === "outside-answer" || message.type === "outside-refusal") line.receive(message);
  };
  afterThisTest.push(() => {
    page.close();
    guest.close();
  });
  return { outside: line.outsideFor("c_1"), door };
}

/** A service that works until it is ended. */
function endless() {
  const ended = vi.fn();
  const ask = vi.fn<Outside["ask"]>(
    (service, _input, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => {
          ended(service);
          reject(new OutsideError("outside-stopped", "It was stopped."));
        });
      }),
  );
  return { ask, ended };
}

const code = (code: string) => expect.objectContaining({ name: "OutsideError", code });

describe("the outside behind the port", () => {
  test("carries input, settings and answer as they are, without what is undefined", async () => {
    const ask = vi.fn<Outside["ask"]>(async (service, input) => ({ service, input }));
    const { outside } = overPort(ask);
    const input = { deep: [{ a: null, b: 1.5 }], gone: undefined as unknown as JsonValue };
    expect(await outside.ask("sql", input, { settings: { table: "t" } })).toEqual({
      service: "sql",
      input: { deep: [{ a: null, b: 1.5 }] },
    });
    expect(ask.mock.calls[0]?.[2]).toMatchObject({ settings: { table: "t" }, signal: expect.any(AbortSignal) });
  });

  test("passes on a refusal with its code, and whatever else a service throws in words", async () => {
    const { outside } = overPort(async (service) => {
      throw service === "a" ? new OutsideError("outside-not-approved", "Nobody approved it.") : new Error("broken");
    });
    await expect(outside.ask("a", {})).rejects.toMatchObject({
      code: "outside-not-approved",
      message: "Nobody approved it.",
    });
    await expect(outside.ask("b", {})).rejects.toMatchObject({ code: "outside-failed", message: "broken" });
  });

  test("refuses what is no JSON, on both sides", async () => {
    const { outside } = overPort(async () => (() => 1) as unknown as JsonValue);
    const cycle: { [key: string]: JsonValue } = {};
    cycle.self = cycle;
    await expect(outside.ask("a", cycle)).rejects.toEqual(code("outside-invalid-input"));
    await expect(outside.ask("a", { big: 1n as unknown as number })).rejects.toEqual(code("outside-invalid-input"));
    await expect(outside.ask("a", {})).rejects.toEqual(code("outside-failed"));
  });

  test("says that nothing reaches outside where nothing does", async () => {
    await expect(overPort(undefined).outside.ask("a", {})).rejects.toEqual(code("outside-missing"));
  });

  test("ends the work when its signal aborts, before and after it began", async () => {
    const { ask, ended } = endless();
    const { outside } = overPort(ask);
    const controller = new AbortController();
    const first = outside.ask("first", {}, { signal: controller.signal });
    const second = outside.ask("second", {});
    second.catch(() => undefined);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    controller.abort();
    await expect(first).rejects.toEqual(code("outside-stopped"));
    await vi.waitFor(() => expect(ended.mock.calls.flat()).toEqual(["first"]));
    await expect(outside.ask("never", {}, { signal: controller.signal })).rejects.toEqual(code("outside-stopped"));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test("ends everything when the call has to end, says so, and begins nothing more", async () => {
    const { ask, ended } = endless();
    const { outside, door } = overPort(ask);
    const asked = ["a", "b"].map((service) => outside.ask(service, {}));
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    door.stop();
    for (const one of asked) await expect(one).rejects.toEqual(code("outside-stopped"));
    expect(ended.mock.calls.flat()).toEqual(["a", "b"]);
    await expect(outside.ask("c", {})).rejects.toEqual(code("outside-stopped"));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test("answers nothing after the call is over, and ends what still works for it", async () => {
    const { ask, ended } = endless();
    const { outside, door } = overPort(ask);
    const settled = vi.fn();
    outside.ask("a", {}).then(settled, settled);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    door.close();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(settled).not.toHaveBeenCalled();
  });

  test("keeps at most 32 requests open and 10,000 in all, and none beyond 16 MB", async () => {
    const { ask } = endless();
    const { outside, door } = overPort(ask);
    const many = Array.from({ length: 40 }, () => outside.ask("a", {}));
    for (const one of many.slice(32)) await expect(one).rejects.toEqual(code("outside-busy"));
    for (const one of many.slice(0, 32)) one.catch(() => undefined);
    expect(ask).toHaveBeenCalledTimes(32);
    door.stop();

    const quick = overPort(async () => null);
    await expect(quick.outside.ask("a", { text: "x".repeat(16_000_000) })).rejects.toEqual(code("outside-too-large"));
    for (let round = 0; round < 9_999; round += 1) await quick.outside.ask("a", {});
    await expect(quick.outside.ask("a", {})).rejects.toEqual(code("outside-busy"));
  });
});
