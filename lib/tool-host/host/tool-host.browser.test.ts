import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { FRAME_DOCUMENT } from "../frame-document";
import { createToolHost, type ToolHostOptions } from "./create-tool-host";
import { createGuestFrame } from "./guest-frame";
import type { ExecutePorts, LoadResult, ToolHost } from "./tool-host-types";

/** As served by `app/tool-host`, without its headers: the policy also stands in the document. */
const frameUrl = `data:text/html;charset=utf-8,${encodeURIComponent(FRAME_DOCUMENT)}`;

/** A tool file; `execute` begins on line 3. */
function toolFile(name: string, execute: string, fields = ""): string {
  return `"use strict"; const { tool } = require("toolwright"); const { z } = require("zod");
exports.default = tool({ name: "${name}", description: "Does it.", parameters: z.object({ n: z.number().default(1) }), ${fields}
execute: ${execute} });`;
}

const DEFINITION = {
  "tools/add.ts": toolFile("add", "({ n }) => ({ sum: n + 1 })", "requiresApproval: ({ n }) => n > 5,"),
  "tools/note.ts": toolFile(
    "note",
    "async (_, context) => { await context.sandbox.write('note', 'x'); return 'noted'; }",
  ),
  "tools/loop.ts": toolFile("loop", "() => { for (;;); }"),
  "tools/write_then_loop.ts": toolFile(
    "write_then_loop",
    "async (_, context) => { await context.sandbox.write('once', 'x'); for (;;); }",
  ),
  "tools/wait.ts": toolFile("wait", "() => new Promise(() => {})"),
  "tools/slow.ts": toolFile("slow", "() => new Promise((resolve) => setTimeout(() => resolve('slow'), 900))"),
  "tools/throws.ts": toolFile("throws", "() => {\n\n  throw new Error('on line 5'); }"),
  "tools/odd.ts": toolFile("odd", "() => { const a = { big: 10n, at: new Date(0) }; a.self = a; return a; }"),
  "tools/text.ts": toolFile("text", "() => 'x'.repeat(5_000_000)"),
  "tools/many.ts": toolFile("many", "() => Array.from({ length: 200_000 }, (_, i) => ({ i }))"),
  "tools/chatter.ts": toolFile(
    "chatter",
    "(_, context) => { for (let n = 1; n <= 100_000; n += 1) { context.progress(String(n)); context.log(n); } return 'done'; }",
  ),
  "tools/timer.ts": toolFile(
    "timer",
    "async () => { setTimeout(() => { throw new Error('in a timer'); }, 5); void Promise.reject(new Error('forgotten')); await new Promise((done) => setTimeout(done, 60)); console.log('still here'); return 'fine'; }",
  ),
  "tools/forgets.ts": toolFile(
    "forgets",
    "() => { void Promise.reject(new Error('at once')); setTimeout(() => { throw new Error('later'); }, 50); return 'gone'; }",
  ),
  "tools/share.ts": `"use strict"; const { tool, assign } = require("toolwright"); const { z } = require("zod");
exports.default = tool({ name: "share", description: "Shares.", parameters: z.object({}),
execute: (_, { assigns }) => assign(JSON.stringify(assigns), { seen: assigns.user, at: 10n }) });`,
  "tools/one_off.ts": `"use strict"; const { tool, run, scriptedModel } = require("toolwright"); const { z } = require("zod");
const inner = { name: "inner", description: "Inner.", parameters: z.object({}), timeout: 1000, execute: () => "from inside" };
exports.default = tool({ name: "one_off", description: "Runs.", parameters: z.object({}),
async execute() {
  const steps = [{ calls: [{ tool: "inner" }] }, { calls: [{ tool: "submit_result", arguments: { n: 1 } }] }, { say: "{{result.inner}}" }];
  const done = await run("go", { model: scriptedModel({ scenarios: [{ steps }] }), tools: [inner], output: z.object({ n: z.number() }) });
  return done.ok ? { output: done.output, text: done.text } : done.problem;
} });`,
  "tools/spoil.ts": toolFile(
    "spoil",
    "() => { Array.prototype.map = () => ['EVIL']; JSON.stringify = () => 'EVIL'; Object.prototype.polluted = 'P'; return 'done'; }",
  ),
  "tools/map.ts": toolFile("map", "() => ({ mapped: [1, 2].map((n) => n + 1), polluted: {}.polluted ?? 'no' })"),
  "tools/late.ts": toolFile(
    "late",
    "(_, context) => { setTimeout(() => context.sandbox.write('late', 'x').catch(() => {}), 50); return 'left'; }",
  ),
};

