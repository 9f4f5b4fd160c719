import { spawn, spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm start`: builds when there is no build or when it is older than the sources, then serves it. The server is a child
 * without a shell between, so that a signal reaches it.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const next = join(root, "node_modules", "next", "dist", "bin", "next");
const port = Number(process.env.PORT || 3000);

/** What a build is made of; `public` holds generated files too, which the build itself refreshes. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "scripts",
  "package.json",
  "package-lock.json",
  "next.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
];

async function main() {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    fail(`PORT is "${process.env.PORT}", which is not a port number. Set it to one between 1 and 65535.`);
  }
  if (!(await isFree(port))) {
    fail(`Port ${port} is taken. Stop what listens there, or choose another one: PORT=${port + 1} npm start`);
  }
  if (needsBuild()) build();
  serve();
}

function needsBuild() {
  const built = modifiedAt(join(root, ".next", "BUILD_ID"));
  if (built === undefined) return true;
  return SOURCES.some((source) => newest(join(root, source)) > built);
}

function build() {
  console.log("Building Toolwright (only the first time, and after changes) …");
  const npm = process.env.npm_execpath;
  const command = npm === undefined ? ["npm", "run", "build"] : [process.execPath, npm, "run", "build"];
  const [program, ...parameters] = command;
  const { status } = spawnSync(program, parameters, { cwd: root, stdio: "inherit" });
  if (status !== 0) fail("The build failed; its messages are above.");
}

function serve() {
  const server = spawn(process.execPath, [next, "start", "--port", String(port)], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", NEXT_MANUAL_SIG_HANDLE: "true" },
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
  server.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}

/** Asks on every address, as the server will listen on every one. */
function isFree(wanted) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES"));
    probe.listen(wanted, () => probe.close(() => resolve(true)));
  });
}

function newest(path) {
  const own = modifiedAt(path) ?? 0;
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return own;
  }
  return Math.max(own, ...entries.map((entry) => newest(join(path, entry.name))));
}

function modifiedAt(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

await main();
