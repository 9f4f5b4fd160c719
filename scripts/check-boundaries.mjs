// Runs the import rules and proves that they could fire: every source file belongs to a layer, and the cruiser saw each one. A cruiser that
// finds no TypeScript sees nothing and is content, so its count is compared with the disk.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import extractTypeScriptConfig from "dependency-cruiser/config-utl/extract-ts-config";

const LAYERS = [
  /^lib\/(core|builtin|kit|sandbox|models|tool-host|client|actions|server|examples|testing)\//,
  /^components\/(ui|workbench|editor|tools|run|sandbox|review|share|session|secrets)\//,
  /^app\//,
  /^(proxy|instrumentation)\.ts$/,
];

async function sourcesBelow(root, folder) {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}

/** Returns the violations in words; an empty list is a clean tree. `root` must be the working directory: the cruiser reads from it. */
export async function checkBoundaries(root) {
  const options = await extractDepcruiseOptions(path.join(root, ".dependency-cruiser.cjs"));
  const typescriptOptions = extractTypeScriptConfig(path.join(root, "tsconfig.json"));
  const { output } = await cruise(
    ["lib", "components", "app", "proxy.ts", "instrumentation.ts"].filter((name) => existsSync(path.join(root, name))),
    { ...options, validate: true, baseDir: root },
    undefined,
    { tsConfig: typescriptOptions },
  );
  const problems = output.summary.violations.map((violation) => {
    const rule = output.summary.ruleSetUsed.forbidden.find((candidate) => candidate.name === violation.rule.name);
    return `${violation.from} → ${violation.to}: ${violation.rule.name}. ${rule?.comment ?? ""}`;
  });
  const seen = new Set(output.modules.map((module) => module.source));
  const files = (await Promise.all(["lib", "components", "app"].map((folder) => sourcesBelow(root, folder)))).flat();
  for (const file of files) {
    if (!LAYERS.some((layer) => layer.test(file)))
      problems.push(`${file}: in no layer. Move it to one, or name its layer in DESIGN and here.`);
    if (!seen.has(file)) problems.push(`${file}: not seen by the cruiser, so no rule was applied to it.`);
  }
  if (files.length === 0) problems.push("No source file was found: the check proves nothing.");
  return { problems, files: files.length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, files } = await checkBoundaries(process.cwd());
  for (const problem of problems) console.error(problem);
  console.log(`boundaries: ${files} files, ${problems.length} problems`);
  process.exit(problems.length === 0 ? 0 : 1);
}
