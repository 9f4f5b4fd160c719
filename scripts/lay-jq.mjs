// Lays jq's WebAssembly build beside the shell worker, which loads it when the first `jq` runs.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The package shows one instance behind two functions; the command needs the program itself: files, arguments, exit code. */
const CHANGES = [
  [
    /var ENVIRONMENT_IS_NODE = typeof process[^\n]*;/,
    "var ENVIRONMENT_IS_NODE = false; // The caller gives the compiled module.",
  ],
  [/var ENVIRONMENT_IS_WORKER = [^\n]*;/, "var ENVIRONMENT_IS_WORKER = false;"],
  [/var ENV = \{\n\s*\};/, "var ENV = Module['environment'];"],
  [/(var getHeapMax = \(\) =>(?:\s*\/\/[^\n]*)*\s*)2147483648;/, "$1Module['memoryLimit'];"],
  ["Module['callMain'] = callMain;", "Module['callMain'] = callMain; Module['FS'] = FS;"],
  [/if \(typeof exports === 'object' && typeof module === 'object'\) \{[\s\S]*$/, "export default jq;\n"],
];

export function repairJq(source) {
  let repaired = source;
  for (const [find, replace] of CHANGES) {
    const found = typeof find === "string" ? repaired.split(find).length - 1 : repaired.match(find) ? 1 : 0;
    if (found !== 1) throw new Error(`jq-web has changed: ${find} is found ${found} times.`);
    repaired = repaired.replace(find, replace);
  }
  return repaired;
}

/** Writes `workers/jq.js` and `workers/jq.wasm` below `outDir`. */
export async function layJq({ outDir }) {
  const source = `${root}node_modules/jq-web`;
  await mkdir(`${outDir}/workers`, { recursive: true });
  await Promise.all([
    writeFile(`${outDir}/workers/jq.js`, repairJq(await readFile(`${source}/jq.js`, "utf8"))),
    copyFile(`${source}/jq.wasm`, `${outDir}/workers/jq.wasm`),
  ]);
}

/** Unit tests drive the same files. */
export async function setup() {
  await layJq({ outDir: `${root}public` });
}
