import type { ResolvedCommandContext } from "just-bash/browser";
import { PipeFrame } from "../../interpreter/pipe-frame";

/** The pipe that a command prints to, when what reads it takes only the first of it. */
export function pipeOf(context: ResolvedCommandContext): PipeFrame | undefined {
  const { live } = context as { live?: unknown };
  return live instanceof PipeFrame ? live : undefined;
}