let host: ToolHost;
let calls = 0;

function start(options: Partial<ToolHostOptions> = {}): void {
  host = createToolHost({ document, frameUrl, loadMs: 3000, prepareMs: 3000, ...options });
}

const load = (modules: Record<string, string>): Promise<LoadResult> => host.load(modules, "fingerprint");

interface CallOptions extends Partial<ExecutePorts> {
  args?: { [key: string]: number | string };
  assigns?: { [key: string]: string };
  digest?: string;
}

async function call(tool: string, { args = {}, assigns = {}, digest, ...ports }: CallOptions = {}) {
  const callId = `c_${++calls}`;
  const request = { callId, tool, arguments: args };
  const prepared = await host.prepare(request);
  if (!prepared.ready) return prepared.outcome;
  const lines: string[] = [];
  const { outcome } = await host.execute(
    {
      ...request,
      runId: "r",
      sessionId: "s",
      agentName: "hand",
      digest: digest ?? prepared.digest,
      assigns,
      secrets: {},
    },
    {
      sandbox: new MemorySandbox(),
      signal: new AbortController().signal,
      deadlineMs: 10_000,
      onLog: (text) => lines.push(text),
      onProgress: () => undefined,
      ...ports,
    },
  );
  return outcome;
}

beforeEach(() => start());
afterEach(() => host.dispose());

