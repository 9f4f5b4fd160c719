import type { ExecOptions, ExecResult, Sandbox } from "@/lib/core/sandbox/sandbox";
import type { Outside } from "@/lib/core/tool/outside";

/** A command of the terminal that reaches outside, while it runs. */
export interface TerminalCommand {
  outside: Outside;
  /** The command is over. */
  end(how: { exitCode: number } | "stopped" | "failed"): void;
}

/** Enters a command that a person typed into the log and gives its way out. Rejects with an OutsideError when it cannot. */
export type EnterCommand = (typed: string) => Promise<TerminalCommand>;

export interface TypedOptions extends ExecOptions {
  /** The line as the person wrote it, where the command that runs holds more. */
  typed?: string;
}

/** What a terminal needs of a sandbox. */
export interface TerminalShell extends Pick<Sandbox, "list" | "stat" | "cwd" | "capabilities"> {
  exec(command: string, options?: TypedOptions): Promise<ExecResult>;
}

/** Goes around a command that a person typed, from its start to its end. */
export type AroundCommand = <T>(typed: string, work: () => Promise<T>) => Promise<T>;

/**
 * The sandbox's shell for a person: what they type is allowed to reach outside because they typed it. A command is entered
 * into the log with its first request, so that one which asks for nothing leaves no trace there.
 */
export function terminalShell(sandbox: Sandbox, enter: EnterCommand, around: AroundCommand): TerminalShell {
  return {
    cwd: sandbox.cwd,
    capabilities: sandbox.capabilities,
    list: (path) => sandbox.list(path),
    stat: (path) => sandbox.stat(path),
    async exec(command, { typed = command, ...options } = {}) {
      let entered: Promise<TerminalCommand> | undefined;
      const end = (how: Parameters<TerminalCommand["end"]>[0]) => {
        entered?.then(
          (entry) => entry.end(how),
          // It never was in the log.
          () => undefined,
        );
      };
      const outside: Outside = {
        async ask(service, input, asked) {
          entered ??= enter(typed);
          return (await entered).outside.ask(service, input, asked);
        },
      };
      try {
        const result = await around(typed, () => sandbox.exec(command, { ...options, outside }));
        end(options.signal?.aborted ? "stopped" : result);
        return result;
      } catch (error) {
        end(options.signal?.aborted ? "stopped" : "failed");
        throw error;
      }
    },
  };
}
