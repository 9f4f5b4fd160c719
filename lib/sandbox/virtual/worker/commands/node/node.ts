import { type CustomCommand, defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { bytesFromLatin1, latin1FromBytes } from "../../byte-text";
import type { AskOutside } from "../../command-outside";
import { heedStop } from "../../running-command";
import { ShellFileSystem } from "../../shell-file-system";
import { failed, succeeded } from "../command-result";
import { fetchForProgram } from "./fetch-for-program";
import type { ProgramHost, ProgramStart } from "./node-program";
import { parseNodeArguments } from "./parse-node-arguments";

const QUICKJS = "2025-09-13";
/** Programs compare it; the rest of it says what it is. */
const VERSION = `v20.0.0-quickjs.${QUICKJS}`;
const STOPPED_EXIT_CODE = 124;
const REFUSED_EXIT_CODE = 9;
const LONGEST_WAIT_MS = 100;
const OUTPUT_BYTES = 32 * 1024 * 1024;

const HELP = `Usage: node [options] [file.js|.mjs|.cjs|.ts|-] [arguments]
A small node over the QuickJS engine, with the workspace's files.
  -e, --eval SOURCE     run SOURCE
  -p, --print SOURCE    run SOURCE and print its value
  --input-type=module   SOURCE is an ES module
  -v, --version         say which engine this is
Modules: assert buffer child_process(exec) console crypto(digests) events fs os path perf_hooks process querystring
readline string_decoder timers url util. Not here: http, net, streams, workers, npm, node --test.
`;

/**
 * JavaScript and TypeScript in an engine of its own, with the workspace's files and nothing else of the page. Its `fetch` goes
 * the way of `curl`.
 */
export function createNodeCommands(ask: AskOutside): CustomCommand[] {
  return ["node", "tsx"].map((name) => defineCommand(name, async (given, context) => run(name, given, context, ask)));
}

async function run(
  name: string,
  given: string[],
  context: ResolvedCommandContext,
  ask: AskOutside,
): Promise<ExecResult> {
  const request = parseNodeArguments(given);
  if (request.kind === "version") return succeeded(`${VERSION}\n`);
  if (request.kind === "help") return succeeded(HELP);
  if (request.kind === "refused") return failed(name, request.message, REFUSED_EXIT_CODE);
  const fileSystem = context.fs;
  if (!(fileSystem instanceof ShellFileSystem)) return failed(name, "the files cannot be reached from here");

  // Loaded when the command is first used: the engine and its libraries are larger than the rest of the shell.
  const [{ runProgram }, { CallFailure, ProgramFiles }, { resolveModule }] = await Promise.all([
    import("./node-program"),
    import("./program-files"),
    import("./resolve-module"),
  ]);
  const files = new ProgramFiles(fileSystem.tree, context.cwd);
  const stdin = bytesFromLatin1(context.stdin as unknown as string);
  let start: ProgramStart;
  let argv = ["/usr/bin/node", ...request.given];
  if (request.kind === "file") {
    try {
      const found = resolveModule(files, files.absolute(request.name), `${context.cwd}/[main]`, "require");
      if (found.kind !== "file") throw new CallFailure("MODULE_NOT_FOUND", "");
      start = { kind: "file", path: found.path };
      argv = ["/usr/bin/node", files.absolute(request.name), ...request.given];
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      return { stdout: "", stderr: missingMain(files.absolute(request.name)), exitCode: 1 };
    }
  } else if (request.kind === "source") {
    const { source, prints, asModule } = request;
    start = { kind: "script", name: "[eval]", source, prints, asModule };
  } else {
    const source = new TextDecoder().decode(stdin);
    if (request.isNamed) argv = ["/usr/bin/node", "-", ...request.given];
    start = { kind: "script", name: "[stdin]", source, prints: false, asModule: request.asModule };
  }

  const written = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let size = 0;
  const host: ProgramHost = {
    files,
    facts: {
      argv,
      execArgv: request.execArgv,
      env: { ...context.exportedEnv },
      version: VERSION,
      versions: { node: VERSION.slice(1), quickjs: QUICKJS },
    },
    stdin: request.kind === "stdin" ? new Uint8Array() : stdin,
    shouldStop: () => size > OUTPUT_BYTES || isStopped(context),
    wait: (ms) => waitOrStop(ms, context.signal),
    write(stream, bytes) {
      size += bytes.byteLength;
      written[stream].push(bytes);
    },
    async exec(command, cwd, env) {
      if (context.exec === undefined) throw new CallFailure("EIO", "The shell cannot be reached from here.");
      const { stdout, stderr, exitCode } = await context.exec(command, { cwd, env, signal: context.signal });
      return { stdout, stderr, exitCode };
    },
    async fetch(request) {
      const reply = await fetchForProgram(ask, request, context.signal);
      if (!reply.ok) throw new CallFailure(reply.code, reply.message);
      return reply.answer;
    },
  };
  const end = await runProgram(host, start);
  heedStop(context);
  let exitCode = end.kind === "exited" ? end.code : STOPPED_EXIT_CODE;
  if (size > OUTPUT_BYTES) {
    written.stderr.push(
      new TextEncoder().encode(`${name}: the program wrote more than ${OUTPUT_BYTES} bytes and was ended\n`),
    );
    exitCode = 1;
  }
  return {
    stdout: latin1FromBytes(joined(written.stdout)),
    stdoutKind: "bytes",
    stderr: new TextDecoder().decode(joined(written.stderr)),
    exitCode,
  };
}

function missingMain(path: string): string {
  return `Error: Cannot find module '${path}'\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n`;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

function isStopped(context: ResolvedCommandContext): boolean {
  try {
    heedStop(context);
    return context.signal?.aborted === true;
  } catch {
    return true;
  }
}

/** In short pieces: a stop need not fire the signal that a command is given, so it is asked for. */
function waitOrStop(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, LONGEST_WAIT_MS));
    signal?.addEventListener("abort", done, { once: true });
  });
}
