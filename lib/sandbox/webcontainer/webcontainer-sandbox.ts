import type { ContainerPlace, ContainerSandbox } from "@/lib/core/sandbox/container-place";
import { keepWholeText } from "@/lib/core/sandbox/keep-whole-text";
import { isWithin, relativePath, resolvePath } from "@/lib/core/sandbox/resolve-path";
import type {
  DirectoryEntry,
  EditResult,
  ExecOptions,
  ExecResult,
  FileChange,
  FileStat,
  GlobOptions,
  GlobResult,
  GrepOptions,
  GrepResult,
  MountMode,
  Sandbox,
  SandboxCapabilities,
  SandboxSnapshot,
} from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { ContainerFiles } from "./container-files";
import { type Container, ContainerLink, shellArguments } from "./container-link";
import { insidePlace } from "./inside-place";
import { OpenPorts } from "./open-ports";
import { asResult, runCommand } from "./run-command";

export interface WebContainerSandboxOptions {
  /** Holds the files and goes on holding them: this sandbox never closes it. */
  base: Sandbox;
  container: Container;
  /** Called once when the container does not answer any more. */
  onLost?: () => void;
  answerMs?: number;
  heartbeatMs?: number;
}

const HEARTBEAT_MS = 10_000;
/** While a command runs, what it writes comes out at most so late. */
const PULL_PAUSE_MS = 250;
const MOST_NOTES = 5;
const COMMAND_NOT_FOUND = 127;
const SMALL_SHELL =
  "toolwright: this is the small shell of a WebContainer. It has no grep, sed, awk, find or git: use the Grep and Glob tools, or node.";
const PLAIN_PATH = /^[\w./-]+$/;

/**
 * Real Node over the workspace. The files are the base's: every operation on them is answered by it, also when the container
 * is lost. A command runs in the container, over a copy that is made equal before and after it; what it left running goes on
 * being copied out. Packages (`node_modules`) stay in the container, and are gone with it.
 */
export class WebContainerSandbox implements ContainerSandbox {
  readonly kind = "webcontainer";
  readonly cwd: string;
  readonly capabilities: SandboxCapabilities;
  readonly ports: OpenPorts;
  readonly place: ContainerPlace;

  private readonly base: Sandbox;
  private readonly link: ContainerLink;
  private readonly files: ContainerFiles;
  private readonly endings = new Set<AbortController>();
  private readonly watches = new Set<() => void>();
  private readonly heartbeat: ReturnType<typeof setInterval>;
  private pulling: ReturnType<typeof setTimeout> | undefined;
  /** What was undone since the last command told about it. */
  private untold: string[] = [];
  /** Whether the workspace has its own path in the container too. */
  private samePath = false;
  private lost = false;
  private disposed = false;

  private constructor(options: WebContainerSandboxOptions) {
    this.base = options.base;
    this.cwd = options.base.cwd;
    this.capabilities = { shell: true, persistent: options.base.capabilities.persistent, promptStop: true, node: true };
    const onLost = (): void => {
      if (this.lost || this.disposed) return;
      this.lost = true;
      this.stopAll();
      options.onLost?.();
    };
    this.link = new ContainerLink(options.container, { answerMs: options.answerMs, onLost });
    this.files = new ContainerFiles(this.base, this.link, () => this.pullSoon());
    this.place = insidePlace(this.link);
    this.ports = new OpenPorts(options.container);
    this.heartbeat = setInterval(() => void this.beat(), options.heartbeatMs ?? HEARTBEAT_MS);
  }

  /** Brings the workspace into the container and resolves when commands can run. */
  static async open(options: WebContainerSandboxOptions): Promise<WebContainerSandbox> {
    const sandbox = new WebContainerSandbox(options);
    try {
      await sandbox.files.start();
      sandbox.samePath = await sandbox.givePath();
      return sandbox;
    } catch (error) {
      await sandbox.dispose();
      throw asSandboxError(error);
    }
  }

  async exec(command: string, options: ExecOptions = {}): Promise<ExecResult> {
    this.refuseDisposed();
    if (this.lost) throw new SandboxError("failed", "The WebContainer stopped answering.");
    // Only the embedded shell has a view that can be thrown away.
    if (options.discardChanges) return this.base.exec(command, options);
    if (options.signal?.aborted) throw new SandboxError("aborted", "The command was stopped.");
    const cwd = this.pathHere((options.cwd ?? ".").replace(/(?<=.)\/+$/, ""));
    if (!this.files.isInside(cwd) && (await this.base.stat(cwd)).type !== "directory") {
      throw new SandboxError("not-directory", `${cwd} is not a directory.`, { path: cwd });
    }
    const ending = new AbortController();
    this.endings.add(ending);
    const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
    try {
      await this.files.pushIn();
      const end = await runCommand(this.link, this.inPlace(command, cwd), relativePath(this.cwd, cwd), {
        ...options,
        signal,
      });
      if (this.lost) throw new SandboxError("failed", "The WebContainer stopped answering while the command ran.");
      if (this.disposed) throw new SandboxError("disposed", "This sandbox has been closed.");
      this.untold.push(...(await this.files.pullOut()));
      const notes = this.takeNotes();
      if (end.ended === "exit" && end.exitCode === COMMAND_NOT_FOUND) notes.push(SMALL_SHELL);
      const result = asResult(end, notes);
      if (result.truncated) {
        result.fullOutputPath = await keepWholeText(this.base, outputName(), end.output.whole());
      }
      if (result.stderr !== "") options.onOutput?.({ stream: "stderr", text: result.stderr });
      if (end.ended === "exit") return result;
      const { output } = result;
      throw end.ended === "timeout"
        ? new SandboxError("timeout", `The command took longer than ${options.timeoutMs} ms and was stopped.`, {
            output,
          })
        : new SandboxError("aborted", "The command was stopped.", { output });
    } catch (error) {
      throw asSandboxError(error);
    } finally {
      this.endings.delete(ending);
    }
  }

