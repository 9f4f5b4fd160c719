import type { ExecResult, Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";

/** Stands between a command's own output and the directory it left behind; no program prints it by chance. */
const MARK = "\u0001toolwright-directory\u0001";
const CHANGES_DIRECTORY = /(?:^|[\s;&|({])(?:cd|pushd|popd)(?:$|[\s;&|)}])/;
const SETS_VARIABLES = /^\s*(?:export\s+|declare\s+|[A-Za-z_]\w*=\S*\s*$)/;

export type ShellAnswer =
  | { kind: "done"; exitCode: number; truncated: boolean; note?: string }
  | { kind: "interrupted" }
  | { kind: "failed"; message: string };

/**
 * A shell that remembers its directory on top of a stateless `exec`: a command that mentions `cd` also reports where it
 * ended. Variables and functions do not survive a command, and the first time that matters it is said.
 */
export class ShellSession {
  #cwd: string;
  #warned = false;

  constructor(
    private readonly sandbox: Pick<Sandbox, "exec" | "cwd">,
    start?: string,
  ) {
    this.#cwd = start ?? sandbox.cwd;
  }

  get cwd(): string {
    return this.#cwd;
  }

  /** The directory for the prompt, `~` for the workspace. */
  get shownDirectory(): string {
    const root = this.sandbox.cwd;
    if (this.#cwd === root) return "~";
    return this.#cwd.startsWith(`${root}/`) ? `~${this.#cwd.slice(root.length)}` : this.#cwd;
  }

  async run(command: string, write: (text: string) => void, signal: AbortSignal): Promise<ShellAnswer> {
    const moves = CHANGES_DIRECTORY.test(command);
    let streamed = 0;
    const onOutput = (piece: { text: string }) => {
      streamed += piece.text.length;
      write(piece.text);
    };
    try {
      const result = await this.sandbox.exec(moves ? withDirectory(command, this.sandbox.cwd) : command, {
        cwd: this.#cwd,
        signal,
        // The report at the end must not be shown, so the output of such a command comes when it is whole.
        onOutput: moves ? undefined : onOutput,
      });
      if (signal.aborted) return { kind: "interrupted" };
      if (moves) this.#takeReport(result, write);
      else if (streamed === 0) write(result.output);
      return { kind: "done", exitCode: result.exitCode, truncated: result.truncated, note: this.#noteFor(command) };
    } catch (error) {
      if (signal.aborted || (SandboxError.isInstance(error) && error.code === "aborted"))
        return { kind: "interrupted" };
      if (SandboxError.isInstance(error) && error.code === "not-found" && this.#cwd !== this.sandbox.cwd) {
        this.#cwd = this.sandbox.cwd;
        return { kind: "failed", message: "The directory is gone; back in the workspace." };
      }
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  }

  #takeReport(result: ExecResult, write: (text: string) => void): void {
    const at = result.output.lastIndexOf(MARK);
    if (at < 0) {
      write(result.output);
      return;
    }
    const directory = result.output.slice(at + MARK.length).split("\n", 1)[0] ?? "";
    if (directory.startsWith("/")) this.#cwd = directory;
    const end = at + MARK.length + directory.length + 1;
    write(result.output.slice(0, at) + result.output.slice(end));
  }

  #noteFor(command: string): string | undefined {
    if (this.#warned || !SETS_VARIABLES.test(command)) return undefined;
    this.#warned = true;
    return "Every command starts afresh: variables and functions do not survive it. The directory does.";
  }
}

/** Lone `cd` goes to the workspace, as it goes home elsewhere. */
function withDirectory(command: string, root: string): string {
  return `HOME=${quote(root)}\n${command}\n__status=$?\nprintf '%s%s\\n' '${MARK}' "$PWD"\nexit $__status`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
