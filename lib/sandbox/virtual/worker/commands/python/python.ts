import { defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import type { FileTree, TreeChange } from "@/lib/core/sandbox/file-tree";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { bytesFromLatin1, latin1FromBytes } from "../../byte-text";
import type { LiveFrame } from "../../interpreter/live-frame";
import { heedStop } from "../../running-command";
import { ShellFileSystem } from "../../shell-file-system";
import { failed } from "../command-result";
import { textOfByteString } from "../tool/lossless-text";
import { refusalOf } from "./parse-python-arguments";
import { loadPythonEngine, type PythonEngine } from "./python-engine";
import type { PythonMessage, PythonStart } from "./python-messages";
import { type RunningPython, startPython } from "./start-python";

const STOPPED_EXIT_CODE = 124;
const NOT_LOADED_EXIT_CODE = 126;
const MOST_OUTPUT_BYTES = 32 * 1024 * 1024;
const LOOK_INTERVAL_MS = 25;
/** The interpreter has its own. */
const SYSTEM_DIRECTORIES = ["/dev", "/proc"];

/** What the repaired interpreter gives its commands beside the rest. */
type Context = ResolvedCommandContext & { live?: LiveFrame };

/** The real Python, compiled to WebAssembly, with the workspace's files and nothing else of the page. */
export const pythonCommands = ["python3", "python"].map((name) =>
  defineCommand(name, (given, context) => run(name, given, context)),
);

async function run(name: string, given: string[], context: Context): Promise<ExecResult> {
  const stdin = bytesFromLatin1(context.stdin as unknown as string);
  const refusal = refusalOf(given, stdin);
  if (refusal !== undefined) return failed(name, refusal);
  const { fs } = context;
  if (!(fs instanceof ShellFileSystem)) return failed(name, "the files cannot be reached from here");
  const engine = await engineUnlessStopped(context);
  if (engine === undefined) return { stdout: "", stderr: "", exitCode: STOPPED_EXIT_CODE };
  if (typeof engine === "string") return failed(name, `Python cannot be loaded: ${engine}`, NOT_LOADED_EXIT_CODE);
  const { tree } = fs;
  const start: PythonStart = {
    type: "start",
    ...engine,
    given,
    env: { ...context.exportedEnv },
    cwd: context.cwd,
    stdin,
    files: [...tree.copyEntries("/", { allDirectories: true, skip: SYSTEM_DIRECTORIES })],
    mounts: tree.mounts.entries(),
    limits: tree.limits(),
  };
  const written = new Written(context.live);
  const exitCode = await watch(name, start, tree, context, written);
  return written.result(exitCode);
}

/** Resolves with the exit code when the program has ended, or was ended. */
function watch(name: string, start: PythonStart, tree: FileTree, context: Context, written: Written): Promise<number> {
  return new Promise((resolve) => {
    let running: RunningPython | undefined;
    const end = (exitCode: number): void => {
      clearInterval(looking);
      running?.end();
      resolve(exitCode);
    };
    const looking = setInterval(() => isStopped(context) && end(STOPPED_EXIT_CODE), LOOK_INTERVAL_MS);
    const receive = (message: PythonMessage): void => {
      if (message.type === "output") {
        for (const { stream, bytes } of message.pieces) written.add(stream, bytes);
        if (written.isBroken) {
          written.say("BrokenPipeError: [Errno 32] Broken pipe\n");
          end(1);
        }
        if (written.size > MOST_OUTPUT_BYTES) {
          written.say(`${name}: the program printed more than ${MOST_OUTPUT_BYTES} bytes and was ended\n`);
          end(1);
        }
      } else if (message.type === "changes") {
        const failure = applyChanges(tree, message.changes);
        if (failure !== undefined) {
          written.say(`${name}: ${failure}\n`);
          end(1);
        }
      } else if (message.type === "failure") {
        written.say(`${name}: ${message.message}\n`);
        end(NOT_LOADED_EXIT_CODE);
      } else end(message.exitCode);
    };
    running = startPython(start, {
      receive,
      shouldStop: () => written.isBroken || written.size > MOST_OUTPUT_BYTES || isStopped(context),
    });
  });
}

/** Says why a change could not be made here; another command may have taken the room in between. */
function applyChanges(tree: FileTree, changes: readonly TreeChange[]): string | undefined {
  try {
    for (const { path, entry } of changes) tree.put(path, entry);
  } catch (error) {
    if (!SandboxError.isInstance(error)) throw error;
    return `a change of the files is lost: ${error.message}`;
  }
}

/** What a program has printed so far; who watches the command sees it at once. */
class Written {
  size = 0;
  /** The reader of the pipe has ended; what comes after it is for nobody. */
  isBroken = false;
  private stdout = "";
  private stderr = "";
  private unsent = "";
  private readonly decoder = new TextDecoder();

  constructor(private readonly live: LiveFrame | undefined) {}

  /** The shell takes bytes on one stream and text on the other. */
  add(stream: "stdout" | "stderr", bytes: Uint8Array): void {
    this.size += bytes.byteLength;
    if (stream === "stderr") {
      const text = this.decoder.decode(bytes, { stream: true });
      this.stderr += text;
      this.live?.write("stderr", text);
      return;
    }
    if (this.isBroken) return;
    const printed = latin1FromBytes(bytes);
    if (this.live === undefined) {
      this.stdout += printed;
      return;
    }
    // A character may come in two pieces; after ASCII there is never half a one.
    const [sure = ""] = /^[\s\S]*[\0-\x7f]/.exec(this.unsent + printed) ?? [];
    this.unsent = (this.unsent + printed).slice(sure.length);
    try {
      this.live.write("stdout", textOfByteString(sure));
      this.stdout += printed;
    } catch (error) {
      if (!this.live.hasEnded) throw error;
      this.isBroken = true;
    }
  }

  say(text: string): void {
    this.add("stderr", new TextEncoder().encode(text));
  }

  result(exitCode: number): ExecResult {
    return { stdout: this.stdout, stdoutKind: "bytes", stderr: this.stderr, exitCode };
  }
}

/** The interpreter, why there is none, or nothing when the command is to end; what is loaded goes on for the next one. */
async function engineUnlessStopped(context: Context): Promise<PythonEngine | string | undefined> {
  let looking: ReturnType<typeof setInterval> | undefined;
  const stopped = new Promise<undefined>((resolve) => {
    looking = setInterval(() => isStopped(context) && resolve(undefined), LOOK_INTERVAL_MS);
  });
  try {
    return await Promise.race([loadPythonEngine().catch((error: unknown) => String(error)), stopped]);
  } finally {
    clearInterval(looking);
  }
}

function isStopped(context: Context): boolean {
  try {
    heedStop(context);
    return context.signal?.aborted === true;
  } catch {
    return true;
  }
}
