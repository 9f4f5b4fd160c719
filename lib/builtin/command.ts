import { z } from "zod";
import { definitionError, kindOf } from "@/lib/core/tool/check-tool";
import { type DefinedTool, tool } from "@/lib/core/tool/tool";
import { suggestToolName } from "@/lib/core/tool/tool-name";
import { askService } from "./ask-service";
import { commandRequestSchema } from "./command-request";

export type CommandOptions = {
  /** The executable, by the name under which the operator of the server granted it. */
  command: string;
  /** What the model calls it by; `Git` for `git`, `GitLfs` for `git-lfs`. */
  name?: string;
  description?: string;
  /**
   * Fixed variables that the model never sees. The operator's grant says which names it takes from an author; without
   * that they are refused.
   */
  env?: Readonly<Record<string, string>>;
};

/** The operator's grant ends a command sooner; this only keeps the call's own limit out of its way. */
const CALL_MS = 600_000;

/**
 * One granted executable with an argument vector and no shell. It runs on the server's machine, outside of the sandbox, and
 * only what the operator granted there. Listed with its options: `[Command, { command: "git" }]`, or `command({ … })`.
 */
export const Command = tool({
  name: (options: CommandOptions) => options.name ?? nameOf(executable(options)),
  description: (options) =>
    options.description ??
    `Run ${executable(options)} with the arguments given, each passed on as it is; no shell reads them. Output and exit code come back.`,
  parameters: (options) => {
    const name = executable(options);
    return commandRequestSchema.extend({
      // Part of the arguments, so that whoever decides sees what will run, and the decision holds for nothing else.
      command: z.literal(name).default(name).describe("Always this"),
    });
  },
  category: "system",
  sideEffects: ["process"],
  requiresApproval: true,
  timeout: CALL_MS,
  execute: (request, context) => askService(context, "command", request),
});

/** A tool that runs one executable, e.g. `command({ command: "git" })`. */
export function command(options: CommandOptions): DefinedTool {
  const made = Command.with(options) as DefinedTool;
  // A mistake is told where it is written, not where the list is read.
  void made.name;
  return made;
}

function executable({ command }: CommandOptions): string {
  const base = typeof command === "string" ? (command.split(/[\\/]/).at(-1) ?? "") : "";
  if (base !== "" && commandRequestSchema.shape.command.safeParse(base).success) return base;
  throw definitionError(
    "invalid-command",
    "command",
    command === undefined
      ? "A command tool has no command."
      : `${typeof command === "string" ? JSON.stringify(command) : kindOf(command)} is not the name of a command.`,
    'Give the name of one executable that the operator of the server granted, such as `command: "git"`; arguments are the call\'s.',
  );
}

/** In words of the base name with a first letter up: `git-lfs` gives `GitLfs`. */
function nameOf(base: string): string {
  const words = base.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return suggestToolName(words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(""));
}
