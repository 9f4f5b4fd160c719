import "server-only";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type CommandRequest, commandRequestSchema } from "@/lib/builtin/command-request";
import { truncateText } from "@/lib/core/call/truncate-text";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { TEXT_LIMITS } from "@/lib/core/sandbox/text-limits";
import type { Service, ServiceContext } from "../service";
import { type CommandGrant, isShell, readCommandGrants } from "./command-grants";
import { runProcess } from "./run-process";

const authorEnvSchema = z.record(z.string(), z.string());

/** Granted executables of the server's own machine. Without a grant nothing runs, and there is no other way to run it. */
export function createCommandService(
  grants: () => ReadonlyMap<string, CommandGrant> = () => readCommandGrants(process.env),
): Service<CommandRequest> {
  return {
    name: "command",
    input: commandRequestSchema,
    needsApproval: ({ command }) => grants().get(command)?.safe !== true,
    openTo: "own-call",
    // The whole request is what the call's arguments are, so it was shown to whoever approved it.
    argumentsOf: ({ command, args, cwd, timeout }) => ({
      command,
      args,
      ...(cwd === undefined ? {} : { cwd }),
      ...(timeout === undefined ? {} : { timeout }),
    }),
    async execute(request, context) {
      const granted = grants();
      const grant = granted.get(request.command);
      if (grant === undefined)
        return { error: notGranted(request.command, [...granted.keys()]), command: request.command };
      return run(request, grant, context);
    },
  };
}

function notGranted(command: string, names: string[]): string {
  const what = names.length === 0 ? "It granted none" : `It granted ${names.join(", ")}`;
  return `The operator of this server has not granted the command "${command}". ${what}.`;
}

async function run(request: CommandRequest, grant: CommandGrant, context: ServiceContext): Promise<JsonValue> {
  const { command, args } = request;
  const { arguments: pattern } = grant;
  const refused = pattern === undefined ? undefined : args.find((argument) => !pattern.test(argument));
  if (refused !== undefined) {
    return {
      error: `The operator's grant of "${command}" does not allow the argument ${JSON.stringify(refused)}`,
      command,
    };
  }
  const authored = authorEnvSchema.safeParse(context.settings.env ?? {});
  if (!authored.success) return { error: 'The option "env" of the tool is not an object of texts', command };
  const foreign = Object.keys(authored.data).find((name) => !grant.authorEnv.includes(name));
  if (foreign !== undefined) {
    return {
      error: `The operator's grant of "${command}" takes no variable "${foreign}" from the author of a tool`,
      command,
    };
  }
  const executable = await realpath(grant.path).catch(() => undefined);
  if (executable === undefined || isShell(executable)) {
    return { error: `Command failed: ${executable === undefined ? "ENOENT" : "the granted path is a shell"}`, command };
  }
  const cwd = await directoryWithin(grant.cwd, request.cwd ?? ".");
  if (cwd === undefined)
    return { error: `"${request.cwd ?? "."}" is not a directory below that of "${command}"`, command };
  const seconds = Math.min(request.timeout ?? grant.timeout, grant.timeout);
  const end = await runProcess({
    path: grant.path,
    args,
    env: await environment(grant, authored.data, context),
    cwd,
    timeoutMs: seconds * 1_000,
    maxOutput: grant.maxOutput,
    signal: context.signal,
    scanner: () => context.secrets.scanner(),
  });
  if (end.kind === "not-started") return { error: `Command failed: ${end.reason}`, command };
  const cut = truncateText(end.output, { bytes: grant.maxOutput, lines: TEXT_LIMITS.lines });
  const text = cut.text.replace(/\n$/, "");
  const truncated = end.truncated || cut.truncated ? "(output truncated)" : "";
  if (end.kind === "timed-out") {
    return { error: `Command timed out after ${seconds} seconds`, output: joined(text, truncated), command };
  }
  if (end.kind === "stopped") return { error: "Command aborted", output: joined(text, truncated), command };
  return joined(text, truncated, end.exitCode === 0 ? "" : `(exit code: ${end.exitCode})`);
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * The operator's variables, then the author's where the operator takes them, with secrets in the place of their handles. The
 * secrets that the operator named and the tool was granted win over both.
 */
async function environment(
  grant: CommandGrant,
  authored: Readonly<Record<string, string>>,
  { secrets }: ServiceContext,
): Promise<Record<string, string>> {
  const env: Record<string, string> = { ...grant.env };
  for (const [name, value] of Object.entries(authored)) env[name] = await secrets.fill(value, "process");
  for (const name of grant.secrets) {
    const value = await secrets.use(name, "process");
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** A directory at or below `base`, symbolic links followed. */
async function directoryWithin(base: string, relative: string): Promise<string | undefined> {
  try {
    const root = await realpath(base);
    const directory = await realpath(path.resolve(root, relative));
    const isWithin = directory === root || directory.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
    return isWithin && (await stat(directory)).isDirectory() ? directory : undefined;
  } catch {
    return undefined;
  }
}
