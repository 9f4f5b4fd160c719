import { FileTree } from "@/lib/core/sandbox/file-tree";
import { grepFiles } from "@/lib/core/sandbox/grep-files";
import { keepWholeText } from "@/lib/core/sandbox/keep-whole-text";
import { resolvePath } from "@/lib/core/sandbox/resolve-path";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { TreeOperations } from "@/lib/core/sandbox/tree-operations";
import {
  type ShellMessage,
  type ShellRequest,
  type ShellRequestBody,
  shellAnswerSchema,
  shellRequestSchema,
  shellStopSchema,
} from "../shell-protocol";
import { CommandOutput } from "./command-output";
import { OutputGatherer } from "./gather-output";
import { keptFiles } from "./kept-files";
import { onLoading } from "./loading";
import { OpenAsks } from "./open-asks";
import { Shell } from "./shell";
import { StopSignal } from "./stop-signal";
import { WorkspaceKeeper } from "./workspace-keeper";

/** What the interpreter lays out for itself. */
const SYSTEM_DIRECTORIES = ["/bin", "/usr", "/dev", "/proc"];
const PASSING_DIRECTORIES = [...SYSTEM_DIRECTORIES, "/tmp"];
/** A running command's changes reach the page at least this often. */
const SYNC_INTERVAL_MS = 50;
/** More in one message would keep the page from everything else while it takes them. */
const CHANGES_AT_ONCE = 1000;

type Init = Extract<ShellRequestBody, { op: "init" }>;
type Body<Op extends ShellRequestBody["op"]> = Extract<ShellRequestBody, { op: Op }>;

interface Machine {
  files: TreeOperations;
  shell: Shell;
  keeper: WorkspaceKeeper;
  stopFlags: Int32Array | undefined;
}

/** The worker's side: owns the tree, the shell and the store, and acknowledges nothing that is not in both copies. */
export class ShellServer {
  private machine: Promise<Machine> | undefined;
  private readonly running = new Map<number, StopSignal>();
  private lastSync = 0;
  private keeping: Promise<void> = Promise.resolve();
  private readonly asks: OpenAsks;

  constructor(private readonly post: (message: ShellMessage) => void) {
    this.asks = new OpenAsks(post);
  }

  receive(message: unknown): void {
    const stop = shellStopSchema.safeParse(message);
    if (stop.success) {
      this.running.get(stop.data.stop)?.stop("aborted");
      return;
    }
    const answer = shellAnswerSchema.safeParse(message);
    if (answer.success) {
      this.asks.answer(answer.data);
      return;
    }
    const request = shellRequestSchema.parse(message);
    void this.answer(request);
  }

  private async answer({ id, body }: ShellRequest): Promise<void> {
    try {
      const value = await (body.op === "init" ? this.start(body) : this.perform(id, body));
      await this.sync();
      this.post({ type: "reply", id, value });
    } catch (error) {
      await this.sync();
      this.post({ type: "failure", id, ...failureOf(error) });
    }
  }

  private async start(body: Init): Promise<unknown> {
    if (this.machine !== undefined) throw new SandboxError("failed", "This shell has been started already.");
    let restored = false;
    this.machine = this.build(body).then((built) => {
      restored = built.restored;
      return built.machine;
    });
    const { files } = await this.machine;
    return { restored, mounts: files.tree.mounts.entries() };
  }

  private async build(body: Init): Promise<{ machine: Machine; restored: boolean }> {
    const tree = new FileTree({ bytes: body.byteLimit, kept: [body.cwd], untracked: SYSTEM_DIRECTORIES });
    const keeper = new WorkspaceKeeper({
      tree,
      skip: PASSING_DIRECTORIES,
      report: (status) => this.post({ type: "storage", status }),
    });
    const stored =
      body.store === "none" || body.sessionId === undefined
        ? undefined
        : await keeper.open(body.sessionId, body.store, body.storeByteLimit);
    const files = new TreeOperations(tree, body.cwd);
    const source = body.copy ?? stored;
    tree.mounts.asHost(() => {
      tree.makeDirectory(body.cwd, true);
      for (const [path, entry] of source?.entries ?? []) tree.put(path, entry);
    });
    for (const [path, mode] of source?.mounts ?? []) tree.mounts.set(path, mode);
    if (body.copy !== undefined) tree.takeChanges();
    const bytesOfFiles = tree.bytes;
    const shell = new Shell(tree, body.cwd);
    tree.addRoom(tree.bytes - bytesOfFiles);
    const machine = { files, shell, keeper, stopFlags: body.stopFlags };
    keeper.report();
    if (body.copy !== undefined) await keeper.keepAll();
    else {
      if (stored === undefined) keeper.keepWholeNext();
      this.postChanges(tree);
    }
    return { machine, restored: stored !== undefined };
  }