describe("calls", () => {
  beforeEach(async () => {
    expect(await load(DEFINITION)).toMatchObject({ ok: true });
  });

  test("parse once: defaults are filled in, the approval predicate sees them, a wrong value is refused", async () => {
    const prepare = (args: { [key: string]: number | string }) =>
      host.prepare({ callId: "c_p", tool: "add", arguments: args });
    expect(await prepare({})).toMatchObject({ ready: true, arguments: { n: 1 }, needsApproval: false });
    expect(await prepare({ n: 6 })).toMatchObject({ ready: true, arguments: { n: 6 }, needsApproval: true });
    expect(await prepare({ n: "six" })).toMatchObject({ ready: false, outcome: { status: "invalid-arguments" } });
    expect(await call("add", { args: { n: 2 } })).toMatchObject({ status: "ok", result: { value: { sum: 3 } } });
    expect(await call("nobody")).toEqual({ status: "not-found", text: "Tool not found: nobody" });
  });

  test("an exception names the author's own line", async () => {
    expect(await call("throws")).toMatchObject({
      status: "failed",
      text: "on line 5",
      place: { file: "tools/throws.ts", line: 5 },
    });
  });

  test("BigInt, dates, cycles, 5 MB of text and 200,000 members come back as results", async () => {
    expect(await call("odd")).toMatchObject({ status: "ok", result: { value: { big: "10", self: "[cycle]" } } });
    expect(await call("text")).toMatchObject({ status: "ok", result: { bytes: 5_000_000, truncated: true } });
    expect(await call("many")).toMatchObject({ status: "ok", result: { truncated: true } });
  });

  test("what is thrown outside of the call is a line of its log and ends nothing", async () => {
    const lines: string[] = [];
    expect(await call("timer", { onLog: (text) => lines.push(text) })).toMatchObject({ status: "ok" });
    expect(lines).toEqual(["Uncaught, in a promise: Error: forgotten", "Uncaught Error: in a timer", "still here"]);
  });

  test("a flood of progress and log reaches the page as a few messages, the last of each among them", async () => {
    const lines: string[] = [];
    const progress: string[] = [];
    const ports = { onLog: (text: string) => lines.push(text), onProgress: (text: string) => progress.push(text) };
    expect(await call("chatter", ports)).toMatchObject({ status: "ok" });
    expect(lines).toHaveLength(1001);
    expect(lines.at(-1)).toBe("99,000 more lines were not kept");
    expect(progress.at(-1)).toBe("100000");
    expect(progress.length).toBeLessThan(200);
  });

  test("what a call changes of the language is said on its card and gone for the next call of any tool", async () => {
    const lines: string[] = [];
    const clean = { status: "ok", result: { value: { mapped: [2, 3], polluted: "no" } } };
    expect(await call("map", { onLog: (text) => lines.push(text) })).toMatchObject(clean);
    expect(lines).toEqual([]);
    expect(await call("spoil", { onLog: (text) => lines.push(text) })).toMatchObject({ status: "ok" });
    expect(lines).toEqual([
      "It changed Object.prototype.polluted of the language; the tools were loaded afresh after it.",
    ]);
    expect(await call("map")).toMatchObject(clean);
  });

  test("a call that runs beside one that changed the language ends in peace", async () => {
    const slow = call("slow");
    expect(await call("spoil")).toMatchObject({ status: "ok" });
    expect(await call("map")).toMatchObject({ result: { value: { mapped: [2, 3] } } });
    expect(await slow).toMatchObject({ status: "ok" });
  });

  test("arguments that do not mean what was decided are not run", async () => {
    const sandbox = new MemorySandbox();
    expect(await call("note", { sandbox, digest: "0".repeat(64) })).toMatchObject({ status: "denied" });
    expect(await sandbox.list(".")).toEqual([]);
  });

  test("an endless loop is ended at its deadline while the page goes on, and the next call runs", async () => {
    let beats = 0;
    const beating = setInterval(() => {
      beats += 1;
    }, 10);
    expect(await call("loop", { deadlineMs: 400 })).toEqual({
      status: "timed-out",
      text: 'Tool "loop" timed out after 400ms',
      afterMs: 400,
    });
    clearInterval(beating);
    expect(beats).toBeGreaterThan(5);
    expect(await call("add")).toMatchObject({ status: "ok" });
  });

  test("a loop is stopped by the person who asks for it", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort({ kind: "person", name: "Ann" }), 50);
    expect(await call("loop", { signal: controller.signal })).toMatchObject({
      status: "stopped",
      by: { kind: "person", name: "Ann" },
    });
  });

  test("a call that shares its worker with a loop is interrupted, one beside a mere wait is not", async () => {
    const [, beside] = await Promise.all([call("loop", { deadlineMs: 300 }), call("wait")]);
    expect(beside).toMatchObject({ status: "crashed", text: expect.stringContaining("may or may not") });
    const [timedOut, survived] = await Promise.all([call("wait", { deadlineMs: 300 }), call("slow")]);
    expect(timedOut).toMatchObject({ status: "timed-out" });
    expect(survived).toMatchObject({ status: "ok", result: { parts: [{ text: "slow" }] } });
  });

  test("a call whose worker was ended under it is never run again", async () => {
    const sandbox = new MemorySandbox();
    let writes = 0;
    sandbox.watch((changes) => {
      writes += changes.length;
    });
    expect(await call("write_then_loop", { sandbox, deadlineMs: 400 })).toMatchObject({ status: "timed-out" });
    expect(await call("add")).toMatchObject({ status: "ok" });
    expect(writes).toBe(1);
  });

  test("what is thrown where nobody catches it is told by the call it came from, also after its end", async () => {
    const lines: string[] = [];
    expect(await call("forgets", { onLog: (text) => lines.push(text) })).toMatchObject({ status: "ok" });
    await expect
      .poll(() => lines)
      .toEqual([
        "After this call had ended: Uncaught, in a promise: Error: at once",
        "After this call had ended: Uncaught Error: later",
      ]);
  });

  test("the whole of a result that was cut is kept beside the workspace, where Read finds it", async () => {
    const sandbox = new MemorySandbox();
    const outcome = await call("many", { sandbox });
    const wholeAt = outcome.status === "ok" ? (outcome.result.wholeAt ?? "") : "";
    expect(wholeAt).toMatch(/^\/results\/r-c_\d+\.txt$/);
    expect(JSON.parse(new TextDecoder().decode(await sandbox.read(wholeAt)))).toHaveLength(200_000);
    expect(await sandbox.list(".")).toEqual([]);
    expect((await sandbox.snapshot()).entries.size).toBe(0);
  });

  test("a call sees what is shared and adds to it, as JSON", async () => {
    expect(await call("share", { assigns: { user: "ana" } })).toMatchObject({
      status: "ok",
      result: { parts: [{ text: '{"user":"ana"}' }] },
      assigns: { seen: "ana", at: "10" },
    });
  });

  test("a tool carries out a run of its own, with a model that it brings", async () => {
    expect(await call("one_off")).toMatchObject({ result: { value: { output: { n: 1 }, text: "from inside" } } });
  });

  test("what a call left running cannot touch the sandbox any more", async () => {
    const sandbox = new MemorySandbox();
    expect(await call("late", { sandbox })).toMatchObject({ status: "ok" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await sandbox.list(".")).toEqual([]);
  });

  test("a call that waited for a person runs after its worker was replaced", async () => {
    const request = { callId: "c_waiting", tool: "add", arguments: { n: 9 } };
    const prepared = await host.prepare(request);
    await call("loop", { deadlineMs: 200 });
    const { outcome } = await host.execute(
      {
        ...request,
        runId: "r",
        sessionId: "s",
        agentName: "a",
        digest: prepared.ready ? prepared.digest : "",
        assigns: {},
        secrets: {},
      },
      {
        sandbox: new MemorySandbox(),
        signal: new AbortController().signal,
        deadlineMs: 5000,
        onLog: () => undefined,
        onProgress: () => undefined,
      },
    );
    expect(outcome).toMatchObject({ status: "ok", result: { value: { sum: 10 } } });
  });
});

