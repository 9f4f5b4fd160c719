// Docs that cannot rot: every path and npm script that a document names exists, every link between documents leads somewhere, every error code
// that a person can meet has its page, and every TypeScript snippet of the guide compiles.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const problems = [];

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(path.join(root, "docs"), { recursive: true }).map((file) => `docs/${file}`),
].filter((file) => file.endsWith(".md"));
const scripts = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).scripts;
const snippets = [];

for (const document of documents) {
  if (!existsSync(path.join(root, document))) {
    problems.push(`${document} is missing`);
    continue;
  }
  const text = readFileSync(path.join(root, document), "utf8");
  for (const [, script] of text.matchAll(/npm run ([a-z0-9:]+)/g)) {
    if (!(script in scripts))
      problems.push(`${document} names \`npm run ${script}\`, which package.json does not have`);
  }
  for (const [, named] of text.matchAll(/`((?:lib|app|components|scripts|e2e|docs|\.ci)\/[\w./[\]-]+)`/g)) {
    if (!existsSync(path.join(root, named))) problems.push(`${document} names ${named}, which does not exist`);
  }
  for (const [, target] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (!existsSync(path.join(root, path.dirname(document), target)))
      problems.push(`${document} links to ${target}, which does not exist`);
  }
  for (const match of text.matchAll(/```(?:ts|typescript)\n([\s\S]*?)```/g)) {
    const line = text.slice(0, match.index).split("\n").length + 1;
    snippets.push({
      name: path.join(root, path.dirname(document), `snippet-${snippets.length}.ts`),
      text: match[1],
      where: `${document}:${line}`,
    });
  }
}

// Codes are written as text where a problem is made: as `code`, or as an argument of one of these.
const CODE_PLACE =
  /\b(?:code:(?:\s*\w+ \?)?|(?:fail|told|notLoaded|definitionError|SandboxError|OutsideError|ToolwrightError)\(|left\(\w+,)\s*"([a-z]+(?:-[a-z]+)*)"/g;
// Between the page and the server, or a broken promise inside of one: no person is shown them, or only as a line of a log.
const NEVER_SHOWN = new Set(
  (
    "already-checked already-claimed already-settled call-lost calls-open custom log-incomplete no-workbench not-checked not-claimed " +
    "not-runnable run-lost step-lost step-open stopped tool-mismatch wrong-step"
  ).split(" "),
);
// Written in other ways: made from the name of a field, chosen by a condition, named by a constant.
const codes = new Map([
  ["invalid-category", "lib/core/tool/check-tool.ts"],
  ["invalid-side-effects", "lib/core/tool/check-tool.ts"],
  ["invalid-tags", "lib/core/tool/check-tool.ts"],
  ["storage-failed", "lib/sandbox/virtual/worker/workspace-keeper.ts"],
  ["connection-lost", "lib/client/reach-server.ts"],
  ["env-secret-requires-name", "lib/server/secrets/secret-provider.ts"],
  ["static-secret-requires-value", "lib/server/secrets/secret-provider.ts"],
  ["one-password-secret-requires-ref", "lib/server/secrets/one-password.ts"],
  ["not-isolated", "lib/sandbox/webcontainer/boot-controller.ts"],
  ["host-unreachable", "lib/sandbox/webcontainer/boot-controller.ts"],
  ["no-answer", "lib/sandbox/webcontainer/boot-controller.ts"],
  ["boot-stuck", "lib/sandbox/webcontainer/boot-controller.ts"],
  ["boot-refused", "lib/sandbox/webcontainer/boot-controller.ts"],
  ["client-missing", "lib/sandbox/webcontainer/boot-controller.ts"],
  ["answered-late", "lib/sandbox/webcontainer/boot-controller.ts"],
  ["container-lost", "lib/sandbox/webcontainer/boot-controller.ts"],
]);
for (const [code, file] of codes) {
  const source = readFileSync(path.join(root, file), "utf8");
  if (!source.includes(`"${code}"`) && !source.includes("`invalid-${")) problems.push(`${file} no longer says ${code}`);
}
for (const folder of ["app", "components", "lib"]) {
  for (const name of readdirSync(path.join(root, folder), { recursive: true })) {
    const file = `${folder}/${name}`;
    if (!/\.tsx?$/.test(file) || /\.(test|suite)\.|\/(testing|gallery|examples)\//.test(file)) continue;
    for (const [, code] of readFileSync(path.join(root, file), "utf8").matchAll(CODE_PLACE)) codes.set(code, file);
  }
}
for (const [code, file] of codes) {
  if (!NEVER_SHOWN.has(code) && !existsSync(path.join(root, "docs/errors", `${code}.md`)))
    problems.push(`docs/errors/${code}.md is missing, the page of a code in ${file}`);
}
const index = readFileSync(path.join(root, "docs/errors/README.md"), "utf8");
for (const page of readdirSync(path.join(root, "docs/errors"))) {
  const code = page.replace(/\.md$/, "");
  if (code === "README") continue;
  if (!codes.has(code)) problems.push(`docs/errors/${page} is about a code that nothing in the code says`);
  if (!index.includes(`](${page})`)) problems.push(`docs/errors/README.md does not list ${page}`);
}

if (snippets.length > 0) {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      incremental: false,
      plugins: [],
      noEmit: true,
      moduleDetection: "force",
      paths: {
        ...config.compilerOptions.paths,
        toolwright: ["./lib/kit/index.ts"],
        "@cogitator-ai/core": ["./lib/kit/index.ts"],
      },
    },
    root,
  );
  const byName = new Map(snippets.map((snippet) => [snippet.name, snippet]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => byName.has(name) || fileExists(name);
  host.readFile = (name) => byName.get(name)?.text ?? readFile(name);
  host.getSourceFile = (name, ...rest) => {
    const snippet = byName.get(name);
    return snippet ? ts.createSourceFile(name, snippet.text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  };
  const program = ts.createProgram([...byName.keys()], { ...options, pathsBasePath: root, baseUrl: undefined }, host);
  for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
    const snippet = diagnostic.file && byName.get(diagnostic.file.fileName);
    if (snippet) problems.push(`${snippet.where}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")}`);
  }
}

for (const problem of problems) console.error(problem);
console.log(
  `docs: ${documents.length} documents, ${snippets.length} snippets, ${codes.size} error codes, ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
