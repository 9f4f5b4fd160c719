import { describe, expect, test, vi } from "vitest";
import { fail, ok } from "@/lib/core/errors/result";
import { OutsideError } from "@/lib/core/tool/outside";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import type { ServerPort } from "../server-port";
import { createOutsideRouter, type OutsideCall } from "./create-outside";
import type { PageService } from "./page-service";

type Server = Pick<ServerPort, "askService" | "stopService">;

/** A server whose streams the test writes. */
function handFed() {
  const streams: ReadableStreamDefaultController<ServiceEvent>[] = [];
  const askService = vi.fn<Server["askService"]>(async () =>
    ok(
      new ReadableStream<ServiceEvent>({
        start: (controller) => {
          streams.push(controller);
        },
      }),
    ),
  );
  const stopService = vi.fn<Server["stopService"]>(async () => ok(undefined));
  const end = (index: number, event: ServiceEvent) => {
    streams[index]?.enqueue(event);
    streams[index]?.close();
  };
  return { askService, stopService, streams, end };
}

function routerOver(server: Server, services: PageService[] = []) {
  return createOutsideRouter({ sessionId: "s_1", server, services, now: () => 1_000 });
}

function callOf(more: Partial<OutsideCall> = {}): OutsideCall {
  return {
    runId: "r_1",
    runnerId: "t_1",
    callId: "c_1",
    sandbox: new MemorySandbox(),
    endsAt: 61_000,
    progress: () => undefined,
    log: () => undefined,
    ...more,
  };
}

const end = (value: string): ServiceEvent => ({ type: "end", value });
const code = (expected: string) => expect.objectContaining({ name: "OutsideError", code: expected });

describe("the outside of a call", () => {
  test("asks the page's own services first, with the call's sandbox, and nobody else", async () => {
    const server = handFed();
    const ask = vi.fn<PageService["ask"]>(async () => "here");
    const call = callOf();
    const outside = routerOver(server, [{ name: "sql", ask }]).forCall(call);
    expect(await outside.ask("sql", { q: 1 }, { settings: { t: 2 } })).toBe("here");
    expect(ask).toHaveBeenCalledWith(
      { q: 1 },
      expect.objectContaining({ settings: { t: 2 }, callId: "c_1", runId: "r_1", sandbox: call.sandbox }),
    );
    expect(server.askService).not.toHaveBeenCalled();
  });

  test("asks the server for everything else, counting the uses, within the time the call still has", async () => {
    const server = handFed();
    const progress = vi.fn();
    const outside = routerOver(server).forCall(callOf({ progress }));
    const first = outside.ask("mail", { to: "a" });
    await vi.waitFor(() => expect(server.streams).toHaveLength(1));
    server.streams[0]?.enqueue({ type: "progress", text: "half", fraction: 0.5 });
    server.end(0, end("sent"));
    expect(await first).toBe("sent");
    expect(progress).toHaveBeenCalledWith("half", 0.5);
    const second = outside.ask("mail", {});
    await vi.waitFor(() => expect(server.streams).toHaveLength(2));
    server.end(1, { type: "refusal", code: "outside-not-approved", message: "Nobody approved it." });
    await expect(second).rejects.toEqual(code("outside-not-approved"));
    expect(server.askService.mock.calls.map(([input]) => input)).toEqual([
      expect.objectContaining({ service: "mail", ordinal: 0, input: { to: "a" }, runnerId: "t_1", withinMs: 59_750 }),
      expect.objectContaining({ ordinal: 1, callId: "c_1", sessionId: "s_1" }),
    ]);
  });

  test("settles in clear words when the connection is lost, and is never asked again", async () => {
    const unreachable: Server = { ...handFed(), askService: vi.fn(async () => fail("connection-lost", "Lost.")) };
    const lost = { code: "outside-lost", message: expect.stringContaining("it may or may not have done its work") };
    await expect(routerOver(unreachable).forCall(callOf()).ask("mail", {})).rejects.toMatchObject(lost);
    expect(unreachable.askService).toHaveBeenCalledOnce();

    for (const cut of [
      (stream?: ReadableStreamDefaultController<ServiceEvent>) => stream?.error(new Error("network")),
      (stream?: ReadableStreamDefaultController<ServiceEvent>) => stream?.close(),
    ]) {
      const server = handFed();
      const asked = routerOver(server).forCall(callOf()).ask("mail", {});
      await vi.waitFor(() => expect(server.streams).toHaveLength(1));
      cut(server.streams[0]);
      await expect(asked).rejects.toMatchObject(lost);
      expect(server.askService).toHaveBeenCalledOnce();
    }
  });

  test("says what the server refused, with what to do", async () => {
    const server: Server = {
      ...handFed(),
      askService: async () => fail("outside-busy", "Too many requests.", { fix: "Wait 3 s." }),
    };
    await expect(routerOver(server).forCall(callOf()).ask("mail", {})).rejects.toMatchObject({
      code: "outside-busy",
      message: "Too many requests. Wait 3 s.",
    });
  });

  test("ends the server's work when it is stopped, also while the request is still on its way", async () => {
    const server = handFed();
    const outside = routerOver(server).forCall(callOf());
    const running = new AbortController();
    const first = outside.ask("mail", {}, { signal: running.signal });
    await vi.waitFor(() => expect(server.streams).toHaveLength(1));
    running.abort();
    await expect(first).rejects.toEqual(code("outside-stopped"));
    await vi.waitFor(() => expect(server.stopService).toHaveBeenCalledTimes(1));
    expect(server.stopService).toHaveBeenCalledWith({ sessionId: "s_1", runId: "r_1", callId: "c_1", ordinal: 0 });

    const starting = new AbortController();
    const second = outside.ask("mail", {}, { signal: starting.signal });
    starting.abort();
    await expect(second).rejects.toEqual(code("outside-stopped"));
    await vi.waitFor(() => {
      const begun = server.askService.mock.calls.length;
      expect(server.stopService).toHaveBeenCalledTimes(begun);
    });
  });

  test("leaves connections for Stop and the live view: three at once in all calls of the page, the others wait", async () => {
    const server = handFed();
    const router = routerOver(server);
    const calls = ["c_1", "c_2"].map((callId) => router.forCall(callOf({ callId })));
    const given = new AbortController();
    const asked = calls.flatMap((outside) => [outside.ask("a", {}), outside.ask("b", {})]);
    const waiting = calls[0]?.ask("c", {}, { signal: given.signal });
    await vi.waitFor(() => expect(server.streams).toHaveLength(3));
    given.abort();
    await expect(waiting).rejects.toEqual(code("outside-stopped"));
    expect(server.askService).toHaveBeenCalledTimes(3);
    server.end(0, end("1"));
    await vi.waitFor(() => expect(server.streams).toHaveLength(4));
    for (const index of [1, 2, 3]) server.end(index, end(`${index}`));
    await Promise.all(asked);
    expect(server.stopService).not.toHaveBeenCalled();
  });

  test("passes on what a service of the page throws", async () => {
    const service: PageService = {
      name: "sql",
      ask: async () => {
        throw new OutsideError("outside-refused", "No such file.");
      },
    };
    await expect(routerOver(handFed(), [service]).forCall(callOf()).ask("sql", {})).rejects.toEqual(
      code("outside-refused"),
    );
  });
});