describe("a definition that does not load", () => {
  const good = { "tools/add.ts": DEFINITION["tools/add.ts"] };
  const broken: [string, Record<string, string>, object][] = [
    [
      "throws",
      { "tools/bad.ts": "\n\nthrow new Error('no')" },
      { code: "threw-on-load", file: "tools/bad.ts", line: 3 },
    ],
    ["never finishes", { "tools/bad.ts": "for (;;);" }, { code: "load-timeout", file: "tools/bad.ts" }],
    [
      "holds two tools of one name",
      { "tools/bad.ts": toolFile("add", "() => 1") },
      {
        code: "duplicate-name",
        message: 'Two tools are named "add": tools/add.ts, line 2 and tools/bad.ts, line 2.',
      },
    ],
    [
      "holds a name that providers refuse",
      { "tools/bad.ts": toolFile("a b", "() => 1") },
      { code: "invalid-name", line: 2 },
    ],
  ];

  test.each(broken)("because it %s leaves the last good one callable", async (_why, files, problem) => {
    expect(await load(good)).toMatchObject({ ok: true });
    expect(await load({ ...good, ...files })).toMatchObject({ ok: false, problems: [problem] });
    expect(await call("add", { args: { n: 4 } })).toMatchObject({ status: "ok", result: { value: { sum: 5 } } });
    expect(host.status()).toEqual({ phase: "ready" });
  });
});

