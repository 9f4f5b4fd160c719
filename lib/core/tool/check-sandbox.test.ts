import { expect, it } from "vitest";
import { tool } from "./tool";
import type { ToolSandbox } from "./tool-types";

const withSandbox = (sandbox: object) =>
  tool({
    name: "run_it",
    description: "Runs it",
    parameters: { type: "object", properties: { command: { type: "string" } } },
    execute: () => "",
    sandbox: sandbox as ToolSandbox,
  });

it.each([
  [{ type: "docker", image: "python:3.12-slim" }],
  [
    {
      type: "docker",
      image: "a",
      network: { mode: "bridge" },
      resources: { memory: "256MB", cpus: 0.5, pidsLimit: 10 },
    },
  ],
  [{ type: "wasm", wasmModule: "a.wasm", memory: "16MB", timeout: 100 }],
])("accepts %j", (sandbox) => {
  expect(withSandbox(sandbox).sandbox).toEqual(sandbox);
});

it.each([
  [{ type: "docker" }, "names no image"],
  [{ type: "docker", image: "a", network: { mode: "host" } }, "network of no known mode"],
  [{ type: "docker", image: "a", resources: { memory: "256m" } }, "Invalid memory format: 256m"],
  [{ type: "docker", image: "a", resources: { memory: "0MB" } }, "Invalid memory format: 0MB"],
  [{ type: "docker", image: "a", resources: { cpus: 0 } }, "cpus that is not above 0"],
  [{ type: "docker", image: "a", resources: { pidsLimit: -1 } }, "pidsLimit that is not above 0"],
  [{ type: "docker", image: "a", timeout: Number.POSITIVE_INFINITY }, "timeout that is not above 0"],
  [{ type: "wasm" }, "names no module"],
  [{ type: "wasm", wasmModule: "a.wasm", memory: "many" }, "Invalid memory format: many"],
  [{ type: "native" }, "no known type"],
])("refuses %j where it is written", (sandbox, words) => {
  expect(() => withSandbox(sandbox)).toThrow(words);
});
