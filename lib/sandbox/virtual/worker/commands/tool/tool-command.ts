import { type Command, defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { failed } from "../command-result";
import { ToolFailure } from "./tool-failure";

/** A command that makes its result itself, because that is not text. What `work` throws as `ToolFailure` is its message and exit code. */
export function toolCommand(
  name: string,
  work: (given: string[], context: ResolvedCommandContext) => Promise<ExecResult>,
): Command {
  return defineCommand(name, async (given, context) => {
    try {
      return await work(given, context);
    } catch (error) {
      if (error instanceof ToolFailure) return failed(name, error.message, error.exitCode);
      throw error;
    }
  });
}
