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
  [{ type: "webcontainer" }],
  [
    {
      type: "webcontainer",
      dependencies: { marked: "15.0.0", "@scope/part.name": ">=1.2 <2 || latest" },
      timeout: 100,
    },
  ],
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
  [{ type: "webcontainer", dependencies: ["marked"] }, "has a list as its dependencies"],
  [{ type: "webcontainer", dependencies: { "../evil": "1" } }, "which names no npm package"],
  [{ type: "webcontainer", dependencies: { "a; rm -rf /": "1" } }, "which names no npm package"],
  [{ type: "webcontainer", dependencies: { marked: 15 } }, 'no version of the registry for "marked"'],
  [{ type: "webcontainer", dependencies: { marked: "https://evil.example/a.tgz" } }, "no version of the registry"],
  [{ type: "webcontainer", dependencies: { marked: "file:../x" } }, "no version of the registry"],
  [{ type: "webcontainer", timeout: 0 }, "timeout that is not above 0"],
  [{ type: "native" }, "no known type"],
])("refuses %j where it is written", (sandbox, words) => {
  expect(() => withSandbox(sandbox)).toThrow(words);
});

it("asks a person before code of strangers runs, unless the author says otherwise", () => {
  const inNode = withSandbox({ type: "webcontainer", dependencies: { marked: "15.0.0" } });
  expect(inNode.requiresApproval).toBe(true);
  expect(inNode.with({ requiresApproval: false }).requiresApproval).toBe(false);
  const decided = () => false;
  const loosened = tool({
    name: "run_it",
    description: "Runs it",
    parameters: { type: "object" },
    requiresApproval: decided,
    sideEffects: ["database"],
    sandbox: { type: "webcontainer" },
    execute: () => "",
  });
  expect(loosened.requiresApproval).toBe(decided);
  // Whatever the author says, and in the order of all side effects.
  expect(loosened.sideEffects).toEqual(["filesystem", "network", "database", "process"]);
  expect(withSandbox({ type: "docker", image: "a" }).requiresApproval).toBeUndefined();
});
