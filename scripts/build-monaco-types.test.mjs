import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildMonacoTypes } from "./build-monaco-types.mjs";

// Each case checks a whole program; seconds alone, more on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const libDir = path.dirname(createRequire(import.meta.url).resolve("typescript"));
let outDir;
let types;

beforeAll(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), "monaco-types-"));
  await buildMonacoTypes({ outDir });
  types = JSON.parse(await readFile(path.join(outDir, "monaco-types.json"), "utf8"));
}, 120_000);
afterAll(() => rm(outDir, { recursive: true, force: true }));

/** What was read once, by its path and text: the libraries are most of every program. */
const parsed = new Map();

function parse(file, text, target) {
  const key = `${file}\0${text}`;
  const known = parsed.get(key) ?? ts.createSourceFile(file, text, target, true);
  parsed.set(key, known);
  return known;
}

/** What the editor would say about these files: only the emitted types are in reach, nothing of this repository. */
function diagnose(sources) {
  const { program, roots } = programOf(sources);
  return wordsOf([
    ...program.getGlobalDiagnostics(),
    ...roots.flatMap((file) => {
      const source = program.getSourceFile(file);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    }),
  ]);
}

/** The same, and of every declaration that they reach. */
function diagnoseAll(sources) {
  return wordsOf(ts.getPreEmitDiagnostics(programOf(sources).program));
}

function wordsOf(diagnostics) {
  return diagnostics.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  );
}

function programOf(sources) {
  const files = new Map(Object.entries({ ...types, ...sources }).map(([file, text]) => [`/${file}`, text]));
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    lib: ["lib.es2023.d.ts"],
    types: [],
    strict: true,
    isolatedModules: true,
    noEmit: true,
  };
  const read = (file) => files.get(file) ?? (path.dirname(file) === libDir ? ts.sys.readFile(file) : undefined);
  const host = {
    ...ts.createCompilerHost(options),
    getDefaultLibLocation: () => libDir,
    getDefaultLibFileName: () => path.join(libDir, "lib.es2023.d.ts"),
    getCurrentDirectory: () => "/",
    fileExists: (file) => read(file) !== undefined,
    readFile: read,
    directoryExists: (directory) => [...files.keys()].some((file) => file.startsWith(`${directory}/`)),
    realpath: (file) => file,
    getSourceFile: (file, target) => {
      const text = read(file);
      return text === undefined ? undefined : parse(file, text, target);
    },
  };
  const roots = ["/globals.d.ts", ...Object.keys(sources).map((file) => `/${file}`)];
  return { program: ts.createProgram(roots, options, host), roots };
}

describe("the types the editor is given", () => {
  test("are whole: every declaration checks without a complaint, also those an author never names", () => {
    expect(
      diagnoseAll({
        "agent.ts":
          'export * as ours from "toolwright"; export * as same from "@cogitator-ai/core"; export * as zod from "zod"; export * as four from "zod/v4";',
      }),
    ).toEqual([]);
  });

  test("infer the parameters of `execute` from the schema, and know the context", () => {
    expect(
      diagnose({
        "tools/a.ts": `import { tool } from "toolwright"; import { z } from "zod";
export default tool({ name: "a", description: "d",
  parameters: z.object({ pattern: z.string(), kinds: z.array(z.enum(["low", "high"])).optional() }),
  async execute({ pattern, kinds }, context) {
    const exact: string = pattern; const some: ("low" | "high")[] | undefined = kinds;
    const bytes: Uint8Array = await context.sandbox.read(exact);
    context.signal.throwIfAborted(); context.log(new TextDecoder().decode(bytes), some);
    return (await context.sandbox.grep(pattern)).matches.map((match) => match.line + 1);
  } });`,
        "agent.ts": `import { agent } from "@cogitator-ai/core"; import a from "./tools/a";
export default agent({ name: "x", instructions: "", tools: [a, a.with({ timeout: 5 })] });`,
      }),
    ).toEqual([]);
  });

  test.each([
    ["a member that the schema does not have", "execute: ({ pattern }) => pattern.nothing", /'nothing' does not exist/],
    [
      "a parameter of the wrong type",
      "execute: ({ pattern }) => { const n: number = pattern; return n; }",
      /not assignable to type 'number'/,
    ],
    [
      "a sandbox method that is not there",
      "execute: (_, context) => context.sandbox.fetch()",
      /'fetch' does not exist on type 'Sandbox'/,
    ],
    ["the page, which is not there", "execute: () => document.title", /Cannot find name 'document'/],
    ["a way to the network beside fetch", "execute: () => new WebSocket('x')", /Cannot find name 'WebSocket'/],
  ])("refuse %s", (_what, execute, message) => {
    const found = diagnose({
      "tools/a.ts": `import { tool } from "toolwright"; import { z } from "zod";
export default tool({ name: "a", description: "d", parameters: z.object({ pattern: z.string() }), ${execute} });`,
    });
    expect(found.join("\n")).toMatch(message);
  });

  test("know the kit and z in a file that imports nothing, as the documentation's examples do", () => {
    const block = (parameter) => `type Input = z.infer<typeof input>; const input = z.object({ city: z.string() });
const weather = tool({ name: "a", description: "d", parameters: input, execute: async ({ ${parameter} }: Input) => city });
export default new Agent({ name: "x", model: "openai/x", instructions: "", tools: toolset(weather, calculator) });`;
    expect(diagnose({ "tools/a.ts": block("city") })).toEqual([]);
    expect(diagnose({ "tools/a.ts": block("town") }).join("\n")).toMatch(/'town' does not exist/);
  });

  test("let a file declare or import those names itself", () => {
    expect(
      diagnose({
        "tools/a.ts":
          "const tool = 1; let calculator = tool + 1; class Agent {} function run() {} export { calculator, Agent, run };",
        "tools/b.ts": 'import { tool } from "toolwright"; import { z } from "zod/v4"; export { tool, z };',
      }),
    ).toEqual([]);
  });

  test("keep two files apart that use one name", () => {
    const text = "const schema = 1; void schema;";
    expect(diagnose({ "tools/a.ts": text, "tools/b.ts": text })).toEqual([]);
  });
});