describe("the frame", () => {
  test("keeps code that goes around our stand-ins from every network and from the page", async () => {
    const target = location.origin;
    const probes = `{
      fetch: () => fetch("${target}/probe"),
      opaque: () => fetch("${target}/probe", { mode: "no-cors" }),
      xhr: () => new Promise((ok, no) => { const x = new XMLHttpRequest(); x.onload = ok; x.onerror = () => no(new Error("blocked")); x.open("GET", "${target}/probe"); x.send(); }),
      socket: () => new Promise((ok, no) => { const s = new WebSocket("${target.replace("http", "ws")}/probe"); s.onopen = ok; s.onerror = () => no(new Error("blocked")); }),
      stream: () => new Promise((ok, no) => { const s = new EventSource("${target}/probe"); s.onopen = ok; s.onerror = () => no(new Error("blocked")); }),
      script: () => importScripts("${target}/probe.js"),
      module: () => import("${target}/probe.js"),
      dataModule: () => import("data:text/javascript,export default 1"),
      database: () => new Promise((ok, no) => { const r = indexedDB.open("x"); r.onsuccess = ok; r.onerror = () => no(r.error); }),
      files: () => navigator.storage.getDirectory(),
      caches: () => caches.keys(),
      storage: () => localStorage,
      parent: () => parent.document,
      page: () => document,
      worker: () => new Worker("data:text/javascript,1"),
      transport: () => new WebTransport("${target.replace("http:", "https:")}/probe"),
      channel: () => new BroadcastChannel("x"),
      close: () => { if (typeof close === "function") return true; throw new Error("gone"); },
      frame: () => { if (typeof postMessage === "function") return true; throw new Error("gone"); },
    }`;
    // A guest of its own, without the stand-ins that only explain: what is left is the browser's wall.
    const guest = `var toolwrightGuest = { connect(port) { (async () => {
      const violations = []; addEventListener("securitypolicyviolation", (e) => violations.push(e.effectiveDirective));
      const late = () => new Promise((_, no) => setTimeout(no, 2000));
      const through = [];
      for (const [name, probe] of Object.entries(${probes})) { try { await Promise.race([probe(), late()]); through.push(name); } catch {} }
      await new Promise((resolve) => setTimeout(resolve, 100));
      port.postMessage({ through, violations, origin: self.origin });
    })(); } };`;
    const frame = createGuestFrame({
      document,
      url: frameUrl,
      startMs: 10_000,
      heartbeatMs: 1000,
      missedBeats: 4,
      onRealmError: (_realm, message) => {
        throw new Error(message);
      },
      onLost: () => undefined,
    });
    await frame.ready;
    const { port1, port2 } = new MessageChannel();
    frame.startRealm(1, guest, port2);
    const heard = await new Promise<{ through: string[]; violations: string[]; origin: string }>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    frame.dispose();
    expect(heard.through).toEqual([]);
    expect(heard.origin).toBe("null");
    expect(heard.violations.filter((directive) => directive === "connect-src").length).toBeGreaterThanOrEqual(5);
  });

  test("is missed when its process dies, while something waits for it", async () => {
    const silent = "<script>parent.postMessage({ type: 'frame-ready' }, '*')</script>";
    const lost = await new Promise<boolean>((resolve) => {
      const frame = createGuestFrame({
        document,
        url: `data:text/html,${encodeURIComponent(silent)}`,
        startMs: 10_000,
        heartbeatMs: 20,
        missedBeats: 3,
        onRealmError: () => undefined,
        onLost: () => {
          frame.dispose();
          resolve(true);
        },
      });
      frame.ready.then(() => frame.watch(true));
    });
    expect(lost).toBe(true);
  });

  test("that cannot start is reported, not awaited for ever", async () => {
    host.dispose();
    start({ frameUrl: "data:text/html,nothing", startMs: 200 });
    expect(await load(DEFINITION)).toMatchObject({ ok: false, problems: [{ code: "tool-host-failed" }] });
    expect(host.status()).toMatchObject({ phase: "failed" });
    expect(await call("add")).toMatchObject({ status: "crashed", text: expect.stringContaining("did not run") });
  });
});
