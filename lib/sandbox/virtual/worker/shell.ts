import { Bash } from "just-bash/browser";
import type { FileTree } from "@/lib/core/sandbox/file-tree";
import type { ExecResult } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { latin1FromBytes } from "./byte-text";
import type { CommandOutput } from "./command-output";
import { type AskOutside, CommandOutside } from "./command-outside";
import { networkCommands } from "./commands/curl/network-commands";
import { shellCommands } from "./commands/shell-commands";
import { ENDLESS_DEVICES } from "./endless-device";
import { LiveFrame } from "./interpreter/live-frame";
import { ShellFileSystem } from "./shell-file-system";
import type { StopSignal } from "./stop-signal";

const HOME = "/home/user";
/** The interpreter's own ceiling on what a command may hold; what is shown is cut far below it. */
const HELD_OUTPUT_BYTES = 64 * 1024 * 1024;
const LONGEST_RUN_MS = 24 * 60 * 60 * 1000;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** `ENOSPC: no space left on device, open '/path'` */
const FILE_SYSTEM_FAILURE = /^E[A-Z]+: ([^,]+), \w+ '(.*)'$/s;
const STOPPED_EXIT_CODE = 124;

type LiveOptions = NonNullable<Parameters<Bash["exec"]>[1]> & { live: LiveFrame };

interface Interpreter {
  bash: Bash;
  outside: CommandOutside;
}

export interface ShellCommand {
  command: string;
  cwd: string;
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
}

/**
 * The embedded bash over the workspace's tree. Every run gets an interpreter of its own, because shell options of one would
 * show in the next; only files stay. The next interpreter is made while nobody waits.
 */
export class Shell {
  private readonly fileSystem: ShellFileSystem;
  private spare: Interpreter | undefined;

  constructor(
    private readonly tree: FileTree,
    private readonly cwd: string,
  ) {
    this.tree.makeDirectory(HOME, true);
    this.tree.makeDirectory("/tmp", true);
    this.tree.makeDirectory("/dev", true);
    for (const device of ENDLESS_DEVICES) {
      if (this.tree.find(device) === undefined) this.tree.write(device, new Uint8Array(0));
    }
    this.fileSystem = new ShellFileSystem(tree);
    this.spare = this.create();
  }

  /** Everything the command prints goes to `output` while it runs; rejects when it was stopped. */
  async run(
    command: ShellCommand,
    stop: StopSignal,
    output: CommandOutput,
    askOutside?: AskOutside,
  ): Promise<ExecResult> {
    this.refuseDirectory(command.cwd);
    const { stdin } = command;
    const options: LiveOptions = {
      cwd: command.cwd,
      env: command.env,
      rawScript: true,
      stdin: stdin instanceof Uint8Array ? latin1FromBytes(stdin) : stdin,
      stdinKind: stdin instanceof Uint8Array ? "bytes" : "text",
      signal: stop as unknown as AbortSignal,
      live: new LiveFrame(output),
    };
    const { bash, outside } = this.take();
    outside.open(askOutside);
    const exitCode = await bash
      .exec(exported(command.env) + command.command, options)
      .then((result) => result.exitCode)
      .catch((error: unknown) => {
        output.write("stderr", failureText(error));
        return 1;
      });
    const printed = output.end();
    if (stop.aborted && exitCode === STOPPED_EXIT_CODE) {
      throw stop.reason === "aborted"
        ? new SandboxError("aborted", "The command was stopped.", { output: printed.output })
        : new SandboxError("timeout", "The command took too long and was stopped.", { output: printed.output });
    }
    const { stdout, cut } = printed;
    return { stdout, stderr: printed.stderr, output: printed.output, exitCode, truncated: cut };
  }

  /** A shell over a view of the files, for one command whose changes nobody may see. */
  overView(): Shell {
    return new Shell(this.tree.fork(), this.cwd);
  }

  private take(): Interpreter {
    const taken = this.spare ?? this.create();
    this.spare = undefined;
    setTimeout(() => {
      this.spare ??= this.create();
    }, 0);
    return taken;
  }

  private create(): Interpreter {
    const outside = new CommandOutside();
    const bash = new Bash({
      fs: this.fileSystem,
      cwd: this.cwd,
      env: { HOME, USER: "user", LOGNAME: "user", SHELL: "/bin/bash", TERM: "dumb", LANG: "C.UTF-8", TMPDIR: "/tmp" },
      customCommands: [...shellCommands, ...networkCommands(outside.fetch)],
      executionLimits: {
        maxCallDepth: 1000,
        maxBraceExpansionResults: 1_000_000,
        maxExecutionTimeMs: LONGEST_RUN_MS,
        maxOutputSize: HELD_OUTPUT_BYTES,
        maxCommandCount: 1_000_000,
        maxLoopIterations: 10_000_000,
        maxWorkUnits: 100_000_000,
        maxTraversalEntries: 10_000_000,
        maxTraversalWork: 10_000_000,
      },
    });
    return { bash, outside };
  }

  private refuseDirectory(cwd: string): void {
    if (this.tree.get(cwd).type !== "directory") {
      throw new SandboxError("not-directory", `${cwd} is not a directory.`, { path: cwd });
    }
  }
}

/** The interpreter lets some failures of the file system end the whole script by an exception. */
function failureText(error: unknown): string {
  const failure = error instanceof Error ? FILE_SYSTEM_FAILURE.exec(error.message) : null;
  if (failure === null) throw error;
  const [, words = "", path = ""] = failure;
  return `bash: ${path}: ${words.replace(/^./, (first) => first.toUpperCase())}\n`;
}

/** The interpreter does not export what it is given for one run; child shells and `env` must see it. */
function exported(env: Record<string, string> | undefined): string {
  const names = Object.keys(env ?? {});
  const wrong = names.find((name) => !VARIABLE_NAME.test(name));
  if (wrong !== undefined) {
    throw new SandboxError("failed", `${JSON.stringify(wrong)} cannot name an environment variable.`);
  }
  return names.length === 0 ? "" : `export ${names.join(" ")}; `;
}
