// Emits what the editor needs to know: Zod's real types, those of the author's module "toolwright" (also as "@cogitator-ai/core"), and
// the globals of the place where a tool runs. One JSON file: path below `file:///` → text.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const entry = "lib/kit/index.ts";
const IMPORT = /((?:\bfrom|\bimport)\s*\(?\s*)"([^"]+)"/g;

export async function buildMonacoTypes({ outDir }) {
  const kit = emitKitTypes();
  const files = { ...kit.files, ...(await readZodTypes()) };
  files["node_modules/@cogitator-ai/core/package.json"] = manifest("@cogitator-ai/core", "index.d.ts");
  files["node_modules/@cogitator-ai/core/index.d.ts"] = 'export * from "toolwright";\n';
  const platform = await readFile(path.join(root, "scripts", "author-globals.d.ts.txt"), "utf8");
  files["globals.d.ts"] = platform + documentedNames(kit.names);
  await mkdir(outDir, { recursive: true });
  await writeFile(path.join(outDir, "monaco-types.json"), JSON.stringify(files));
}

function manifest(name, types, others = {}) {
  const entries = Object.entries({ ".": types, ...others }).map(([key, file]) => [key, { types: `./${file}` }]);
  return JSON.stringify({ name, version: "0.0.0", type: "module", types, exports: Object.fromEntries(entries) });
}

/** What a file may name without an import; what it imports or declares itself goes before. */
function documentedNames(names) {
  return [
    "",
    "/* The kit's names and `z`, for a file that does not import them. */",
    ...names.map((name) => `declare const ${name}: typeof import("toolwright").${name};`),
    'declare const z: typeof import("zod").z;',
    "declare namespace z {",
    ...["infer", "input", "output"].map((name) => `  type ${name}<T> = import("zod").${name}<T>;`),
    "}",
    "",
  ].join("\n");
}

/** The declarations of the kit and of every file of ours that they name, and the names of its values. */
function emitKitTypes() {
  const declarations = new Map();
  const program = ts.createProgram([path.join(root, entry)], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    types: [],
    strict: true,
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    paths: { "@/*": [path.join(root, "*")] },
  });
  const { diagnostics } = program.emit(undefined, (file, text) => {
    declarations.set(path.relative(root, file).split(path.sep).join("/"), text);
  });
  if (diagnostics.length > 0) {
    throw new Error(`The kit's types cannot be emitted: ${ts.formatDiagnostics(diagnostics, formatHost)}`);
  }

  const files = { "node_modules/toolwright/package.json": manifest("toolwright", entry.replace(/\.ts$/, ".d.ts")) };
  const open = [entry.replace(/\.ts$/, ".d.ts")];
  for (const file of open) {
    const text = declarations.get(file);
    if (text === undefined) throw new Error(`No declarations were emitted for ${file}.`);
    files[`node_modules/toolwright/${file}`] = text.replace(IMPORT, (whole, before, specifier) => {
      if (!specifier.startsWith(".") && !specifier.startsWith("@/")) return whole;
      const target = specifier.startsWith("@/")
        ? specifier.slice(2)
        : path.posix.join(path.posix.dirname(file), specifier);
      const found = [`${target}.d.ts`, `${target}/index.d.ts`].find((candidate) => declarations.has(candidate));
      if (!found) throw new Error(`${file} names ${specifier}, which was not emitted.`);
      if (!open.includes(found)) open.push(found);
      const relative = path.posix.relative(path.posix.dirname(file), found.replace(/\.d\.ts$/, ""));
      return `${before}"${relative.startsWith(".") ? relative : `./${relative}`}"`;
    });
  }
  return { files, names: valueNames(program) };
}

function valueNames(program) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(path.join(root, entry)));
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => {
      const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return (meant.flags & ts.SymbolFlags.Value) !== 0;
    })
    .map(({ name }) => name);
}

const formatHost = { getCanonicalFileName: (file) => file, getCurrentDirectory: () => root, getNewLine: () => "\n" };

/** An author may import `zod/v4`; the declarations of the built-ins name `zod/v4/core`. */
const ZOD_ENTRIES = { "./v4": "v4/index.d.ts", "./v4/core": "v4/core/index.d.ts" };

/** Zod's own declarations; its 60 languages are one empty module, since no author reads their types. */
async function readZodTypes() {
  const source = path.join(root, "node_modules", "zod");
  const files = { "node_modules/zod/package.json": manifest("zod", "index.d.ts", ZOD_ENTRIES) };
  for (const directory of ["v4/classic", "v4/core"]) {
    for (const name of await readdir(path.join(source, directory))) {
      if (name.endsWith(".d.ts")) {
        files[`node_modules/zod/${directory}/${name}`] = await readFile(path.join(source, directory, name), "utf8");
      }
    }
  }
  for (const file of ["index.d.ts", "v4/index.d.ts"]) {
    files[`node_modules/zod/${file}`] = await readFile(path.join(source, file), "utf8");
  }
  files["node_modules/zod/v4/locales/index.d.ts"] = "export {};\n";
  files["node_modules/zod/v4/locales/en.d.ts"] = "declare const en: () => unknown;\nexport default en;\n";
  return files;
}
