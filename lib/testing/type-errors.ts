import { readFileSync } from "node:fs";
import * as path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** What the TypeScript compiler says about definition files, by their names, when "toolwright" is the real kit. */
export function typeErrors(files: ReadonlyMap<string, string>): string[] {
  const base = path.join(ROOT, "authored-files");
  const texts = new Map([...files].map(([file, text]) => [path.join(base, file), text]));
  texts.set(path.join(base, "globals.d.ts"), readFileSync(path.join(ROOT, "scripts/author-globals.d.ts.txt"), "utf8"));
  const kit = [path.join(ROOT, "lib/kit/index.ts")];
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts"],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    moduleDetection: ts.ModuleDetectionKind.Force,
    paths: { toolwright: kit, "@cogitator-ai/core": kit, "@/*": [path.join(ROOT, "*")] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.directoryExists = (directory) => directory.startsWith(base) || (directoryExists?.(directory) ?? true);
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = texts.get(file);
    return text === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()]
    .flatMap((file) => {
      const source = program.getSourceFile(file);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    })
    .map(({ file, start, messageText }) => {
      const place =
        file === undefined
          ? ""
          : `${path.relative(base, file.fileName)}:${file.text.slice(0, start).split("\n").length} `;
      return place + ts.flattenDiagnosticMessageText(messageText, "\n");
    });
}