  async read(path: string): Promise<Uint8Array> {
    return this.usable().read(this.pathHere(path));
  }

  async write(path: string, data: Uint8Array | string): Promise<void> {
    await this.change((base) => base.write(this.pathHere(path), data));
  }

  async edit(path: string, oldText: string, newText: string): Promise<EditResult> {
    return this.change((base) => base.edit(this.pathHere(path), oldText, newText));
  }

  async glob(pattern: string, options: GlobOptions = {}): Promise<GlobResult> {
    const { cwd } = options;
    return this.usable().glob(pattern, cwd === undefined ? options : { ...options, cwd: this.pathHere(cwd) });
  }

  async grep(pattern: string, options: GrepOptions = {}): Promise<GrepResult> {
    const { path } = options;
    return this.usable().grep(pattern, path === undefined ? options : { ...options, path: this.pathHere(path) });
  }

  async list(path: string): Promise<DirectoryEntry[]> {
    return this.usable().list(this.pathHere(path));
  }

  async stat(path: string): Promise<FileStat> {
    return this.usable().stat(this.pathHere(path));
  }

  async makeDirectory(path: string): Promise<void> {
    await this.change((base) => base.makeDirectory(this.pathHere(path)));
  }

  async remove(path: string, options?: { recursive?: boolean }): Promise<void> {
    await this.change((base) => base.remove(this.pathHere(path), options));
  }

  async rename(from: string, to: string): Promise<void> {
    await this.change((base) => base.rename(this.pathHere(from), this.pathHere(to)));
  }

  watch(listener: (changes: FileChange[]) => void): () => void {
    const end = this.usable().watch(listener);
    this.watches.add(end);
    return () => {
      this.watches.delete(end);
      end();
    };
  }

  async snapshot(): Promise<SandboxSnapshot> {
    return this.usable().snapshot();
  }

  async restore(snapshot: SandboxSnapshot): Promise<void> {
    await this.change((base) => base.restore(snapshot));
  }

  async mount(files: ReadonlyMap<string, Uint8Array | string>, path: string, mode: MountMode): Promise<void> {
    await this.change((base) => base.mount(files, this.pathHere(path), mode));
  }

  /** Ends the commands and lets go of the container; the base, and whoever booted the container, go on. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.pulling);
    for (const end of this.watches) end();
    this.watches.clear();
    this.stopAll();
    this.ports.close();
    this.files.close();
  }

  /** A program in the container names a file by the container's path; both names are the same file here. */
  private pathHere(path: string): string {
    const absolute = resolvePath(this.cwd, path);
    const { workdir } = this.link.container;
    const placed = isWithin(absolute, workdir) ? this.cwd + absolute.slice(workdir.length) : absolute;
    // A name that ends so can only be a directory's.
    return path.endsWith("/") && placed !== "/" ? `${placed}/` : placed;
  }

  /** Gives the workspace its own path in the container, when the container's root lets it. */
  private async givePath(): Promise<boolean> {
    const look = async (): Promise<boolean> => {
      const seen = await this.link.output(...shellArguments(`cd ${this.cwd} && pwd`));
      return seen?.trim() === this.cwd;
    };
    if (await look()) return true;
    await this.link.output("ln", ["-s", this.link.container.workdir, this.cwd]);
    return look();
  }

  private inPlace(command: string, cwd: string): string {
    return this.samePath && PLAIN_PATH.test(cwd) ? `cd ${cwd} && ${command}` : command;
  }

  private async change<T>(work: (base: Sandbox) => Promise<T>): Promise<T> {
    const value = await work(this.usable());
    // A command that runs sees it; the next one would in any case.
    if (this.endings.size > 0 && !this.lost) await this.files.pushIn().catch(toldByLoss);
    return value;
  }

  private pullSoon(): void {
    if (this.pulling !== undefined || this.disposed || this.lost) return;
    this.pulling = setTimeout(async () => {
      this.pulling = undefined;
      // A failure is met again by the next command, which tells it.
      this.untold.push(...(await this.files.pullOut().catch(() => [])));
    }, PULL_PAUSE_MS);
  }

  private takeNotes(): string[] {
    const notes = this.untold;
    this.untold = [];
    if (notes.length <= MOST_NOTES) return notes;
    return [...notes.slice(0, MOST_NOTES), `toolwright: … and ${notes.length - MOST_NOTES} more.`];
  }

  private async beat(): Promise<void> {
    if (this.lost || this.disposed) return;
    await this.link.ask(this.link.container.fs.readdir(".")).catch(toldByLoss);
  }

  private stopAll(): void {
    for (const ending of this.endings) ending.abort();
  }

  private usable(): Sandbox {
    this.refuseDisposed();
    return this.base;
  }

  private refuseDisposed(): void {
    if (this.disposed) throw new SandboxError("disposed", "This sandbox has been closed.");
  }
}

/** Of its own for each output: several commands may end at the same moment. */
function outputName(): string {
  return `output-${crypto.randomUUID()}`;
}

/** `onLost` has told whoever needs to know. */
function toldByLoss(): void {}

function asSandboxError(error: unknown): SandboxError {
  if (SandboxError.isInstance(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SandboxError("failed", `The WebContainer failed: ${message}`, { cause: error });
}
