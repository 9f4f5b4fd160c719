// @vitest-environment node
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transpileFile } from "@/lib/client/workers/transpile-file";
import {
  type ContainerCall,
  type ContainerSettlement,
  containerSettlementSchema,
  PROGRESS_MARK,
} from "@/lib/core/call/container-request";
import { buildGuest } from "../../../scripts/build-guest.mjs";
import { programOf } from "../guest/program-of";

/** A set of packages as npm would lay it out, beside the real program, for the real Node. */
let place: string;
let workspace: string;

async function lay(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(place, name)), { recursive: true });
    await writeFile(path.join(place, name), text);
  }
}

beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), "toolwright-container-"));
  workspace = path.join(place, "workspace");
  await mkdir(workspace);
  await buildGuest({ outDir: path.join(place, "built"), minify: false });
  await writeFile(path.join(place, "run-call.cjs"), await readFile(path.join(place, "built/workers/run-call.js")));
  await lay({
    "node_modules/loud/package.json": '{ "name": "loud", "version": "1.0.0" }',
    "node_modules/loud/index.js": "module.exports = (text) => text.toUpperCase(); module.exports.mark = '!';",
    "node_modules/modern/package.json": '{ "name": "modern", "type": "module", "exports": { "import": "./index.js" } }',
    "node_modules/modern/index.js": "export const half = (n) => n / 2; export default await Promise.resolve('modern');",
    "node_modules/@scope/part/package.json": '{ "name": "@scope/part", "version": "1.0.0" }',
    "node_modules/@scope/part/deep.js": "exports.deep = 'deep';",
    "node_modules/broken/package.json": '{ "name": "broken", "version": "1.0.0" }',
    "node_modules/broken/index.js": "throw new Error('this package does not load');",
  });
}, 60_000);
afterAll(() => rm(place, { recursive: true, force: true }));

interface Ran {
  settlement: ContainerSettlement | undefined;
  output: string;
  exitCode: number | null;
}

async function run(files: Record<string, string>, call: Partial<ContainerCall> = {}): Promise<Ran> {
  const modules = Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const transpiled = transpileFile(name, text);
      if (!transpiled.ok) throw new Error(transpiled.problem.message);
      return [name, transpiled.code];
    }),
  );
  const whole: ContainerCall = {
    tool: "it",
    arguments: {},
    opts: {},
    program: programOf("tools/it.ts", modules),
    context: { agentId: "hand", runId: "r", callId: "c", sessionId: "s", assigns: { a: 1 }, secretNames: ["KEY"] },
    ...call,
  };
  const settlementFile = path.join(place, `${crypto.randomUUID()}.json`);
  const callFile = path.join(place, `${crypto.randomUUID()}.json`);
  await writeFile(callFile, JSON.stringify(whole));
  const node = spawn(process.execPath, [path.join(place, "run-call.cjs"), callFile, settlementFile], {
    cwd: workspace,
  });
  let output = "";
  node.stdout.on("data", (piece) => {
    output += String(piece);
  });
  node.stderr.on("data", (piece) => {
    output += String(piece);
  });
  const exitCode = await new Promise<number | null>((resolve) => node.on("close", resolve));
  const text = await readFile(settlementFile, "utf8").catch(() => undefined);
  const settlement = text === undefined ? undefined : containerSettlementSchema.parse(JSON.parse(text));
  return { settlement, output, exitCode };
}

/** One tool whose `execute` is these lines. */
function toolOf(lines: string, imports = ""): Record<string, string> {
  return {
    "tools/it.ts": `${imports}
export const it = tool({
  name: "it", description: "d", parameters: z.object({ text: z.string().optional() }),
  sandbox: { type: "webcontainer" },
  async execute(params, context) {
${lines}
  },
});`,
  };
}

const okWith = (text: string) => ({ outcome: { status: "ok", result: { parts: [{ type: "text", text }] } } });
const failedWith = (text: unknown) => ({ outcome: { status: "failed", text } });

