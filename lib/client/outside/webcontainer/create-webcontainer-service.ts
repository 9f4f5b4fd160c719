import { z } from "zod";
import {
  type ContainerAnswer,
  type ContainerRequest,
  containerRequestSchema,
  containerSettlementSchema,
  PROGRESS_MARK,
} from "@/lib/core/call/container-request";
import { truncateText } from "@/lib/core/call/truncate-text";
import { type ContainerSandbox, isContainerSandbox } from "@/lib/core/sandbox/container-place";
import type { ExecResult } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { OutsideError } from "@/lib/core/tool/outside";
import type { PageService, PageServiceContext } from "../page-service";
import { OutputLines } from "./output-lines";
import { PackageInstaller } from "./package-installer";

/** Lines that one call may print; a loop that prints must not fill the log. */
const MOST_LINES = 1000;
const LONGEST_LINE = 8000;
const MOST_MS = 10 * 60_000;

const progressSchema = z.object({ message: z.string(), fraction: z.number().min(0).max(1).optional() });

/**
 * Carries out the calls of tools with `sandbox: { type: "webcontainer" }` in the container that the person started: the
 * packages are installed once for each set of them, and each call is a process of its own that reads its call from a file
 * and writes how it settled to another. Stop and the tool's time end the process. `program` gives that process's code.
 */
export function createWebContainerService({ program }: { program(): Promise<string> }): PageService {
  let code: Promise<string> | undefined;
  const installer = new PackageInstaller(() => {
    code ??= program().catch((error) => {
      code = undefined;
      throw error;
    });
    return code;
  });
  return {
    name: "webcontainer",
    async ask(input, context): Promise<ContainerAnswer> {
      const request = containerRequestSchema.safeParse(input);
      if (!request.success) throw new OutsideError("outside-refused", "The request is not one for a WebContainer.");
      const { sandbox, signal } = context;
      if (!isContainerSandbox(sandbox)) return { status: "missing" };
      try {
        const installed = await installer.install(sandbox, request.data.dependencies, {
          signal,
          onLine: (line) => context.progress(line),
        });
        if (!installed.ok) return { status: "broken", message: installed.message };
        return await runCall(sandbox, installed.name, request.data, context);
      } catch (error) {
        if (signal.aborted) throw new OutsideError("outside-stopped", "The process of this call was ended.");
        if (SandboxError.isInstance(error)) return { status: "broken", message: error.message };
        throw error;
      }
    },
  };
}

async function runCall(
  sandbox: ContainerSandbox,
  name: string,
  { call, timeoutMs }: ContainerRequest,
  context: PageServiceContext,
): Promise<ContainerAnswer> {
  const { place } = sandbox;
  const own = `${name}/calls/${crypto.randomUUID()}`;
  const path = (file: string) => `${place.folder}/${file}`;
  const limit = Math.min(timeoutMs, MOST_MS);
  const lines = sayLines(context);
  try {
    await place.write(`${own}/call.json`, JSON.stringify(call));
    const command = `node ${path(`${name}/run-call.cjs`)} ${path(`${own}/call.json`)} ${path(`${own}/settlement.json`)}`;
    const result = await sandbox.exec(command, {
      signal: context.signal,
      timeoutMs: limit,
      onOutput: ({ stream, text }) => {
        // What the adapter itself says of the files comes below, with the end.
        if (stream === "stdout") lines.add(text);
      },
    });
    lines.finish();
    return settle(await place.read(`${own}/settlement.json`), result);
  } catch (error) {
    lines.finish();
    if (SandboxError.isInstance(error) && error.code === "timeout") return { status: "timed-out", afterMs: limit };
    throw error;
  } finally {
    await place.remove(own).catch(() => {
      // The container is gone, and the folder with it.
    });
  }
}

function settle(text: string | undefined, { exitCode, stdout, stderr }: ExecResult): ContainerAnswer {
  // A write that the workspace did not take was undone: whatever the tool says, it did not do what it meant to.
  if (stderr !== "") return { status: "broken", message: stderr.trimEnd() };
  if (text === undefined) {
    const said = truncateText(stdout.trimEnd(), { bytes: 4000, lines: 60 }).text;
    const end = `its process ended (exit code ${exitCode}) before the tool returned.`;
    return { status: "broken", message: said === "" ? end : `${end}\n${said}` };
  }
  const settlement = containerSettlementSchema.safeParse(parsed(text));
  if (!settlement.success) return { status: "broken", message: "what the tool left as its result cannot be read." };
  return { status: "settled", settlement: settlement.data };
}

function sayLines({ log, progress }: Pick<PageServiceContext, "log" | "progress">): OutputLines {
  let said = 0;
  return new OutputLines((line) => {
    if (line.startsWith(PROGRESS_MARK)) {
      const told = progressSchema.safeParse(parsed(line.slice(PROGRESS_MARK.length)));
      if (told.success) return progress(told.data.message, told.data.fraction);
    }
    said += 1;
    if (said <= MOST_LINES) log(line.slice(0, LONGEST_LINE));
    else if (said === MOST_LINES + 1) log(`(more than ${MOST_LINES} lines: the rest is not shown)`);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
