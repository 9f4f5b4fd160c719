import { expose, type ProxyMarked, proxy } from "comlink";
import { resolvePath } from "@/lib/core/sandbox/resolve-path";
import type { ExecResult, Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { workerChannel } from "@/lib/sandbox/virtual/worker-channel";

/**
 * The page that a WebContainer client loads in its hidden frame, for tests: it speaks the wire protocol of
 * `@webcontainer/api` 1.6.4 over Comlink, and its files and processes are those of the embedded shell. `npm install`
 * (of one package, and of what a tool's manifest names), `serve <port>` and the reading of links by Node are acted; every other command is run.
 */
type Bytes = (data: Uint8Array | null) => void;

interface RunRequest {
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string | number | boolean>;
}

interface TreeNode {
  d?: Record<string, TreeNode>;
  f?: { c?: string; b?: boolean; l?: string };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const KILLED = 143;

const switches = (await (await fetch("/switches")).json()) as {
  silent?: boolean;
  stuckBuild?: boolean;
  refuseBuild?: boolean;
  slowMs?: number;
  noWatch?: boolean;
};

if (!switches.silent) {
  if (switches.slowMs) await new Promise((resolve) => setTimeout(resolve, switches.slowMs));
  const { port1, port2 } = new MessageChannel();
  expose({ build }, port1);
  parent.postMessage({ type: "init" }, "*", [port2]);
}

async function build(options: { host: string; version: string; workdirName?: string }): Promise<unknown> {
  if (switches.refuseBuild) throw new Error("Unable to build: out of memory");
  if (switches.stuckBuild) return new Promise(() => {});
  const cwd = `/home/${options.workdirName ?? "stand-in"}`;
  const sandbox = new VirtualSandbox({ connect: workerChannel("/workers/shell.js"), cwd });
  await sandbox.ready();
  return proxy(new Instance(sandbox, cwd));
}

/** The tab of this frame is gone for the client: nothing is answered any more. */
let dead = false;
addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "stand-in-die") dead = true;
});

async function alive(): Promise<void> {
  if (dead) await new Promise(() => {});
}

class Instance {
  private readonly listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  private readonly running = new Set<AbortController>();

  constructor(
    private readonly sandbox: Sandbox,
    private readonly cwd: string,
  ) {}

  fs(): unknown {
    return proxy(new Files(this.sandbox, this.cwd));
  }

  previewScript(): unknown {
    return proxy({});
  }

  runtimeInfo(): { path: string; cwd: string } {
    return { path: "/bin:/usr/bin:/usr/local/bin", cwd: this.cwd };
  }

  setCredentials(): void {}

  setPreviewScript(): void {}

