import type { Capture } from "./capture";
import type { LiveFrame } from "./live-frame";
import type { ProcessTable } from "./process-table";
import type { Traps } from "./traps";

/** The parts of the embedded interpreter that the repairs (`scripts/repair-just-bash`) hand to this folder. */
export interface Outcome {
  stdout: string;
  stderr: string;
  exitCode: number;
  stdoutKind?: "text" | "bytes";
  stdoutEncoding?: "binary";
  internalOutputAccounting?: { stdout: number; stderr: number };
}

export interface StopLike extends EventTarget {
  readonly aborted: boolean;
  /** The signal by which it stopped, where it stands for one: a shell with a trap for it hears that first. */
  readonly killedBy?: string | undefined;
  /** A trap has heard the signal: what runs from now on is not stopped by it. */
  absorb?(): void;
  /** A shell ignores the signal (`trap '' TERM`), so that only KILL ends it. */
  ignore?(): void;
}

export interface ShellArray {
  kind: "indexed" | "associative";
  elements: Map<string, string>;
}

export interface ShellState {
  env: Map<string, string>;
  cwd: string;
  functions: Map<string, unknown>;
  options: Record<string, boolean>;
  shoptOptions: Record<string, boolean>;
  arrays?: Map<string, ShellArray>;
  associativeArrays?: Set<string>;
  integerVars?: Set<string>;
  lowercaseVars?: Set<string>;
  uppercaseVars?: Set<string>;
  namerefs?: Set<string>;
  declaredVars?: Set<string>;
  localVarDepth?: Map<string, number>;
  tempExportedVars?: Set<string>;
  /** What stands before the commands that run (`x=1 command`), the innermost last. */
  tempEnvBindings?: Map<string, unknown>[];
  readonlyVars?: Set<string>;
  exportedVars?: Set<string>;
  directoryStack?: string[];
  /** The functions that run, the innermost first, the line that each was called at, and the file of each. */
  funcNameStack?: string[];
  callLineStack?: number[];
  sourceStack?: string[];
  /** How often the positional parameters were set by `set`. */
  positionalSets?: number;
  /** By number: the rest of an input as bytes, or a mark of what it is. */
  fileDescriptors?: Map<number, string>;
  inputFds?: Set<number>;
  fdAliases?: Map<number, Set<number>>;
  closedStandardFds?: Set<number>;
  nextFd?: number;
  localScopes: unknown[];
  loopDepth: number;
  callDepth: number;
  currentLine: number;
  inCondition: boolean;
  lastExitCode: number;
  lastBackgroundPid: number;
  bashPid: number;
  virtualPid: number;
  groupStdin?: string;
  signal?: StopLike;
  traps?: Traps;
  /** Signals that came for this shell and have a trap; it runs between two commands. */
  pendingSignals?: string[];
  subshellDepth?: number;
  /** The file whose commands the shell runs, as it was called. */
  scriptFile?: string;
  /** The simple command that runs now; the actions of traps do not count. */
  runningCommand?: object;
  trapDepth?: number;
  randomSeed?: number;
  /** Milliseconds since 1970; `SECONDS` counts from here. */
  startTime: number;
  /** Process numbers of the background commands of this very shell, in the order of their start. */
  jobs?: number[];
}

export interface Statement {
  background: boolean;
  sourceText?: string;
  line?: number;
  pipelines: unknown[];
}

export interface Script {
  type: "Script";
  statements: Statement[];
}

export interface InterpreterContext {
  state: ShellState;
  fs: { readFile(path: string): Promise<string> };
  /** Where output goes at once; missing when somebody else reads it ($( ), a pipe, a redirection). */
  live: LiveFrame | undefined;
  /** Who reads the output when it is not live. */
  capture: Capture | undefined;
  /** Shared by everything that one command started. */
  executionScope: object & { processes?: ProcessTable; throwIfAborted(): void };
  /** A nested interpreter over a state of its own. */
  spawn(state: ShellState, live: LiveFrame | undefined, capture: Capture | undefined): Interpreter;
  /** Runs in this shell; its output goes where the shell's own goes. */
  executeLive(script: Script): Promise<Outcome>;
}

export interface Interpreter {
  ctx: InterpreterContext;
  executeScript(script: Script): Promise<Outcome>;
}

/** What the bundle gives of itself when it is loaded. */
export interface InterpreterParts {
  exit(code: number): Error;
  aborted(): Error;
  limit(message: string, kind: "processes" | "recursion" | "string_length"): Error;
  parse(source: string): Script;
  /** Replaces everything in the state that a subshell must not share by copies; gives the function that puts it back. */
  isolate(state: ShellState): () => void;
  /** The text of an outcome whose stdout may hold bytes. */
  text(outcome: Outcome): string;
  /** The names and values of an array's elements, in order. */
  elements(context: InterpreterContext, name: string): [key: string | number, value: string][];
  /** `${value^pattern}` and its like, for one value. */
  changeCase(context: InterpreterContext, value: string, operation: unknown): Promise<string>;
  /** `${name@U}` and its like, for one value. */
  transform(context: InterpreterContext, name: string, value: string, operation: unknown): string;
  /** `${value/pattern/replacement}`, for one value. */
  replacePattern(context: InterpreterContext, value: string, operation: unknown): Promise<string>;
  /** `${value#pattern}` and its like, for one value. */
  removePattern(context: InterpreterContext, value: string, operation: unknown): Promise<string>;
  /** The builtin `cd`. */
  changeDirectory(context: InterpreterContext, given: readonly string[]): Promise<Outcome>;
  /** Every builtin, in the order of their names. */
  builtinNames(): readonly string[];
  /** The builtin `set`. */
  setOption(context: InterpreterContext, given: readonly string[]): Outcome | Promise<Outcome>;
  /** The builtin `read`, from the shell's own standard input. */
  read(context: InterpreterContext, options: readonly string[]): Outcome | Promise<Outcome>;
}

let known: InterpreterParts | undefined;

export function use(parts: InterpreterParts): void {
  known = parts;
}

export function parts(): InterpreterParts {
  if (known === undefined) throw new Error("The interpreter was not repaired: it never introduced itself.");
  return known;
}

/** An exception that carries what was printed before it. */
export interface OutputError extends Error {
  stdout: string;
  stderr: string;
  exitCode?: number;
}

export function carriesOutput(error: unknown): error is OutputError {
  return error instanceof Error && typeof (error as Partial<OutputError>).stdout === "string";
}

export function isExit(error: unknown): error is OutputError & { exitCode: number } {
  return carriesOutput(error) && error.name === "ExitError";
}

export function isAbort(error: unknown): error is OutputError {
  return carriesOutput(error) && error.name === "ExecutionAbortedError";
}
