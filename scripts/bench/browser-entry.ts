import { transpileDefinition } from "@/lib/client/transpile-definition";
import type { Outcome } from "@/lib/core/call/outcome";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { tidyTodosDefinition } from "@/lib/examples/tidy-todos/definition";
import { loadSandbox } from "@/lib/sandbox/load-sandbox";
import { createToolHost } from "@/lib/tool-host/host/create-tool-host";
import { createGuestFrame } from "@/lib/tool-host/host/guest-frame";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import { MATCHING_WORD, treeFiles } from "./file-tree";
import { median, percentile, sample } from "./measure.mjs";
import type { Row } from "./report.mjs";

const part = "host";
const addFile = `import { tool } from "toolwright";
import { z } from "zod";
export const add = tool({ name: "add", description: "Adds.", parameters: z.object({ a: z.number(), b: z.number().default(1) }),
  execute: ({ a, b }) => ({ sum: a + b }) });
export const look = tool({ name: "look", description: "Reads a file often.", parameters: z.object({ times: z.number() }),
  async execute({ times }, context) {
    const began = performance.now();
    for (let i = 0; i < times; i += 1) await context.sandbox.stat("note.txt");
    return { perCall: (performance.now() - began) / times };
  } });
`;

let calls = 0;

interface Timed {
  prepareMs: number;
  executeMs: number;
  outcome: Outcome;
}

async function call(host: ToolHost, sandbox: Sandbox, tool: string, args: { [key: string]: number }): Promise<Timed> {
  const request = { callId: `c_${++calls}`, tool, arguments: args };
  const began = performance.now();
  const prepared = await host.prepare(request);
  const checked = performance.now();
  if (!prepared.ready) throw new Error(JSON.stringify(prepared.outcome));
  const { outcome } = await host.execute(
    { ...request, runId: "r", sessionId: "s", agentName: "a", digest: prepared.digest, assigns: {}, secrets: {} },
    {
      sandbox,
      signal: new AbortController().signal,
      deadlineMs: 10_000,
      onLog: () => undefined,
      onProgress: () => undefined,
    },
  );
  if (outcome.status !== "ok") throw new Error(JSON.stringify(outcome));
  return { prepareMs: checked - began, executeMs: performance.now() - checked, outcome };
}

/** A message to a worker where the guest lives, and back, with nothing else done: what two processes need for it. */
async function bareCrossing(): Promise<number> {
  const frame = createGuestFrame({
    document,
    url: "/tool-host",
    startMs: 10_000,
    heartbeatMs: 1000,
    missedBeats: 4,
    onRealmError: (_realm, message) => console.error(message),
    onLost: () => undefined,
  });
  await frame.ready;
  const { port1, port2 } = new MessageChannel();
  const guest = "var toolwrightGuest = { connect(port) { port.onmessage = ({ data }) => port.postMessage(data); } };";
  frame.startRealm(1, guest, port2);
  const message = { type: "prepare", id: 1, callId: "c_1", tool: "add", arguments: { a: 1 } };
  const cross = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port1.postMessage(message);
    });
  const times = await sample(1000, cross, 200);
  frame.dispose();
  return median(times);
}

async function toolHostRows(): Promise<Row[]> {
  const crossing = await bareCrossing();
  const { sandbox } = await loadSandbox({ kind: "memory", sessionId: "bench", files: new Map([["note.txt", "x"]]) });
  const host = createToolHost({ document });
  const files: Record<string, string> = { ...tidyTodosDefinition.files, "tools/add.ts": addFile };
  delete files["script.json"];

  const load = async (round: number): Promise<void> => {
    const text = `${files["tools/find_todos.ts"]}\n// edit ${round}\n`;
    const transpiled = await transpileDefinition({ ...files, "tools/find_todos.ts": text });
    if (!transpiled.ok) throw new Error(JSON.stringify(transpiled.problems));
    const loaded = await host.load(transpiled.modules, `f${round}`);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  };
  const first = await sample(1, () => load(-1));
  // Between two edits a person thinks for longer than a worker needs to start.
  const loads: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 600));
    loads.push(...(await sample(1, () => load(round))));
  }

  for (let round = 0; round < 300; round += 1) await call(host, sandbox, "add", { a: round });
  const timed: Timed[] = [];
  for (let round = 0; round < 1000; round += 1) timed.push(await call(host, sandbox, "add", { a: round }));
  const both = timed.map(({ prepareMs, executeMs }) => prepareMs + executeMs);
  const callbacks: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const { outcome } = await call(host, sandbox, "look", { times: 200 });
    const value = outcome.status === "ok" ? outcome.result.value : undefined;
    callbacks.push((value as { perCall: number }).perCall);
  }
  host.dispose();
  const us = (samples: number[], share: number) => percentile(samples, share) * 1000;
  const prepares = timed.map(({ prepareMs }) => prepareMs);
  const executes = timed.map(({ executeMs }) => executeMs);
  return [
    { part, what: "tool host: first load, with its frame and workers", result: median(first), unit: "ms" },
    { part, what: "edit → schema (transpile, load, describe), warm", result: median(loads), unit: "ms", atMost: 150 },
    { part, what: "one call: prepare, median", result: us(prepares, 0.5), unit: "µs" },
    { part, what: "one call: execute, median", result: us(executes, 0.5), unit: "µs" },
    { part, what: "one call through the tool host, median", result: us(both, 0.5), unit: "µs", atMost: 400 },
    { part, what: "a bare message to the guest and back", result: crossing * 1000, unit: "µs" },
    { part, what: "one call ÷ the two crossings it needs", result: median(both) / (2 * crossing), unit: "×" },
    { part, what: "one call through the tool host, p95", result: us(both, 0.95), unit: "µs" },
    { part, what: "one sandbox callback of a tool", result: median(callbacks) * 1000, unit: "µs" },
  ];
}

