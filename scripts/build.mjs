// `npm run build`: the static assets, then Next's production build.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { buildAssets } from "./build-assets.mjs";

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");

await buildAssets({ minify: true });
const { status } = spawnSync(process.execPath, [next, "build"], {
  stdio: "inherit",
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
});
process.exit(status ?? 1);
