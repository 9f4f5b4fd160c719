// `import code from "./guest.ts?bundled"` is the text of that file with all it imports, as one script: code for an engine
// inside of the worker. One builder for esbuild (the worker that people get) and one for Vite (the tests).
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const SUFFIX = "?bundled";

async function bundle(entry, minify) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: "iife",
    platform: "browser",
    // The packages ask for Node's own by these names.
    alias: { util: path.join(path.dirname(entry), "guest-inspect.ts") },
    plugins: [utilWithSlash(path.join(path.dirname(entry), "guest-util-for-assert.ts")), promisesShown],
    define: { global: "globalThis", "process.env.NODE_DEBUG": "undefined", "process.platform": '"linux"' },
    target: "es2022",
    minify,
    legalComments: "none",
    logLevel: "warning",
  });
  return { code: outputFiles[0].text, inputs: Object.keys(metafile.inputs).map((input) => path.resolve(input)) };
}

/** `assert` imports `util/`, and needs of it what the guest has itself. */
function utilWithSlash(replacement) {
  return {
    name: "util-with-slash",
    setup(builder) {
      builder.onResolve({ filter: /^util\/$/ }, () => ({ path: replacement }));
    },
  };
}

const INSPECTOR_CHANGES = [
  [/getPromiseDetails:\(\)=>\[\w+,void 0\]/g, "getPromiseDetails:(promise)=>__promiseDetails(promise)"],
  [/constants:\{kPending:\w+,kRejected:\w+,/g, "constants:{kPending:0,kRejected:2,"],
];

/** The inspector's package cannot look into a promise; the host can. */
const promisesShown = {
  name: "promises-shown",
  setup(builder) {
    builder.onLoad({ filter: /node-inspect-extracted\/dist\/inspect\.js$/ }, async ({ path: file }) => {
      let contents = await readFile(file, "utf8");
      for (const [find, replace] of INSPECTOR_CHANGES) {
        const found = contents.match(find)?.length ?? 0;
        if (found !== 1) throw new Error(`node-inspect-extracted has changed: ${find} is found ${found} times.`);
        contents = contents.replace(find, replace);
      }
      return { contents };
    });
  },
};

export function bundleGuestPlugin({ minify }) {
  return {
    name: "bundle-guest-code",
    setup(builder) {
      builder.onResolve({ filter: /\?bundled$/ }, ({ path: name, resolveDir }) => ({
        path: path.resolve(resolveDir, name.slice(0, -SUFFIX.length)),
        namespace: "bundled",
      }));
      builder.onLoad({ filter: /.*/, namespace: "bundled" }, async ({ path: entry }) => {
        const { code, inputs } = await bundle(entry, minify);
        return { contents: code, loader: "text", watchFiles: inputs };
      });
    },
  };
}

export function bundleGuestVitePlugin() {
  return {
    name: "bundle-guest-code",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const { code, inputs } = await bundle(id.slice(0, -SUFFIX.length), false);
      for (const input of inputs) this.addWatchFile(input);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