  private async perform(id: number, body: Exclude<ShellRequestBody, Init>): Promise<unknown> {
    const machine = await this.started();
    const { files } = machine;
    switch (body.op) {
      case "write":
        return files.write(body.path, body.data);
      case "edit":
        return files.edit(body.path, body.oldText, body.newText);
      case "makeDirectory":
        return files.makeDirectory(body.path);
      case "remove":
        return files.remove(body.path, body.recursive);
      case "rename":
        return files.rename(body.from, body.to);
      case "restore":
        return files.restore({ entries: body.entries });
      case "mount":
        return files.mount(body.files, body.path, body.mode);
      case "grep":
        return this.grep(machine, body);
      case "exec":
        return this.exec(machine, id, body);
      case "flush":
        await this.sync();
        return machine.keeper.flush();
      case "forget":
        return machine.keeper.forget();
    }
  }

  private grep({ files }: Machine, body: Body<"grep">): Promise<unknown> {
    return grepFiles(files.tree, files.cwd, body.pattern, body.options, {
      timeMs: body.timeoutMs,
      now: () => performance.now(),
      refuseExponential: false,
    });
  }

  private async exec({ files, shell, stopFlags }: Machine, id: number, body: Body<"exec">): Promise<unknown> {
    const stop = new StopSignal(body.timeoutMs, stopFlags, body.slot, () => this.syncDuringRun());
    this.running.set(id, stop);
    // A command that sleeps asks for no stop, and what it wrote before is seen all the same.
    const syncing = setInterval(() => this.syncDuringRun(), SYNC_INTERVAL_MS);
    const stopListening = onLoading((progress) => this.post({ type: "loading", progress }));
    const gatherer = new OutputGatherer((pieces) => this.post({ type: "output", id, pieces }));
    const output = new CommandOutput((stream, text) => gatherer.add(stream, text));
    try {
      const cwd = resolvePath(files.cwd, body.cwd ?? files.cwd);
      const runner = body.discardChanges ? shell.overView() : shell;
      const command = { command: body.command, cwd, env: body.env, stdin: body.stdin };
      const result = await runner.run(command, stop, output, this.asks.forRequest(id, stop));
      return result.truncated ? { ...result, fullOutputPath: await keepWhole(files.tree, id, output) } : result;
    } finally {
      clearInterval(syncing);
      stopListening();
      // Nobody hears the end of what is still loaded now.
      if (this.running.size <= 1) this.post({ type: "loading" });
      gatherer.flush();
      stop.release();
      this.running.delete(id);
    }
  }

  private async started(): Promise<Machine> {
    if (this.machine === undefined) throw new SandboxError("failed", "This shell has not been started.");
    return this.machine;
  }

  /** Sends and stores what changed; resolves when all of it is stored. */
  private async sync(): Promise<void> {
    const machine = await this.machine?.catch(() => undefined);
    if (machine === undefined) return;
    const changes = this.postChanges(machine.files.tree);
    if (changes.length > 0) this.keeping = this.keeping.then(() => machine.keeper.keep(changes));
    await this.keeping;
  }

  private syncDuringRun(): void {
    if (performance.now() - this.lastSync < SYNC_INTERVAL_MS) return;
    this.lastSync = performance.now();
    void this.sync();
  }

  private postChanges(tree: FileTree) {
    this.lastSync = performance.now();
    const changes = tree.takeChanges();
    for (let at = 0; at < changes.length; at += CHANGES_AT_ONCE) {
      this.post({ type: "changes", changes: changes.slice(at, at + CHANGES_AT_ONCE).map(withOwnBuffer) });
    }
    return changes;
  }
}

/** A view on a larger buffer would be copied with all of that buffer. */
function withOwnBuffer<T extends { entry?: { type: string; data?: Uint8Array } }>(change: T): T {
  const data = change.entry?.data;
  if (data === undefined || data.byteLength === data.buffer.byteLength) return change;
  return { ...change, entry: { ...change.entry, data: data.slice() } };
}

function keepWhole(tree: FileTree, id: number, output: CommandOutput): Promise<string | undefined> {
  const { text, cut } = output.wholeText();
  const note = cut ? "\n… The command printed more than is kept in this file. …\n" : "";
  return keepWholeText(keptFiles(tree), `output-${Date.now().toString(36)}-${id}`, text + note);
}

function failureOf(error: unknown): Pick<SandboxError, "code" | "message" | "path" | "output"> {
  if (SandboxError.isInstance(error)) {
    return { code: error.code, message: error.message, path: error.path, output: error.output };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "failed", message, path: undefined, output: undefined };
}
