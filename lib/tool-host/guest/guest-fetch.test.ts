import { describe, expect, test, vi } from "vitest";
import type { FetchAnswer } from "@/lib/core/tool/fetch-request";
import { type Outside, OutsideError, type OutsideInput } from "@/lib/core/tool/outside";
import { createGuestFetch } from "./guest-fetch";

const ANSWER: FetchAnswer = {
  status: 200,
  statusText: "OK",
  headers: [["content-type", "application/json"]],
  body: { text: '{"a":1}' },
  truncated: false,
  url: "https://example.com/",
  redirected: false,
};

function fetchOver(answer: Partial<FetchAnswer> | (() => Promise<never>) = {}) {
  const ask = vi.fn<Outside["ask"]>(async () =>
    typeof answer === "function" ? answer() : (structuredClone({ ...ANSWER, ...answer }) as unknown as OutsideInput),
  );
  const asked = () => {
    const [call] = ask.mock.calls;
    if (call === undefined) throw new Error("nothing was asked");
    return call;
  };
  return { fetch: createGuestFetch({ ask }), asked, ask };
}

describe("fetch of a tool", () => {
  test("asks for what the standard's Request says, as plain data", async () => {
    const { fetch, asked } = fetchOver();
    await fetch(new URL("https://example.com/a b?q=ü"), { method: "post", headers: { "X-A": "1" }, body: "text" });
    expect(asked().slice(0, 2)).toEqual([
      "fetch",
      {
        url: "https://example.com/a%20b?q=%C3%BC",
        method: "POST",
        headers: [
          ["content-type", "text/plain;charset=UTF-8"],
          ["x-a", "1"],
        ],
        redirect: "follow",
        body: { text: "text" },
      },
    ]);
  });

  test("carries bytes both ways, whole", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const base64 = btoa(String.fromCharCode(...bytes));
    const { fetch, asked } = fetchOver({ body: { base64 } });
    const response = await fetch("https://example.com/", { method: "PUT", body: bytes });
    expect(asked()[1]).toMatchObject({ body: { base64 } });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  test("sends a form with its boundary", async () => {
    const { fetch, asked } = fetchOver();
    const form = new FormData();
    form.set("name", "value");
    await fetch(new Request("https://example.com/", { method: "POST", body: form }));
    const { headers, body } = asked()[1] as unknown as { headers: [string, string][]; body: { text: string } };
    const boundary = headers.find(([name]) => name === "content-type")?.[1].split("boundary=")[1];
    expect(boundary).toBeTruthy();
    expect(body.text).toContain(`--${boundary}`);
  });

  test("answers with the standard's Response: json, status, address, every cookie", async () => {
    const { fetch } = fetchOver({
      status: 404,
      statusText: "Not Found",
      headers: [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["vary", "a"],
        ["vary", "b"],
      ],
      url: "https://example.com/end",
      redirected: true,
    });
    const response = await fetch("https://example.com/");
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ ok: false, status: 404, statusText: "Not Found", redirected: true });
    expect(response.url).toBe("https://example.com/end");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("vary")).toBe("a, b");
    expect(await response.clone().json()).toEqual({ a: 1 });
    expect(await response.text()).toBe('{"a":1}');
  });

  test.each([204, 205, 304])("has no body with %i", async (status) => {
    const response = await fetchOver({ status, body: { text: "" } }).fetch("https://example.com/");
    expect(response.body).toBeNull();
    expect(await response.text()).toBe("");
  });

  test("does not pass a cut body for a whole one, and still gives status and headers", async () => {
    const response = await fetchOver({ truncated: true }).fetch("https://example.com/");
    expect(response.ok).toBe(true);
    await expect(response.text()).rejects.toThrow("The body is larger than the 7 bytes that are read of it.");
  });

  test("rejects with a TypeError in the words of the refusal", async () => {
    const { fetch } = fetchOver(async () => {
      throw new OutsideError("outside-refused", "127.0.0.1 may not be reached: it is not public (loopback).");
    });
    const error = await fetch("http://127.0.0.1/").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: expect.stringContaining("loopback"), cause: { code: "outside-refused" } });
  });

  test.each([["no url"], ["/relative"], ["https://user:password@example.com/"]])(
    "refuses %j before anything is asked",
    async (url) => {
      const { fetch, ask } = fetchOver();
      await expect(fetch(url)).rejects.toBeInstanceOf(TypeError);
      expect(ask).not.toHaveBeenCalled();
    },
  );

  test("ends with its signal, and rejects with the signal's reason", async () => {
    const controller = new AbortController();
    const ask: Outside["ask"] = (_service, _input, options) =>
      new Promise((_resolve, reject) =>
        options?.signal?.addEventListener("abort", () => reject(new OutsideError("outside-stopped", "stopped"))),
      );
    const fetching = createGuestFetch({ ask })("https://example.com/", { signal: controller.signal });
    controller.abort();
    await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
    await expect(
      createGuestFetch({ ask })("https://example.com/", { signal: controller.signal }),
    ).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});
