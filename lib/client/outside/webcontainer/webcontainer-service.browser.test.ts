import type { WebContainer } from "@webcontainer/api";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { transpileFile } from "@/lib/client/workers/transpile-file";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import { keepWholeText } from "@/lib/core/sandbox/keep-whole-text";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { tool } from "@/lib/kit";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { workerChannel } from "@/lib/sandbox/virtual/worker-channel";
import { WebContainerSandbox } from "@/lib/sandbox/webcontainer/webcontainer-sandbox";
import { freshClient, openHost } from "@/lib/testing/webcontainer-stand-in/open-host";
import { programOf } from "@/lib/tool-host/guest/program-of";
import { pageServices } from "../page-services";

/**
 * A tool whose `execute` runs in a container, from the call to its outcome: the real service, the real program for Node and
 * the vendor's client, against a stand-in of the host whose `npm install` is acted and whose Node is the embedded one.
 */
let container: WebContainer;
let base: VirtualSandbox;
let sandbox: WebContainerSandbox;
const said: { log: string[]; progress: string[] } = { log: [], progress: [] };

beforeAll(async () => {
  const host = await openHost();
  container = await (await freshClient(host.origin)).boot({ coep: "require-corp", workdirName: "workspace" });
  base = new VirtualSandbox({ connect: workerChannel("/workers/shell.js") });
  await base.ready();
  sandbox = await WebContainerSandbox.open({ base, container });
});
afterAll(async () => {
  await sandbox?.dispose();
  await base?.dispose();
  container?.teardown();
});
beforeEach(() => {
  said.log = [];
  said.progress = [];
});

interface Written {
  /** The lines of `execute`. */
  lines: string;
  imports?: string;
  dependencies?: Record<string, string>;
  timeout?: number;
}

/** The tool as the tool host has it, with the file it is written in. */
function written({ lines, imports = "", dependencies = {}, timeout }: Written) {
  const source = `${imports}
export const it = tool({
  name: "it", description: "d", parameters: z.object({ text: z.string().default("hey") }),
  sandbox: { type: "webcontainer" },
  async execute({ text }, context) {
${lines}
  },
});`;
  const transpiled = transpileFile("tools/it.ts", source);
  if (!transpiled.ok) throw new Error(transpiled.problem.message);
  const made = tool({
    name: "it",
    description: "d",
    parameters: z.object({ text: z.string().default("hey") }),
    sandbox: { type: "webcontainer", dependencies },
    ...(timeout === undefined ? {} : { timeout }),
    execute: () => {
      throw new Error("ran in the page");
    },
  });
  return { made, program: programOf("tools/it.ts", { "tools/it.ts": transpiled.code }) };
}

async function call(what: Written, options: { over?: Sandbox; signal?: AbortSignal; arguments?: unknown } = {}) {
  const { made, program } = written(what);
  const over = options.over ?? sandbox;
  const service = pageServices.find(({ name }) => name === "webcontainer");
  if (service === undefined) throw new Error("the page has no such service");
  const signal = options.signal ?? new AbortController().signal;
  const prepared = await prepareCall(made as unknown as Tool, options.arguments ?? {});
  if (!prepared.ok) return prepared.outcome;
  const context = {
    agentId: "hand",
    agent: { name: "hand" },
    runId: "r_1",
    callId: "c_1",
    sessionId: "s_1",
    sandbox: over,
    cwd: over.cwd,
    secrets: { KEY: "handle" },
    opts: {},
    assigns: {},
    signal,
    log: () => {},
    progress: () => {},
    outside: {
      ask: (_, input, asked = {}) =>
        service.ask(input, {
          signal: asked.signal ?? signal,
          settings: {},
          sessionId: "s_1",
          runId: "r_1",
          callId: "c_1",
          sandbox: over,
          progress: (text) => void said.progress.push(text),
          log: (text) => void said.log.push(text),
        }),
    },
  } satisfies ToolContext;
  return executeCall(made as unknown as Tool, prepared.parsed, context, {
    timers: { after: () => () => {} },
    keepWhole: (text) => keepWholeText(over, "r_1-c_1", text),
    program,
  });
}

