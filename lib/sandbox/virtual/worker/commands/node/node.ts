import { type CustomCommand, defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { bytesFromLatin1, latin1FromBytes } from "../../byte-text";
import type { AskOutside } from "../../command-outside";
import { heedStop } from "../../running-command";
import { ShellFileSystem } from "../../shell-file-system";
import { failed, succeeded } from "../command-result";
import { joinBytes } from "../join-bytes";
import { fetchForProgram } from "./fetch-for-program";
import type { ProgramHost, ProgramStart } from "./node-program";
import { parseNodeArguments } from "./parse-node-arguments";
import type { TestResult } from "./test-result";

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
  -c, --check FILE      say whether FILE can be read as a program
  --test [FILES]        run the tests of node:test, and say how they ended
  -v, --version         say which engine this is
Modules: assert buffer child_process(exec) console crypto(digests) events fs os path perf_hooks process querystring
readline stream string_decoder test timers url util zlib. Not here: http, net, worker_threads, npm, a debugger.
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
  const [{ runProgram }, { CallFailure, ProgramFiles }, { resolveModule }, { TestReport }, { findTestFiles }] =
    await Promise.all([
      import("./node-program"),
      import("./program-files"),
      import("./resolve-module"),
      import("./test-report"),
      import("./find-test-files"),
    ]);
  const newFiles = () => new ProgramFiles(fileSystem.tree, context.cwd);
  const written = new Written(name);
  const report = new TestReport(request.tests.reporter, (text) => written.say("stdout", text), context.cwd);
  const { patterns, onlyMarked } = request.tests;
  /** They are told when the file has ended: what it prints comes first. */
  const results: TestResult[] = [];
  const tell = () => {
    for (const result of results.splice(0)) report.add(result);
  };
  const surroundings: Omit<ProgramHost, "files" | "facts" | "stdin" | "write"> = {
    shouldStop: () => written.isTooMuch || isStopped(context),
    wait: (ms) => waitOrStop(ms, context.signal),
    async exec(command, cwd, env, stdin) {
      if (context.exec === undefined) throw new CallFailure("EIO", "The shell cannot be reached from here.");
      const { stdout, stderr, exitCode } = await context.exec(command, {
        cwd,
        env,
        signal: context.signal,
        ...(stdin === undefined ? {} : { stdin }),
      });
      return { stdout, stderr, exitCode };
    },
    async fetch(request) {
      const reply = await fetchForProgram(ask, request, context.signal);
      if (!reply.ok) throw new CallFailure(reply.code, reply.message);
      return reply.answer;
    },
    tests: { filter: { patterns, onlyMarked }, add: (result) => results.push(result) },
  };
  const facts = (argv: string[], env: Record<string, string> = {}): ProgramHost["facts"] => ({
    argv,
    execArgv: request.execArgv,
    env: { ...context.exportedEnv, ...env },
    version: VERSION,
    versions: { node: VERSION.slice(1), quickjs: QUICKJS },
  });

  if (request.kind === "test") {
    const found = findTestFiles(newFiles(), request.names);
    if (!found.ok) return { stdout: "", stderr: `Could not find '${found.missing}'\n`, exitCode: 1 };
    let hasFailed = false;
    for (const path of found.files) {
      const before = report.size;
      const failedBefore = report.hasFailed;
      const startedAt = performance.now();
      const lines = { stdout: new PrintedLines(), stderr: new PrintedLines() };
      const host: ProgramHost = {
        ...surroundings,
        files: newFiles(),
        facts: facts(["/usr/bin/node", path], { NODE_TEST_CONTEXT: "child-v8" }),
        stdin: new Uint8Array(),
        write(stream, bytes) {
          written.size += bytes.byteLength;
          for (const line of lines[stream].take(bytes)) report.addOutput(line);
        },
      };
      const end = await runProgram(host, { kind: "file", path });
      heedStop(context);
      for (const line of [...lines.stdout.rest(), ...lines.stderr.rest()]) report.addOutput(line);
      tell();
      if (end.kind === "stopped") return written.result(STOPPED_EXIT_CODE);
      hasFailed ||= end.code !== 0;
      const hasReported = report.size > before && (end.code === 0 || report.hasFailed !== failedBefore);
      if (!hasReported) report.add(fileResult(path, end.code, performance.now() - startedAt));
    }
    report.finish();
    return written.result(hasFailed ? 1 : 0);
  }

  const files = newFiles();
  const stdin = bytesFromLatin1(context.stdin as unknown as string);
  let start: ProgramStart;
  let argv = ["/usr/bin/node", ...request.given];
  if (request.kind === "file" || request.kind === "check") {
    try {
      const found = resolveModule(files, files.absolute(request.name), `${context.cwd}/[main]`, "require");
      if (found.kind !== "file") throw new CallFailure("MODULE_NOT_FOUND", "");
      start = { kind: request.kind, path: found.path };
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
  const host: ProgramHost = {
    ...surroundings,
    files,
    facts: facts(argv),
    stdin: request.kind === "stdin" ? new Uint8Array() : stdin,
    write: (stream, bytes) => written.add(stream, bytes),
  };
  const end = await runProgram(host, start);
  heedStop(context);
  tell();
  if (report.size > 0) report.finish();
  return written.result(end.kind === "exited" ? end.code : STOPPED_EXIT_CODE);
}

/** What a file of tests is called that made none, or failed outside of them. */
function fileResult(path: string, exitCode: number, durationMs: number): TestResult {
  const result: TestResult = {
    name: path,
    kind: "test",
    isOk: exitCode === 0,
    durationMs,
    diagnostics: [],
    children: [],
  };
  if (exitCode === 0) return result;
  const details = [`exitCode: ${exitCode}`, "signal: ~", "error: 'test failed'", "code: 'ERR_TEST_FAILURE'"];
  return { ...result, failure: { type: "testCodeFailure", location: `${path}:1:1`, details, shown: "'test failed'" } };
}

/** Whole lines of what is printed piece by piece; those with nothing on them are left out. */
class PrintedLines {
  private unfinished = "";
  private readonly decoder = new TextDecoder();

  take(bytes: Uint8Array): string[] {
    const lines = (this.unfinished + this.decoder.decode(bytes, { stream: true })).split("\n");
    this.unfinished = lines.pop() ?? "";
    return lines.filter((line) => line !== "");
  }
  rest(): string[] {
    return this.unfinished === "" ? [] : [this.unfinished];
  }
}

class Written {
  size = 0;
  private readonly pieces = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };

  constructor(private readonly name: string) {}

  get isTooMuch(): boolean {
    return this.size > OUTPUT_BYTES;
  }
  add(stream: "stdout" | "stderr", bytes: Uint8Array): void {
    this.size += bytes.byteLength;
    this.pieces[stream].push(bytes);
  }
  say(stream: "stdout" | "stderr", text: string): void {
    this.add(stream, new TextEncoder().encode(text));
  }
  result(exitCode: number): ExecResult {
    const { isTooMuch } = this;
    if (isTooMuch) {
      this.say("stderr", `${this.name}: the program wrote more than ${OUTPUT_BYTES} bytes and was ended\n`);
    }
    return {
      stdout: latin1FromBytes(joinBytes(this.pieces.stdout)),
      stdoutKind: "bytes",
      stderr: new TextDecoder().decode(joinBytes(this.pieces.stderr)),
      exitCode: isTooMuch ? 1 : exitCode,
    };
  }
}

function missingMain(path: string): string {
  return `Error: Cannot find module '${path}'\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n`;
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
