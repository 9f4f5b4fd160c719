import { afterEach, describe, expect, it, vi } from "vitest";
import { loadEmptyDatabase } from "./load-empty-database";

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", answer);
const open = new AbortController().signal;

describe("the empty database", () => {
  it("is the dump that lies beside the engine", async () => {
    const fetched = vi.fn(async (_address: string) => new Response(new Uint8Array([31, 139])));
    vi.stubGlobal("fetch", fetched);
    expect(await loadEmptyDatabase(open)).toEqual(new Uint8Array([31, 139]));
    expect(fetched.mock.calls[0]?.[0]).toBe("/workers/pglite-empty.data");
  });

  it("says what is missing, and how it is made, when it is not there", async () => {
    answering(async () => new Response("", { status: 404 }));
    await expect(loadEmptyDatabase(open)).rejects.toMatchObject({
      code: "outside-failed",
      message:
        'PostgreSQL in the page cannot start without its empty database: /workers/pglite-empty.data was answered with 404. Whoever runs the server makes it with "npm run assets".',
    });
    answering(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(loadEmptyDatabase(open)).rejects.toMatchObject({
      code: "outside-failed",
      message: expect.stringContaining("Failed to fetch"),
    });
  });

  it("is not waited for when the call is stopped", async () => {
    answering(() => Promise.reject(new DOMException("aborted", "AbortError")));
    await expect(loadEmptyDatabase(AbortSignal.abort())).rejects.toMatchObject({ code: "outside-stopped" });
  });
});
