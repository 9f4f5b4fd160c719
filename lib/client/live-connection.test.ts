import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LiveConnection, openLiveConnection } from "./live-connection";

/** A server that keeps one stream open per request and lets the test write to it and cut it. */
class LiveServer {
  readonly requests: { url: string; headers: Headers; signal: AbortSignal }[] = [];
  up = true;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  readonly fetch: typeof fetch = async (input, init) => {
    const request = { url: String(input), headers: new Headers(init?.headers), signal: init?.signal as AbortSignal };
    this.requests.push(request);
    if (!this.up) throw new TypeError("Failed to fetch");
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        request.signal.addEventListener("abort", () => controller.error(new DOMException("aborted", "AbortError")));
      },
    });
    return new Response(body);
  };

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  cut(): void {
    this.#controller?.error(new TypeError("network error"));
  }
}

describe("live connection", () => {
  let connection: LiveConnection | undefined;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    connection?.close();
    vi.useRealTimers();
  });

  function setUp(access: Parameters<typeof openLiveConnection>[0]["access"] = { sessionId: "s_1" }) {
    const server = new LiveServer();
    const seen: number[] = [];
    const states: string[] = [];
    connection = openLiveConnection(
      {
        access,
        after: () => seen.at(-1) ?? 0,
        onEvents: (events) => seen.push(...events.map((event) => event.seq)),
        onState: (state) => states.push(state),
      },
      server.fetch,
    );
    return { server, seen, states, connection };
  }
  const frame = (seq: number) => `id: ${seq}\ndata: {"seq":${seq},"at":1,"runId":"r","type":"step-start","step":1}\n\n`;

  it("reads events however the bytes are cut, and passes over heartbeats", async () => {
    const { server, seen, states } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    for (const piece of [": hello\n\n", frame(1) + frame(2).slice(0, 9), frame(2).slice(9), "retry: 500\n\n"]) {
      server.write(piece);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(seen).toEqual([1, 2]);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("says that it is lost and resumes after the last event it gave", async () => {
    const { server, states } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    server.write(frame(1) + frame(2));
    await vi.advanceTimersByTimeAsync(1);
    server.cut();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states).toEqual(["connecting", "open", "lost", "open"]);
    expect(server.requests.map(({ url }) => url)).toEqual([
      "/api/live?after=0&session=s_1",
      "/api/live?after=2&session=s_1",
    ]);
  });

  it("waits longer after each failure, and at once tries again when told that the network is back", async () => {
    const { server, connection: live } = setUp();
    server.up = false;
    await vi.advanceTimersByTimeAsync(0);
    server.cut();
    await vi.advanceTimersByTimeAsync(20_000);
    const attempts = server.requests.length;
    expect(attempts).toBeGreaterThan(4);
    expect(attempts).toBeLessThan(9);
    server.up = true;
    live.retryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(server.requests).toHaveLength(attempts + 1);
  });

  it("takes a line that has gone silent for lost", async () => {
    const { states } = setUp();
    await vi.advanceTimersByTimeAsync(41_000);
    expect(states).toContain("lost");
  });

  it("sends a link's key in a header and never in the address", async () => {
    const { server } = setUp({ linkId: "l_1", key: "secret" });
    await vi.advanceTimersByTimeAsync(0);
    expect(server.requests[0]?.url).not.toContain("secret");
    expect(server.requests[0]?.headers.get("x-toolwright-link")).toBe("l_1.secret");
  });

  it("ends the request when it is closed", async () => {
    const { server, connection: live } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    live.close();
    expect(server.requests[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toHaveLength(1);
  });
});