const okWith = (text: string) => ({ status: "ok", result: { parts: [{ type: "text", text }] } });
const USES_LOUD = {
  imports: 'import { shout, version } from "loud";',
  dependencies: { loud: "1.2.3" },
};

describe("a tool with packages, in the container", { timeout: 120_000 }, () => {
  test("runs with them, installed with progress once for a set of them", async () => {
    expect(await call({ ...USES_LOUD, lines: "return shout(text) + version;" })).toMatchObject(okWith("HEY!1.2.3"));
    expect(said.progress).toEqual(["npm install loud", "fetching loud", "added 1 packages"]);
    said.progress = [];
    const again = await call({ ...USES_LOUD, lines: "return shout(text);" }, { arguments: { text: "again" } });
    expect(again).toMatchObject(okWith("AGAIN!"));
    expect(said.progress).toEqual([]);
    const other = { imports: 'import { version } from "loud";', dependencies: { loud: "2.0.0" } };
    expect(await call({ ...other, lines: "return version;" })).toMatchObject(okWith("2.0.0"));
    expect(said.progress).toContain("fetching loud");
  });

  test("installs again when somebody emptied the container's caches", async () => {
    await call({ ...USES_LOUD, lines: "return 1;" });
    await sandbox.exec("rm -rf .cache");
    expect(await call({ ...USES_LOUD, lines: "return shout(text);" })).toMatchObject(okWith("HEY!"));
    expect(said.progress).toContain("fetching loud");
  });

  test("waits with another call for one installation of the same set", async () => {
    const dependencies = { shared: "1.0.0" };
    const both = await Promise.all([1, 2].map((n) => call({ dependencies, lines: `return ${n};` })));
    expect(both).toMatchObject([okWith("1"), okWith("2")]);
    expect(said.progress.filter((line) => line === "fetching shared")).toHaveLength(2);
    expect(await sandbox.exec("ls .cache/toolwright/*/node_modules | grep -c shared")).toMatchObject({ stdout: "1\n" });
  });

  test("works on the files of the workspace, and leaves nothing of its own among them", async () => {
    await base.write("in.txt", "from the workspace");
    const lines = 'writeFileSync("out/made.txt", readFileSync("in.txt", "utf8") + "!"); return "written";';
    const imports =
      'import { mkdirSync, readFileSync, writeFileSync } from "node:fs"; mkdirSync("out", { recursive: true });';
    expect(await call({ imports, lines })).toMatchObject(okWith("written"));
    expect(new TextDecoder().decode(await base.read("out/made.txt"))).toBe("from the workspace!");
    expect((await base.glob("**/*", { includeIgnored: true })).paths.sort()).toEqual(["in.txt", "out", "out/made.txt"]);
  });

  test("says what it prints as its log, and its progress as it comes", async () => {
    await call({ lines: 'console.log("one"); context.log("two", { a: 1 }); context.progress("half way", 0.5);' });
    expect(said.log).toEqual(["one", 'two {"a":1}']);
    expect(said.progress).toEqual(["half way"]);
  });

  test("settles a throw with its words, and is the failed call that every throw is", async () => {
    const outcome = await call({ lines: 'throw new RangeError("too far");' });
    expect(outcome).toMatchObject({ status: "failed", text: "too far", stack: expect.stringContaining("RangeError") });
  });

  test("refuses arguments before anything runs", async () => {
    const outcome = await call({ lines: 'console.log("ran");' }, { arguments: { text: 1 } });
    expect(outcome.status).toBe("invalid-arguments");
    expect(said.log).toEqual([]);
  });

  test("keeps the whole of a long result beside the workspace", async () => {
    const outcome = await call({ lines: 'return "line\\n".repeat(20_000);' });
    expect(outcome).toMatchObject({ status: "ok", result: { truncated: true, wholeAt: "/results/r_1-c_1.txt" } });
    expect(new TextDecoder().decode(await base.read("/results/r_1-c_1.txt"))).toBe("line\n".repeat(20_000));
  });

  test("ends its process when it is stopped", async () => {
    const stop = new AbortController();
    const imports = 'import { writeFileSync } from "node:fs";';
    const lines =
      'writeFileSync("began.txt", ""); await new Promise((done) => setTimeout(done, 3000)); writeFileSync("went-on.txt", "");';
    const running = call({ imports, lines }, { signal: stop.signal });
    await expect
      .poll(
        () =>
          base.stat("began.txt").then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
    stop.abort();
    expect(await running).toMatchObject({ status: "stopped" });
    await new Promise((done) => setTimeout(done, 4000));
    expect((await sandbox.exec("ls *.txt")).stdout).not.toContain("went-on");
  });

  test("ends its process when its time is over, which the installation does not use up", async () => {
    const outcome = await call({ dependencies: { timely: "1.0.0" }, timeout: 1500, lines: "for (;;) {}" });
    expect(outcome).toMatchObject({ status: "timed-out", text: 'Tool "it" timed out after 1500ms', afterMs: 1500 });
  });

  test("ends an installation that nobody waits for any more", async () => {
    const stop = new AbortController();
    const slow = call({ dependencies: { "slow-package": "1.0.0" }, lines: "return 1;" }, { signal: stop.signal });
    await expect.poll(() => said.progress, { timeout: 20_000 }).toContain("fetching slow-package");
    stop.abort();
    expect(await slow).toMatchObject({ status: "stopped" });
    expect((await sandbox.exec("echo alive")).stdout).toBe("alive\n");
  });

  test("fails with npm's words when a package is not there, and tries again the next time", async () => {
    const missing = { dependencies: { "no-such-package": "1.0.0" }, lines: "return 1;" };
    for (let time = 0; time < 2; time += 1) {
      expect(await call(missing)).toMatchObject({
        status: "failed",
        text: expect.stringContaining("npm error 404 Not Found"),
      });
    }
    expect(said.progress.filter((line) => line === "fetching no-such-package")).toHaveLength(2);
  });

  test("fails when its process ends before it returned", async () => {
    const outcome = await call({ lines: 'console.log("bye"); process.exit(3);' });
    expect(outcome).toMatchObject({
      status: "failed",
      text: expect.stringMatching(/ended \(exit code 3\) before the tool returned/),
    });
  });

  test("fails when the workspace did not take what it wrote", async () => {
    await base.mount(new Map([["kept.txt", "kept"]]), "fixed", "read-only");
    const outcome = await call({
      imports: 'import { writeFileSync } from "node:fs";',
      lines: 'writeFileSync("fixed/kept.txt", "changed"); return "changed";',
    });
    expect(outcome).toMatchObject({ status: "failed", text: expect.stringContaining("read-only") });
    expect(new TextDecoder().decode(await base.read("fixed/kept.txt"))).toBe("kept");
  });

  test("has no secret: what it was granted is named in the words that refuse it", async () => {
    const outcome = await call({ lines: "return context.secrets.KEY;" });
    expect(outcome).toMatchObject({
      status: "failed",
      text: expect.stringContaining("context.secrets.KEY is not there"),
    });
  });

  test("runs nowhere where no container is up, and says how to start one", async () => {
    const outcome = await call({ lines: "return 1;" }, { over: base });
    expect(outcome).toMatchObject({
      status: "failed",
      origin: "outside",
      text: 'Tool "it" runs in a WebContainer, and none is up. A person starts it: click "Shell" in the top bar, then "Start WebContainer…".',
    });
    expect(said).toEqual({ log: [], progress: [] });
  });
});
