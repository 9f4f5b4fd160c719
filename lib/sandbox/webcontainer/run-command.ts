import type { ExecOptions, ExecResult } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { type ContainerLink, shellArguments } from "./container-link";
import { KeptOutput } from "./kept-output";

/** A server runs until it is stopped: whoever wants an end gives a time or a signal. */
const DEFAULT_TIMEOUT_MS = 24 * 60 * 60 * 1000;
/** How long a process may take to end after it was told to. */
const GRACE_MS = 2000;
/** Programs that a process left behind may hold its output open. */
const OUTPUT_END_MS = 500;
const END_OF_INPUT = "\u0004";
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const TEXT_INPUT = /^(?:\P{Cc}|[\t\n\r])*$/u;

/** Programs see a terminal there: without these they draw spinners and colours, and `npx` waits for an answer. */
const QUIET = { TERM: "dumb", NO_COLOR: "1", npm_config_yes: "true", npm_config_progress: "false" };

/** How a command ended. `output` is whole also when it was stopped. */
export interface CommandEnd {
  ended: "exit" | "timeout" | "aborted";
  exitCode: number;
  output: KeptOutput;
}

/** Runs one command line to its end, its deadline or its stop. Its two streams come as one: a container has a terminal only. */
export async function runCommand(
  link: ContainerLink,
  command: string,
  cwd: string,
  options: ExecOptions,
): Promise<CommandEnd> {
  const wrong = Object.keys(options.env ?? {}).find((name) => !VARIABLE_NAME.test(name));
  if (wrong !== undefined) {
    throw new SandboxError("failed", `${JSON.stringify(wrong)} cannot name an environment variable.`);
  }
  const input = typedInput(options.stdin);
  const process = await link.spawn(...shellArguments(command), { cwd, env: { ...QUIET, ...options.env } });
  if (input !== undefined) void process.input.getWriter().write(input);
  const output = new KeptOutput();
  const reader = process.output.getReader();
  const reading = (async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      output.add(piece.value);
      options.onOutput?.({ stream: "stdout", text: piece.value });
    }
  })();
  const ended = await endOf(process.exit, options);
  let exitCode = ended.exitCode;
  if (ended.how !== "exit") {
    process.kill();
    exitCode = await Promise.race([process.exit, after(GRACE_MS, 143)]);
  }
  await Promise.race([reading, after(OUTPUT_END_MS, undefined)]);
  reader.cancel().catch(() => {
    // It has ended already.
  });
  return { ended: ended.how, exitCode, output };
}

export function asResult({ output, exitCode }: CommandEnd, notes: readonly string[]): ExecResult {
  const stdout = output.text();
  const stderr = notes.map((note) => `${note}\n`).join("");
  const seam = stderr === "" || stdout === "" || stdout.endsWith("\n") ? "" : "\n";
  return {
    stdout,
    stderr,
    output: stdout + seam + stderr,
    exitCode: exitCode === 0 && notes.length > 0 ? 1 : exitCode,
    truncated: output.cut,
    merged: true,
  };
}

/** A terminal carries text only, and some characters of it are commands to the terminal. */
function typedInput(stdin: ExecOptions["stdin"]): string | undefined {
  if (stdin === undefined) return undefined;
  let text: string;
  try {
    text = typeof stdin === "string" ? stdin : new TextDecoder("utf-8", { fatal: true }).decode(stdin);
  } catch {
    text = "\0";
  }
  if (!TEXT_INPUT.test(text)) {
    throw new SandboxError(
      "not-supported",
      "A WebContainer takes text as input, not bytes or control characters. Write them to a file that the command reads.",
    );
  }
  // The first mark ends an unfinished line, the second the input.
  return text === "" || text.endsWith("\n") ? text + END_OF_INPUT : text + END_OF_INPUT + END_OF_INPUT;
}

async function endOf(
  exit: Promise<number>,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: ExecOptions,
): Promise<{ how: CommandEnd["ended"]; exitCode: number }> {
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      exit.then((exitCode) => ({ how: "exit" as const, exitCode })),
      new Promise<{ how: "timeout"; exitCode: number }>((resolve) => {
        timer = setTimeout(() => resolve({ how: "timeout", exitCode: 143 }), timeoutMs);
      }),
      new Promise<{ how: "aborted"; exitCode: number }>((resolve) => {
        stop = () => resolve({ how: "aborted", exitCode: 143 });
        if (signal?.aborted) stop();
        else signal?.addEventListener("abort", stop, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener("abort", stop);
  }
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms));
}