describe("one call in the Node of a container", () => {
  it("runs with its packages: CommonJS, ES modules that must be awaited, parts of scoped ones, and Node's own", async () => {
    const files = toolOf(
      `const { deep } = await import("@scope/part/deep");
       return [loud(params.text), loud.mark, half(8), modern, deep, basename("/a/b.txt")];`,
      `import loud from "loud"; import modern, { half } from "modern"; import { basename } from "node:path";
import { tool } from "toolwright"; import { z } from "zod";`,
    );
    const { settlement } = await run(files, { arguments: { text: "hey" } });
    expect(settlement).toMatchObject(okWith(JSON.stringify(["HEY", "!", 4, "modern", "deep", "b.txt"])));
  });

  it("takes what its file imports of the definition with it, and nothing else", async () => {
    const { settlement } = await run(
      {
        ...toolOf("return twice(params.text);", 'import { twice } from "../shared/twice";'),
        "shared/twice.ts": "export const twice = (text: string): string => text + text;",
        "agent.ts": 'throw new Error("never loaded here");',
      },
      { arguments: { text: "ab" } },
    );
    expect(settlement).toMatchObject(okWith("abab"));
  });

  it("finds a tool whose name is computed from the options it is listed with", async () => {
    const files = {
      "tools/it.ts": `export const any = tool({
        name: (opts) => "read_" + opts.table, description: "d", parameters: z.object({}),
        sandbox: { type: "webcontainer" }, execute: (_, { opts }) => opts.table,
      });`,
    };
    expect((await run(files, { tool: "read_users", opts: { table: "users" } })).settlement).toMatchObject(
      okWith("users"),
    );
  });

  it("works on the files of the workspace, where it starts", async () => {
    await writeFile(path.join(workspace, "in.txt"), "from the workspace");
    const { settlement } = await run(
      toolOf(
        'return readFileSync("in.txt", "utf8") + (context.cwd === process.cwd());',
        'import { readFileSync } from "node:fs";',
      ),
    );
    expect(settlement).toMatchObject(okWith("from the workspacetrue"));
  });

  it("settles a throw with its words, its place in the author's file and its stack", async () => {
    const { settlement, exitCode } = await run(toolOf('throw new TypeError("no such thing");'));
    expect(settlement).toMatchObject({
      outcome: {
        status: "failed",
        text: "no such thing",
        place: { file: "tools/it.ts", line: 6 },
        stack: expect.stringContaining("TypeError: no such thing"),
      },
    });
    expect(exitCode).toBe(0);
  });

  it("settles a returned error, an empty throw and nothing at all as every call does", async () => {
    expect((await run(toolOf('return { error: "told" };'))).settlement).toMatchObject({
      outcome: { status: "failed", text: "told", origin: "returned" },
    });
    expect((await run(toolOf('throw new Error("");'))).settlement?.outcome.status).toBe("failed");
    expect((await run(toolOf(""))).settlement).toMatchObject({ outcome: { status: "ok", result: { empty: true } } });
  });

  it("keeps the limits of a result and gives the whole text beside it; bytes of an image are an image", async () => {
    const long = await run(toolOf('return "line\\n".repeat(50_000);'));
    expect(long.settlement?.outcome).toMatchObject({ status: "ok", result: { truncated: true, bytes: 250_000 } });
    expect(long.settlement?.whole).toBe("line\n".repeat(50_000));
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const image = await run(toolOf(`return Buffer.from("${png}", "base64");`));
    expect(image.settlement?.outcome).toMatchObject({
      result: { parts: [{ type: "image", mediaType: "image/png", data: png }] },
    });
  });

  it("prints its log and its progress as lines", async () => {
    const { output } = await run(
      toolOf('console.log("a"); console.error("b"); context.log("c", { d: 1 }); context.progress("half", 0.5);'),
    );
    expect(output.split("\n").sort()).toEqual(
      ["", "a", "b", 'c {"d":1}', `${PROGRESS_MARK}{"message":"half","fraction":0.5}`].sort(),
    );
  });

  it("ends when it has settled, whatever it left running", async () => {
    const { settlement } = await run(toolOf('setInterval(() => {}, 1000); return "done";'));
    expect(settlement).toMatchObject(okWith("done"));
  });

  it("leaves no settlement when the tool ends the process itself", async () => {
    const { settlement, exitCode } = await run(toolOf("process.exit(7);"));
    expect(settlement).toBeUndefined();
    expect(exitCode).toBe(7);
  });

  it.each([
    [
      'context.sandbox.read("a")',
      "context.sandbox.read",
      /context\.sandbox is not there in a WebContainer: use "node:fs"/,
    ],
    [
      'context.fetch("https://example.com")',
      "context.fetch",
      /context\.fetch is not there in a WebContainer: use Node's/,
    ],
    ['context.outside.ask("sql", {})', "context.outside", /context\.outside is not there in a WebContainer/],
    [
      "context.secrets.KEY",
      "a granted secret",
      /context\.secrets\.KEY is not there in a WebContainer: it is filled in by the/,
    ],
    ["context.secrets.OTHER", "another secret", /context\.secrets\.OTHER is not there .* this tool was not granted it/],
  ])("says what is not there, by its name: %s", async (code, _, words) => {
    expect((await run(toolOf(`return ${code};`))).settlement).toMatchObject(failedWith(expect.stringMatching(words)));
  });

  it("gives what of the context is data", async () => {
    const { settlement } = await run(
      toolOf(
        "const { agentId, agent, runId, callId, sessionId, assigns, opts, signal } = context; return JSON.stringify([agentId, agent, runId, callId, sessionId, assigns, opts, signal.aborted]);",
      ),
    );
    expect(settlement).toMatchObject(okWith('["hand",{"name":"hand"},"r","c","s",{"a":1},{},false]'));
  });

  it("says which package is missing or does not load", async () => {
    const missing = await run(toolOf("return x;", 'import x from "not-installed";'));
    expect(missing.settlement).toMatchObject(failedWith(expect.stringContaining("Cannot find module 'not-installed'")));
    const broken = await run(toolOf("return x;", 'import x from "broken";'));
    expect(broken.settlement).toMatchObject(failedWith("this package does not load"));
    const unused = await run(toolOf('if (params.text) await import("not-installed"); return "fine";'));
    expect(unused.settlement).toMatchObject(okWith("fine"));
  });
});
