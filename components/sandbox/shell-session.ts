import type { TerminalShell } from "@/lib/client/terminal/terminal-shell";
import type { ExecResult, Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { LoadingLine } from "./loading-line";
import { askForReport, ReportFilter, type ShellReport } from "./shell-report";

/** What a person runs goes on until it ends or is stopped; a day is what a timer can be trusted with. */
const LONGEST_COMMAND_MS = 24 * 60 * 60 * 1000;

/** Commands that may leave a shell in another directory or with other variables. */
const LEAVES_SOMETHING =
  /(?:^|[\s;&|({`])(?:cd|pushd|popd|source|\.|export|declare|typeset|readonly|read|mapfile|readarray|let|unset|eval|for|select|getopts|printf\s+-v)(?=$|[\s;&|)}])|(?:^|[\s;&|({])[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=|\(\(|:=/;
const LONE_CD = /^\s*cd(?:\s+([^\s;&|<>]+))?\s*$/;
const MOVES = /(?:^|[\s;&|({])(?:cd|pushd|popd)(?:$|[\s;&|)}])/;
const GOES_BACK = /(?:^|[\s;&|({])cd\s+-(?:$|[\s;&|)}])/;
const DEFINES_FUNCTION =
  /^\s*(?:function\s+([\w-]+)\s*(?:\(\s*\))?|([A-Za-z_][\w-]*)\s*\(\s*\))\s*\{[\s\S]*\}\s*;?\s*$/;
const REMOVES_FUNCTION = /^\s*unset\s+-f\s+([\w-]+)\s*$/;
const DOES_NOT_SURVIVE = /^\s*(?:alias\s+\S|shopt\s|set\s+[-+]\w|trap\s)/;
/** What every shell sets for itself. */
const OWN_NAMES =
  /^(?:PWD|OLDPWD|PIPESTATUS|OPTIND|RANDOM|SECONDS|LINENO|EPOCH\w*|BASH\w*|SHELLOPTS|\?|_|__toolwright)$/;

export type ShellAnswer =
  | { kind: "done"; exitCode: number; truncated: boolean; fullOutputPath?: string; note?: string }
  | { kind: "interrupted" }
  | { kind: "failed"; message: string };

/**
 * A shell that goes on where its last command ended, on top of a stateless `exec`: a command that may leave something behind
 * also reports its directory and variables, and they are given to the next one. Functions are kept when a command is the
 * definition of one. What else a shell keeps (aliases, options, traps) ends with the command, and that is said once.
 */
export class ShellSession {
  #cwd: string;
  #previous: string | undefined;
  #fresh: ReadonlyMap<string, string> | undefined;
  #variables = new Map<string, string>();
  #functions = new Map<string, string>();
  #status = 0;
  #warned = false;

  constructor(
    private readonly sandbox: Pick<TerminalShell, "exec" | "cwd"> & Partial<Pick<Sandbox, "capabilities">>,
    start?: string,
  ) {
    this.#cwd = start ?? sandbox.cwd;
  }

  get cwd(): string {
    return this.#cwd;
  }

  /** The names of functions that were defined here. */
  get functionNames(): readonly string[] {
    return [...this.#functions.keys()];
  }

  /** The directory for the prompt, `~` for the workspace. */
  get shownDirectory(): string {
    const root = this.sandbox.cwd;
    if (this.#cwd === root) return "~";
    return this.#cwd.startsWith(`${root}/`) ? `~${this.#cwd.slice(root.length)}` : this.#cwd;
  }

  async run(command: string, write: (text: string) => void, signal: AbortSignal): Promise<ShellAnswer> {
    if (this.sandbox.capabilities?.node) return this.#runPlain(command, write, signal);
    // A line that goes on would take the report for its own continuation.
    const reports = LEAVES_SOMETHING.test(command) && !/\\$/.test(command);
    const filter = new ReportFilter(write);
    const loading = new LoadingLine(write);
    let streamed = 0;
    const onOutput = ({ stream, text }: { stream: "stdout" | "stderr"; text: string }) => {
      streamed += text.length;
      if (reports && stream === "stdout") filter.take(text);
      else write(text);
    };
    try {
      if (reports) this.#fresh ??= await this.#freshVariables(signal);
      const whole = `${this.#before(command)}${command}`;
      const result = await this.sandbox.exec(reports ? askForReport(whole) : whole, {
        cwd: this.#cwd,
        signal,
        timeoutMs: LONGEST_COMMAND_MS,
        onOutput,
        onLoading: (progress) => loading.show(progress),
        typed: command,
      });
      if (signal.aborted) return { kind: "interrupted" };
      if (streamed === 0) {
        if (reports) filter.take(result.output);
        else write(result.output);
      }
      const report = filter.end();
      if (report !== undefined) this.#take(report);
      this.#takeFunction(command, result.exitCode);
      this.#status = result.exitCode;
      return done(result, this.#noteFor(command));
    } catch (error) {
      if (signal.aborted || (SandboxError.isInstance(error) && error.code === "aborted")) {
        this.#status = 130;
        return { kind: "interrupted" };
      }
      filter.end();
      if (SandboxError.isInstance(error) && error.code === "not-found" && this.#cwd !== this.sandbox.cwd) {
        this.#cwd = this.sandbox.cwd;
        return { kind: "failed", message: "The directory is gone; back in the workspace." };
      }
      this.#status = 1;
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    } finally {
      loading.end();
    }
  }

  /** For a shell that is no bash, as a container's is: only the directory goes on, after a line that is nothing but `cd`. */
  async #runPlain(command: string, write: (text: string) => void, signal: AbortSignal): Promise<ShellAnswer> {
    const [moves, target = this.sandbox.cwd] = LONE_CD.exec(command) ?? [];
    let streamed = false;
    const onOutput = ({ text }: { text: string }) => {
      streamed = true;
      write(text);
    };
    try {
      const line = moves === undefined ? command : `cd ${target} && pwd`;
      const shown = moves === undefined ? { onOutput } : {};
      const result = await this.sandbox.exec(line, { cwd: this.#cwd, signal, timeoutMs: LONGEST_COMMAND_MS, ...shown });
      if (signal.aborted) return { kind: "interrupted" };
      if (moves !== undefined && result.exitCode === 0) this.#cwd = result.stdout.trim();
      else if (!streamed) write(result.output);
      return done(result, undefined);
    } catch (error) {
      if (signal.aborted || (SandboxError.isInstance(error) && error.code === "aborted"))
        return { kind: "interrupted" };
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** What a new shell of this sandbox holds by itself; only what differs from it is carried over. */
  async #freshVariables(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const filter = new ReportFilter(() => undefined);
    const { stdout } = await this.sandbox.exec(askForReport(":"), { cwd: this.sandbox.cwd, signal });
    filter.take(stdout);
    return byName(filter.end()?.declarations ?? []);
  }

  /** On the command's own first line, so that the line numbers in its errors are right. */
  #before(command: string): string {
    const lines = [...this.#functions.values(), ...[...this.#variables.values()].map(inTwoSteps)];
    const carried = lines.length === 0 ? "" : `eval ${ansiQuote(lines.join("\n"))}; `;
    // A lone `cd` goes to the workspace, as it goes home elsewhere.
    const home = MOVES.test(command) ? `HOME=${ansiQuote(this.sandbox.cwd)}; ` : "";
    const status = command.includes("$?") ? `(exit ${this.#status}); ` : "";
    const back = this.#previous === undefined || !GOES_BACK.test(command) ? "" : this.#wayBack(this.#previous);
    return carried + back + home + status;
  }

  /** What `cd -` goes back to is a place that the shell was in. */
  #wayBack(previous: string): string {
    return `cd ${ansiQuote(previous)} 2>/dev/null && cd ${ansiQuote(this.#cwd)}; `;
  }

  #take(report: ShellReport): void {
    if (report.directory !== this.#cwd) this.#previous = this.#cwd;
    this.#cwd = report.directory;
    const now = byName(report.declarations);
    this.#variables = new Map();
    for (const [name, line] of now) {
      const isHome = name === "HOME" && line.includes(this.sandbox.cwd);
      if (!OWN_NAMES.test(name) && !isHome && this.#fresh?.get(name) !== line) this.#variables.set(name, line);
    }
    for (const name of this.#fresh?.keys() ?? []) {
      if (!now.has(name) && !OWN_NAMES.test(name)) this.#variables.set(name, `unset ${name}`);
    }
  }

  #takeFunction(command: string, exitCode: number): void {
    const [, worded, plain] = DEFINES_FUNCTION.exec(command) ?? [];
    const name = worded ?? plain;
    if (name !== undefined && exitCode === 0) this.#functions.set(name, command);
    const removed = REMOVES_FUNCTION.exec(command)?.[1];
    if (removed !== undefined) this.#functions.delete(removed);
  }

  #noteFor(command: string): string | undefined {
    if (this.#warned || !DOES_NOT_SURVIVE.test(command)) return undefined;
    this.#warned = true;
    return "Directory, variables and functions go on to the next command; aliases, options and traps do not.";
  }
}

function done(result: ExecResult, note: string | undefined): ShellAnswer {
  const { exitCode, truncated } = result;
  return {
    kind: "done",
    exitCode,
    truncated,
    ...("fullOutputPath" in result && typeof result.fullOutputPath === "string"
      ? { fullOutputPath: result.fullOutputPath }
      : {}),
    ...(note === undefined ? {} : { note }),
  };
}

function byName(declarations: readonly string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const line of declarations) {
    const name = /^declare -\S+ ([^=\s]+)/.exec(line)?.[1];
    if (name !== undefined) named.set(name, line);
  }
  return named;
}

/** Elements that hold spaces survive an assignment, but not every shell's `declare`. */
function inTwoSteps(declaration: string): string {
  return declaration.replace(/^(declare -\S*[aA]\S*) ([A-Za-z_]\w*)=\(/, "$1 $2; $2=(");
}

/** Quotes text for bash on one line. */
function ansiQuote(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `$'${escaped}'`;
}
