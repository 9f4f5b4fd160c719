import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transpileFile } from "@/lib/client/workers/transpile-file";
import type { Outside } from "@/lib/core/tool/outside";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { FRAME_DOCUMENT } from "@/lib/tool-host/frame-document";
import { createToolHost } from "@/lib/tool-host/host/create-tool-host";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import document_ from "./cogitator.md?raw";
import { PNG } from "./one-pixel";
import { readBlocks } from "./read-blocks";

/* The document's tools where they run for a person: in the closed frame, with the guest that is built for the page. */

const blocks = readBlocks(document_);
const CHART = `const drawChart = async (values) => ({ toString: () => '${PNG}' });\n`;

let host: ToolHost;
const asked: { service: string; input: object }[] = [];
let calls = 0;

/** The server's part of `fetch`, in a few words. */
const outside: Outside = {
  async ask(service, input) {
    asked.push({ service, input });
    const text = JSON.stringify({ degrees: 12 });
    const headers = [["content-type", "application/json"]];
    return {
      status: 200,
      statusText: "OK",
      headers,
      body: { text },
      truncated: false,
      url: String(input.url),
      redirected: false,
    };
  },
};

beforeAll(async () => {
  host = createToolHost({
    document,
    frameUrl: `data:text/html;charset=utf-8,${encodeURIComponent(FRAME_DOCUMENT)}`,
    loadMs: 10_000,
    prepareMs: 3000,
  });
  const pasted = ["get-weather", "calculator", "render-chart", "run-python"].map((name) => blocks.get(name)).join("\n");
  const transpiled = transpileFile("tools/pasted.ts", CHART + pasted);
  if (!transpiled.ok) throw new Error(transpiled.problem.message);
  const loaded = await host.load({ "tools/pasted.ts": transpiled.code }, "fingerprint");
  expect(loaded).toMatchObject({ ok: true });
});
afterAll(() => host.dispose());

async function call(tool: string, args: { [key: string]: string | number[] }) {
  const request = { callId: `c_${++calls}`, tool, arguments: args };
  const prepared = await host.prepare(request);
  if (!prepared.ready) return prepared.outcome;
  const { outcome } = await host.execute(
    { ...request, runId: "r", sessionId: "s", agentName: "hand", digest: prepared.digest, assigns: {}, secrets: {} },
    {
      sandbox: new MemorySandbox(),
      outside,
      signal: new AbortController().signal,
      deadlineMs: 10_000,
      onLog: () => undefined,
      onProgress: () => undefined,
    },
  );
  return outcome;
}

describe("the Cogitator document's tools in the tool host", () => {
  test("the calculator evaluates, eval and all, and cannot reach out of its place", async () => {
    expect(await call("calculator", { expression: "2 + 3 * 4" })).toMatchObject({
      status: "ok",
      result: { value: { result: 14, expression: "2 + 3 * 4" } },
    });
    expect(await call("calculator", { expression: "typeof document + typeof process" })).toMatchObject({
      result: { value: { result: "undefinedundefined" } },
    });
    expect(await call("calculator", { expression: "nothing.here" })).toMatchObject({
      status: "failed",
      text: "nothing is not defined",
    });
  });

  test("the weather is fetched by the server, with the default applied", async () => {
    expect(await call("get_weather", { city: "Tokyo" })).toMatchObject({
      status: "ok",
      result: { value: { degrees: 12 } },
    });
    expect(asked).toMatchObject([
      { service: "fetch", input: { url: "https://api.weather.com/Tokyo?units=celsius", method: "GET" } },
    ]);
  });

  test("the chart arrives as an image", async () => {
    expect(await call("render_chart", { values: [1, 2] })).toMatchObject({
      result: { parts: [{ type: "text" }, { type: "image", mediaType: "image/png", data: PNG }] },
    });
  });

  test("the container is asked of the server, and the tool's execute is not run", async () => {
    asked.length = 0;
    await call("run_python", { command: "ls" });
    expect(asked).toMatchObject([{ service: "docker", input: { arguments: { command: "ls" } } }]);
  });
});