  on(event: string, listener: (...args: unknown[]) => void): unknown {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set.add(listener));
    return proxy(() => set.delete(listener));
  }

  async run(request: RunRequest, _stdout?: Bytes, _stderr?: Bytes, output?: Bytes): Promise<unknown> {
    await alive();
    const script = scriptOf(request);
    const stop = new AbortController();
    this.running.add(stop);
    let stdin: string[] | undefined;
    let ended: (() => void) | undefined;
    const input = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const write = (text: string): void => {
      stdin ??= [];
      stdin.push(text);
      if (text.includes("\u0004")) ended?.();
    };
    const say = (text: string): void => output?.(encoder.encode(text));
    const cwd = absolute(this.cwd, request.cwd ?? ".");
    const onExit = (async () => {
      try {
        const acted = this.readLinks(request, say) ?? this.act(script, say, stop.signal, cwd);
        if (acted !== undefined) return await acted;
        // A terminal gives its program what was typed before the end mark.
        await Promise.race([input, new Promise((resolve) => setTimeout(resolve, stdin === undefined ? 5 : 500))]);
        return (await this.shell(request, script, cwd, typed(stdin), say, stop.signal)).exitCode;
      } catch (error) {
        if (stop.signal.aborted) return KILLED;
        say(`${error instanceof Error ? error.message : String(error)}\n`);
        return 1;
      } finally {
        this.running.delete(stop);
        output?.(null);
      }
    })();
    return proxy({ onExit, write, resize() {}, kill: () => stop.abort() });
  }

  async serialize(path: string, options: { format: string }): Promise<Uint8Array> {
    await alive();
    if (options.format !== "json") throw new Error("The stand-in exports JSON only.");
    return encoder.encode(JSON.stringify(await treeOf(this.sandbox, absolute(this.cwd, path))));
  }

  async loadFiles(payload: Uint8Array, options: { mountPoints?: string }): Promise<void> {
    await alive();
    await place(this.sandbox, absolute(this.cwd, options.mountPoints ?? "."), JSON.parse(decoder.decode(payload)));
  }

  async teardown(): Promise<void> {
    await alive();
    for (const stop of this.running) stop.abort();
    await this.sandbox.dispose();
  }

  private emit(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...args);
  }

  private shell(
    request: RunRequest,
    script: string,
    cwd: string,
    stdin: string | undefined,
    say: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ExecResult> {
    const env = Object.fromEntries(Object.entries(request.env ?? {}).map(([name, value]) => [name, String(value)]));
    return this.sandbox.exec(script, {
      cwd,
      env,
      stdin,
      signal,
      timeoutMs: 600_000,
      onOutput: ({ text }) => say(text),
    });
  }

  /** The one program for Node that the adapter has of its own. */
  private readLinks({ command, args }: RunRequest, say: (text: string) => void): Promise<number> | undefined {
    const [flag, program = "", ...paths] = args;
    if (command !== "node" || flag !== "-e" || !program.includes("readlinkSync")) return undefined;
    return (async () => {
      for (const path of paths) {
        const { stdout } = await this.sandbox.exec('readlink -- "$P"', { env: { P: path } });
        say(`${JSON.stringify(stdout.replace(/\n$/, ""))}\n`);
      }
      return 0;
    })();
  }

  /** Undefined for a command that the shell runs. */
  private act(
    script: string,
    say: (text: string) => void,
    signal: AbortSignal,
    cwd: string,
  ): Promise<number> | undefined {
    const command = script.replace(/^cd \S+ && /, "").trim();
    const served = /^serve (\d+)$/.exec(command);
    if (served) return this.serve(Number(served[1]), say, signal);
    if (command === "npm install --no-audit --no-fund") return this.installAll(say, signal, cwd);
    const installed = /^npm install ([a-z0-9-]+)$/.exec(command);
    return installed ? this.install(String(installed[1]), say, signal, cwd) : undefined;
  }

  private async serve(port: number, say: (text: string) => void, signal: AbortSignal): Promise<number> {
    const url = `${location.origin}/preview/${port}/`;
    say(`listening on ${port}\n`);
    this.emit("port", port, "open", url);
    this.emit("server-ready", port, url);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    this.emit("port", port, "close", url);
    return KILLED;
  }

  /** What the manifest asks for: each package tells its version and shouts. The registry has no `no-such-package`. */
  private async installAll(say: (text: string) => void, signal: AbortSignal, cwd: string): Promise<number> {
    const manifest = decoder.decode(await this.sandbox.read(`${cwd}/package.json`));
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    for (const [name, version] of Object.entries(dependencies)) {
      say(`\u001b[2Kfetching ${name}\n`);
      await new Promise((resolve) => {
        setTimeout(resolve, name === "slow-package" ? 30_000 : 200);
        signal.addEventListener("abort", resolve, { once: true });
      });
      if (signal.aborted) return KILLED;
      if (name === "no-such-package") {
        say(`npm error code E404\nnpm error 404 Not Found - GET ${name}\n`);
        return 1;
      }
      const directory = `${cwd}/node_modules/${name}`;
      await this.sandbox.write(`${directory}/package.json`, JSON.stringify({ name, version, main: "index.js" }));
      const code = `exports.version = ${JSON.stringify(version)};\nexports.shout = (text) => text.toUpperCase() + "!";\n`;
      await this.sandbox.write(`${directory}/index.js`, code);
    }
    say(`added ${Object.keys(dependencies).length} packages\n`);
    return 0;
  }

  private async install(name: string, say: (text: string) => void, signal: AbortSignal, cwd: string): Promise<number> {
    say(`npm install ${name}\n`);
    for (const step of ["resolving", "fetching", "linking"]) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (signal.aborted) return KILLED;
      say(`${step} ${name}\n`);
    }
    const manifest = JSON.stringify({ name, version: "1.0.0", main: "index.js" });
    await this.sandbox.write(`${cwd}/node_modules/${name}/package.json`, manifest);
    await this.sandbox.write(`${cwd}/node_modules/${name}/index.js`, `module.exports = ${JSON.stringify(name)};\n`);
    await this.sandbox.write(`${cwd}/package-lock.json`, JSON.stringify({ packages: { [name]: "1.0.0" } }));
    say("added 1 package\n");
    return 0;
  }
}

