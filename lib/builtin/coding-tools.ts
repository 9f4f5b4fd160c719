import { toolset } from "@/lib/core/tool/toolset";
import { Bash, ReadOnlyBash } from "./bash";
import { Edit } from "./edit";
import { Glob } from "./glob";
import { Grep } from "./grep";
import { Read } from "./read";
import { Write } from "./write";

/**
 * Everything an agent needs to work on files. They reach only the workspace, whose changes a person sees and can take back, so
 * none asks for approval but a Bash command that reaches the network. Where that is not enough,
 * `Bash.with({ requiresApproval: true })`.
 */
export function codingTools() {
  return toolset(Read, Bash, Edit, Write, Glob, Grep);
}

/** For agents that only look: Bash runs, and what it changes is thrown away. */
export function readOnlyTools() {
  return toolset(Read, ReadOnlyBash, Glob, Grep);
}

/** For agents that only look, without a shell. */
export function strictReadOnlyTools() {
  return toolset(Read, Glob, Grep);
}
