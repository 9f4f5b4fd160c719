import { carriesOutput, type InterpreterContext, type Outcome, parts } from "./interpreter";
import { runAction } from "./traps";

/** Runs a simple command; `$BASH_COMMAND` is its text, and the DEBUG trap runs before it. */
export function simpleCommand(
  context: InterpreterContext,
  command: object,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { state } = context;
  if (state.trapDepth !== undefined && state.trapDepth > 0) return run();
  state.runningCommand = command;
  const action = state.traps?.get("DEBUG");
  return action === undefined || action === "" ? run() : afterDebugTrap(context, action, run);
}

async function afterDebugTrap(
  context: InterpreterContext,
  action: string,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const first = await runAction(context, action);
  try {
    return joined(first, await run());
  } catch (error) {
    if (carriesOutput(error)) prepend(error, first);
    throw error;
  }
}

/** Runs the body of a function or a sourced file, and the RETURN trap at its end; a function has one of its own but for `set -T`. */
export async function withReturnTrap(
  context: InterpreterContext,
  sourced: boolean,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { state } = context;
  const hidden = sourced || state.options.functrace ? [] : hideTraps(context);
  const { loopDepth } = state;
  // A loop of the caller is none of the function's.
  if (!sourced) state.loopDepth = 0;
  try {
    const outcome = await run();
    const action = state.traps?.get("RETURN");
    return action === undefined || action === ""
      ? outcome
      : { ...joined(outcome, await runAction(context, action)), exitCode: outcome.exitCode };
  } catch (error) {
    const action = state.traps?.get("RETURN");
    if (action && carriesOutput(error) && error.name === "ReturnError") {
      const after = await runAction(context, action);
      error.stdout += parts().text(after);
      error.stderr += after.stderr;
    }
    throw error;
  } finally {
    state.loopDepth = loopDepth;
    for (const [name, action] of hidden) if (state.traps?.get(name) === undefined) state.traps?.set(name, action);
  }
}

/** A function does not inherit these traps. */
function hideTraps({ state }: InterpreterContext): [name: string, action: string][] {
  const hidden: [string, string][] = [];
  for (const name of ["RETURN", "DEBUG"]) {
    const action = state.traps?.get(name);
    if (action === undefined) continue;
    hidden.push([name, action]);
    state.traps?.remove(name);
  }
  return hidden;
}

function joined(first: Outcome, second: Outcome): Outcome {
  return {
    stdout: parts().text(first) + parts().text(second),
    stderr: first.stderr + second.stderr,
    exitCode: second.exitCode,
  };
}

function prepend(error: { stdout: string; stderr: string }, first: Outcome): void {
  error.stdout = parts().text(first) + error.stdout;
  error.stderr = first.stderr + error.stderr;
}
