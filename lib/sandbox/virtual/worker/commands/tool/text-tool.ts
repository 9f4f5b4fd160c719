import { type Command, defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { latin1FromBytes } from "../../byte-text";
import { readFailure } from "../command-input";
import { bytesOfText, hasEscapedBytes, textOfByteString, textOfBytes } from "./lossless-text";
import { ToolFailure } from "./tool-failure";

const CHECKED_EVERY = 1024;

/** What one run of a tool reads, prints and asks. */
export class ToolRun {
  exitCode = 0;
  private readonly printed: string[] = [];
  private readonly complaints: string[] = [];
  private steps = 0;
  private stdinTaken = false;

  constructor(
    readonly name: string,
    readonly context: ResolvedCommandContext,
  ) {}

  print(text: string): void {
    this.printed.push(text);
  }

  /** `name: message` on stderr; `exitCode` is kept when it is the highest so far. */
  complain(message: string, exitCode = 1): void {
    this.complaints.push(`${this.name}: ${message}\n`);
    this.exitCode = Math.max(this.exitCode, exitCode);
  }

  /** Text on stderr as it is. */
  warn(text: string): void {
    this.complaints.push(text);
  }

  /** Throws when the command was stopped or its time is over; cheap enough for the innermost loop. */
  step(): void {
    this.steps += 1;
    if (this.steps % CHECKED_EVERY === 0) this.checkStopped();
  }

  checkStopped(): void {
    this.context.executionScope?.throwIfAborted();
    this.context.signal?.throwIfAborted();
  }

  path(name: string): string {
    return this.context.fs.resolvePath(this.context.cwd, name);
  }

  /** The text of standard input; a second reader finds it empty. */
  stdin(): string {
    if (this.stdinTaken) return "";
    this.stdinTaken = true;
    return textOfByteString(this.context.stdin as unknown as string);
  }

  /** The text of a file, or of standard input for `-`. Throws the file system's error. */
  async read(name: string): Promise<string> {
    if (name === "-" || name === "/dev/stdin") return this.stdin();
    return textOfBytes(await this.readBytes(name));
  }

  async readBytes(name: string): Promise<Uint8Array> {
    if (name === "-" || name === "/dev/stdin") return bytesOfText(this.stdin());
    if (name === "") throw new Error("ENOENT");
    const path = this.path(name);
    const bytes = await this.context.fs.readFileBuffer(path);
    // The last `/` asks for a directory.
    if (name.endsWith("/")) throw new Error("ENOTDIR");
    return bytes;
  }

  /** The text of an operand, or undefined after complaining `name: reason`. */
  async tryRead(name: string, exitCode = 1): Promise<string | undefined> {
    try {
      return await this.read(name);
    } catch (error) {
      this.complain(`${name}: ${readFailure(error)}`, exitCode);
      return undefined;
    }
  }

  async write(name: string, text: string, options: { append?: boolean } = {}): Promise<void> {
    const path = this.path(name);
    if (options.append) await this.context.fs.appendFile(path, bytesOfText(text));
    else await this.context.fs.writeFile(path, bytesOfText(text));
  }

  result(): ExecResult {
    const stdout = this.printed.join("");
    const stderr = this.complaints.join("");
    if (!hasEscapedBytes(stdout)) return { stdout, stderr, exitCode: this.exitCode, stdoutKind: "text" };
    return { stdout: latin1FromBytes(bytesOfText(stdout)), stderr, exitCode: this.exitCode, stdoutKind: "bytes" };
  }
}

/** A command of the shell. What `work` throws as `ToolFailure` is its message and exit code; what it printed before stays. */
export function textTool(name: string, work: (run: ToolRun, given: string[]) => Promise<void> | void): Command {
  return defineCommand(name, async (given, context) => {
    const run = new ToolRun(name, context);
    try {
      await work(run, given);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      if (error.message !== "") run.complain(error.message, error.exitCode);
      run.exitCode = error.exitCode;
    }
    return run.result();
  });
}
