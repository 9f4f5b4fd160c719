import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds the thread in which the server reads web pages to `<outDir>/workers/read-page.cjs`. */
export async function buildPageReader({ outDir, minify = true }) {
  const outfile = `${outDir}/workers/read-page.cjs`;
  await build({
    absWorkingDir: root,
    entryPoints: [`${root}lib/server/tools/web-scrape/read-page-worker.ts`],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: ["node20"],
    minify,
    legalComments: "linked",
    logLevel: "warning",
    tsconfig: `${root}tsconfig.json`,
  });
  return outfile;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPageReader({ outDir: `${root}public`, minify: process.argv.includes("--minify") });
}
