// @vitest-environment jsdom
import type { WebContainer } from "@webcontainer/api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BootController } from "./boot-controller";

/*
 * What the time limits are, without waiting for them. How the controller gets on with the real client is in the browser test.
 */
const ORIGIN = "https://host.example";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response()),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function silentHost(): BootController {
  const boot = () => new Promise<WebContainer>(() => {});
  return new BootController({ origin: ORIGIN, loadClient: async () => ({ boot }), isIsolated: () => true });
}

describe("the time that a boot gets", () => {
  it("is 15 s for a first sign of the host", async () => {
    const controller = silentHost();
    const ended = controller.start().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(controller.state()).toEqual({ phase: "booting" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await ended).toBe("The WebContainer host did not answer within 15 s.");
    expect(controller.state()).toMatchObject({ phase: "unavailable", problem: { code: "no-answer" } });
  });

  it("is 25 s as a whole once the host has given one", async () => {
    const controller = silentHost();
    const ended = controller.start().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(1000);
    dispatchEvent(new MessageEvent("message", { origin: ORIGIN, data: { type: "init" } }));
    await vi.advanceTimersByTimeAsync(23_000);
    expect(controller.state()).toEqual({ phase: "booting" });
    await vi.advanceTimersByTimeAsync(1500);
    expect(await ended).toBe("The WebContainer did not start within 25 s.");
  });

  it("is not lengthened by a greeting of somebody else", async () => {
    const controller = silentHost();
    const ended = controller.start().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(1000);
    dispatchEvent(new MessageEvent("message", { origin: "https://evil.example", data: { type: "init" } }));
    await vi.advanceTimersByTimeAsync(14_500);
    expect(await ended).toContain("did not answer within 15 s");
  });
});
