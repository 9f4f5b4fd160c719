// Copies Monaco's prebuilt files to `vs` below `outDir`, without what is never loaded: translations, type files, and the second
// copy of each language worker that the loader does not use (10 of 25 MB).
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

// By path: the package does not export its prebuilt files.
const packageDir = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "node_modules", "monaco-editor");

const UNUSED = [/^nls(\/|$)/, /^language\/[^/]+\/[^/]+\.worker\.js$/, /\.d\.ts$/];

export async function copyMonaco({ outDir }) {
  const source = path.join(packageDir, "min", "vs");
  const target = path.join(outDir, "vs");
  const stamp = path.join(target, "version.txt");
  const { version } = JSON.parse(await readFile(path.join(packageDir, "package.json"), "utf8"));
  if ((await readFile(stamp, "utf8").catch(() => "")) === version) return;
  await rm(target, { recursive: true, force: true });
  await cp(source, target, {
    recursive: true,
    filter: (file) => {
      const relative = path.relative(source, file).split(path.sep).join("/");
      return !UNUSED.some((pattern) => pattern.test(relative));
    },
  });
  await writeFile(stamp, version);
}
