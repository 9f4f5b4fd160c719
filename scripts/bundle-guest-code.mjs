// `import code from "./guest.ts?bundled"` is the text of that file with all it imports, as one script: code for an engine
// inside of the worker. One builder for esbuild (the worker that people get) and one for Vite (the tests).
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
    plugins: [utilWithSlash(path.join(path.dirname(entry), "guest-util-for-assert.ts"))],
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