async function shellRows(): Promise<Row[]> {
  const ready: number[] = [];
  let sandbox: Sandbox | undefined;
  for (let round = 0; round < 5; round += 1) {
    await sandbox?.dispose();
    const began = performance.now();
    sandbox = (await loadSandbox({ kind: "virtual", sessionId: `shell-${round}` })).sandbox;
    await sandbox.exec("true");
    ready.push(performance.now() - began);
  }
  const shell = sandbox as Sandbox;
  const oneAfterTheOther = await sample(300, () => shell.exec("echo hello"), 100);
  const echo: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    // As after a look at the last answer: the next interpreter has been made meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 10));
    echo.push(...(await sample(1, () => shell.exec("echo hello"))));
  }
  await shell.dispose();
  return [
    { part, what: "shell ready, first command answered", result: median(ready), unit: "ms", atMost: 1000 },
    { part, what: "`echo` round trip, median", result: median(echo), unit: "ms", atMost: 1 },
    { part, what: "`echo` round trip, p95", result: percentile(echo, 0.95), unit: "ms" },
    { part, what: "`echo` one after the other, median", result: median(oneAfterTheOther), unit: "ms" },
  ];
}

/** `disk`: what GNU grep and find need for the same tree, in milliseconds. */
async function treeRows(disk: { grepMs: number; findMs: number; matches: number; files: number }): Promise<Row[]> {
  const sessionId = "tree";
  const files = new Map(treeFiles());
  const began = performance.now();
  const { sandbox, storage } = await loadSandbox({ kind: "virtual", sessionId, files });
  const placed = performance.now() - began;
  const flushed = await sample(1, () => storage.flush());

  const search = async () => {
    const found = await sandbox.grep(MATCHING_WORD, { limit: 100_000 });
    if (found.matches.length !== disk.matches)
      throw new Error(`${found.matches.length} matches, GNU grep found ${disk.matches}`);
  };
  const list = async () => {
    const found = await sandbox.glob("**/*.ts", { limit: 100_000 });
    if (found.paths.length !== disk.files) throw new Error(`${found.paths.length} files, find found ${disk.files}`);
  };
  const grep = median(await sample(7, search, 2));
  const rare = median(await sample(7, () => sandbox.grep("no such text anywhere"), 1));
  const glob = median(await sample(7, list, 1));
  const snapshot = median(await sample(5, () => sandbox.snapshot(), 1));
  const shellGrep = await sample(1, () => sandbox.exec(`grep -rc ${MATCHING_WORD} src/d0 | wc -l`));
  await storage.flush();
  await sandbox.dispose();

  const again = performance.now();
  const reopened = await loadSandbox({ kind: "virtual", sessionId });
  const restored = performance.now() - again;
  if (!reopened.restored) throw new Error("The stored workspace was not found again.");
  const kept = reopened.storage.status().kind;
  await reopened.storage.forget();
  await reopened.sandbox.dispose();
  return [
    { part, what: "10,000 files, 50 MB: place", result: placed, unit: "ms" },
    { part, what: `10,000 files, 50 MB: written out (${kept})`, result: median(flushed), unit: "ms" },
    { part, what: `10,000 files, 50 MB: opened again (${kept})`, result: restored, unit: "ms" },
    { part, what: "Grep, 10,000 files, 50 MB, 10,000 matches", result: grep, unit: "ms" },
    { part, what: "Grep ÷ GNU grep -rn on disk", result: grep / disk.grepMs, unit: "×", atMost: 3 },
    { part, what: "Grep for what is nowhere", result: rare, unit: "ms" },
    { part, what: "Glob **/*.ts", result: glob, unit: "ms" },
    { part, what: "Glob ÷ GNU find on disk", result: glob / disk.findMs, unit: "×" },
    { part, what: "the shell's own grep -r over 1,000 of them", result: median(shellGrep), unit: "ms" },
    { part, what: "snapshot of 10,000 files", result: snapshot, unit: "ms" },
  ];
}

const parts = { toolHostRows, shellRows, treeRows };
declare global {
  interface Window {
    bench: typeof parts;
  }
}
window.bench = parts;