class Files {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly cwd: string,
  ) {}

  async readFile(path: string, encoding?: string | null): Promise<Uint8Array | string> {
    await alive();
    const data = await told("open", path, this.sandbox.read(this.at(path)));
    return encoding ? decoder.decode(data) : data;
  }

  async writeFile(path: string, data: Uint8Array | string): Promise<void> {
    await alive();
    await told("open", path, this.sandbox.write(this.at(path), data));
  }

  async readdir(path: string, options?: { withFileTypes?: boolean } | string | null): Promise<unknown> {
    await alive();
    const entries = await told("scandir", path, this.sandbox.list(this.at(path)));
    if (typeof options !== "object" || !options?.withFileTypes) return entries.map(({ name }) => name);
    // Of a link it tells neither: only files are 1 and directories 2.
    return entries.map(({ name, type }) => ({
      name,
      "Symbol(type)": type === "file" ? 1 : type === "directory" ? 2 : 3,
    }));
  }

  async mkdir(path: string, options?: { recursive?: boolean }): Promise<string | undefined> {
    await alive();
    if (!options?.recursive && (await this.sandbox.stat(this.at(path)).catch(() => undefined))) {
      throw new Error(`EEXIST: file already exists, mkdir '${path}'`);
    }
    await told("mkdir", path, this.sandbox.makeDirectory(this.at(path)));
    return path;
  }

  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    await alive();
    await told("rm", path, this.sandbox.remove(this.at(path), options)).catch((error: Error) => {
      if (!(options?.force && error.message.startsWith("ENOENT"))) throw error;
    });
  }

  async rename(from: string, to: string): Promise<void> {
    await alive();
    await told("rename", from, this.sandbox.rename(this.at(from), this.at(to)));
  }

  watch(path: string, _options: unknown, listener: ((event: string, filename: string) => void) & ProxyMarked): unknown {
    const root = this.at(path);
    const end = this.sandbox.watch((changes) => {
      if (dead || switches.noWatch) return;
      for (const change of changes) {
        const full = absolute(this.cwd, change.path);
        if (full.startsWith(`${root}/`))
          listener(change.kind === "changed" ? "change" : "rename", full.slice(root.length + 1));
      }
    });
    return proxy({ close: () => end() });
  }

  private at(path: string): string {
    return absolute(this.cwd, path);
  }
}

function absolute(cwd: string, path: string): string {
  return resolvePath(cwd, path);
}

/** `jsh -c <script>` gives the script; another program gets its arguments quoted. */
function scriptOf({ command, args }: RunRequest): string {
  if (command === "jsh" && args[0] === "-c") return args[1] ?? "";
  return [command, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}

function typed(pieces: string[] | undefined): string | undefined {
  return pieces?.join("").replaceAll("\u0004", "");
}

const NODE_CODES: Record<string, string> = {
  "not-found": "ENOENT: no such file or directory",
  "is-directory": "EISDIR: illegal operation on a directory",
  "not-directory": "ENOTDIR: not a directory",
  "not-empty": "ENOTEMPTY: directory not empty",
  exists: "EEXIST: file already exists",
  quota: "ENOSPC: no space left on device",
};

async function told<T>(call: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!SandboxError.isInstance(error)) throw error;
    throw new Error(`${NODE_CODES[error.code] ?? `EIO: ${error.message}`}, ${call} '${path}'`);
  }
}

async function place(sandbox: Sandbox, at: string, node: TreeNode): Promise<void> {
  await sandbox.makeDirectory(at);
  for (const [name, child] of Object.entries(node.d ?? {})) {
    const path = `${at}/${name}`;
    if (child.d) await place(sandbox, path, child);
    else if (child.f?.l !== undefined) await sandbox.exec('ln -sfn -- "$T" "$P"', { env: { T: child.f.l, P: path } });
    else if (child.f) {
      const text = child.f.c ?? "";
      await sandbox.write(path, child.f.b ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : text);
    }
  }
}

async function treeOf(sandbox: Sandbox, at: string): Promise<TreeNode> {
  const d: Record<string, TreeNode> = {};
  for (const { name, type } of await sandbox.list(at)) {
    const path = `${at}/${name}`;
    if (type === "directory") d[name] = await treeOf(sandbox, path);
    else if (type === "symlink") {
      const { stdout } = await sandbox.exec('readlink -- "$P"', { env: { P: path } });
      d[name] = { f: { l: stdout.replace(/\n$/, "") } };
    } else {
      const data = await sandbox.read(path);
      d[name] = { f: { c: Array.from(data, (byte) => String.fromCharCode(byte)).join(""), b: true } };
    }
  }
  return { d };
}
