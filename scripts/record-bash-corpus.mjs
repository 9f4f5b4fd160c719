// Records what real bash with the GNU tools prints for the snippets of lib/testing/bash-corpus, in a folder with the corpus's
// files, once each. Needs bash 5, GNU coreutils/grep/sed/findutils/diffutils, gawk as awk, jq, bc, git, zip, unzip, xxd, hexdump, file,
// sqlite3, node, python3. Tests never run it: they read the recording, which is part of the repository.
// With names of topics behind it, it records only these again.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const corpus = fileURLToPath(new URL("../lib/testing/bash-corpus", import.meta.url));
const LONG_AGO = new Date("2024-01-01T00:00:00Z");
const NEEDED = [
  "bash",
  "gawk",
  "jq",
  "bc",
  "git",
  "zip",
  "unzip",
  "xxd",
  "hexdump",
  "file",
  "sqlite3",
  "node",
  "python3",
  "tree",
  "cal",
];

async function layFiles(directory) {
  const files = JSON.parse(await readFile(join(corpus, "workspace.json"), "utf8"));
  for (const [path, content] of Object.entries(files)) {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, typeof content === "string" ? content : Buffer.from(content.base64, "base64"), {
      mode: 0o644,
    });
    await utimes(target, LONG_AGO, LONG_AGO);
  }
}

function run(script, cwd, home, path) {
  return new Promise((resolve, reject) => {
    const child = execFile(
      "bash",
      ["-c", script],
      {
        cwd,
        encoding: "buffer",
        timeout: 20_000,
        env: { HOME: home, PATH: path, LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC", USER: "user", TMPDIR: "/tmp" },
      },
      (error, stdout, stderr) => {
        if (error?.killed) reject(new Error(`Took too long: ${script}`));
        else
          resolve({ stdout, stderr, exitCode: error === null ? 0 : typeof error.code === "number" ? error.code : 128 });
      },
    );
    child.stdin.end();
  });
}

const HIDES_ERRORS = /\s*2>\s*\/dev\/null/g;

function linesOf(stderr) {
  return stderr
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "").length;
}

function shown(stdout, cwd) {
  const text = stdout.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(stdout)) return { base64: stdout.toString("base64") };
  return text.replaceAll(cwd, "/workspace");
}

function snippetsOf(text) {
  const snippets = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("\t")) snippets.push(`${snippets.pop() ?? ""}\n${line.slice(1)}`);
    else snippets.push(line);
  }
  return snippets;
}

const which = promisify(execFile);
for (const program of NEEDED) {
  await which("which", [program]).catch(() => {
    throw new Error(`${program} is not installed; the recording would be of its absence.`);
  });
}
const tools = await mkdtemp(join(tmpdir(), "corpus-tools-"));
await symlink((await which("which", ["gawk"])).stdout.trim(), join(tools, "awk"));
const home = await mkdtemp(join(tmpdir(), "corpus-home-"));

async function inFreshFolder(script) {
  const cwd = await mkdtemp(join(tmpdir(), "corpus-"));
  await layFiles(cwd);
  const result = await run(script, cwd, home, `${tools}:${process.env.PATH}`);
  await rm(cwd, { recursive: true, force: true });
  return { cwd, ...result };
}

const chosen = process.argv.slice(2);
const before = JSON.parse(await readFile(join(corpus, "recorded.json"), "utf8"));
const recorded = {};
for (const file of (await readdir(join(corpus, "snippets"))).sort()) {
  const topic = file.replace(".snippets", "");
  if (chosen.length > 0 && !chosen.includes(topic)) {
    recorded[topic] = before[topic];
    continue;
  }
  recorded[topic] = [];
  for (const script of snippetsOf(await readFile(join(corpus, "snippets", file), "utf8"))) {
    const { cwd, stdout, stderr, exitCode } = await inFreshFolder(script);
    // Also what it complains of when nothing hides it: a replay that differs is excused by words of its own only.
    const heard =
      script.search(HIDES_ERRORS) < 0 ? stderr : (await inFreshFolder(script.replace(HIDES_ERRORS, ""))).stderr;
    const complaints = { complaints: linesOf(stderr) || undefined, heard: linesOf(heard) || undefined };
    recorded[topic].push({ script, stdout: shown(stdout, cwd), exitCode, ...complaints });
  }
}
await writeFile(join(corpus, "recorded.json"), `${JSON.stringify(recorded, null, 2)}\n`);
await rm(tools, { recursive: true });
await rm(home, { recursive: true, force: true });
console.log(`${Object.values(recorded).flat().length} snippets recorded.`);
