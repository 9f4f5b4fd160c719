import { INSTALL_MS } from "@/lib/core/call/container-request";
import { sha256Hex } from "@/lib/core/call/sha256";
import { truncateText } from "@/lib/core/call/truncate-text";
import type { ContainerSandbox } from "@/lib/core/sandbox/container-place";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { OutsideError } from "@/lib/core/tool/outside";
import { lastLine } from "./output-lines";

/** Where one set of packages lies, or why it does not. */
export type Installed = { ok: true; name: string } | { ok: false; message: string };

interface Installation {
  end: Promise<Installed>;
  stop: AbortController;
  /** Told of each line that npm prints. */
  waiting: Set<(line: string) => void>;
}

/**
 * Installs packages in containers, once for each set of them: calls that need the same set while it is being installed wait
 * for the one installation, which ends when none of them waits any more.
 */
export class PackageInstaller {
  private readonly containers = new WeakMap<ContainerSandbox, Map<string, Installation>>();

  constructor(private readonly program: () => Promise<string>) {}

  /** @throws OutsideError `outside-stopped` when the signal is aborted; SandboxError when the container is lost. */
  async install(
    sandbox: ContainerSandbox,
    dependencies: Readonly<Record<string, string>>,
    { signal, onLine }: { signal: AbortSignal; onLine(line: string): void },
  ): Promise<Installed> {
    const sorted = Object.fromEntries(Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1)));
    const name = (await sha256Hex(JSON.stringify(sorted))).slice(0, 16);
    const known = this.containers.get(sandbox) ?? new Map<string, Installation>();
    this.containers.set(sandbox, known);
    // Someone may have emptied the caches of the container since.
    if ((await sandbox.place.read(`${name}/run-call.cjs`)) === undefined && known.get(name)?.waiting.size === 0) {
      known.delete(name);
    }
    const installation = known.get(name) ?? this.begin(sandbox, name, sorted);
    known.set(name, installation);
    installation.waiting.add(onLine);
    try {
      const end = await untilStopped(installation.end, signal);
      if (!end.ok) known.delete(name);
      return end;
    } catch (error) {
      if (!OutsideError.isInstance(error)) known.delete(name);
      throw error;
    } finally {
      installation.waiting.delete(onLine);
      if (signal.aborted && installation.waiting.size === 0) {
        installation.stop.abort();
        if (known.get(name) === installation) known.delete(name);
      }
    }
  }

  private begin(sandbox: ContainerSandbox, name: string, dependencies: Readonly<Record<string, string>>): Installation {
    const waiting = new Set<(line: string) => void>();
    const stop = new AbortController();
    const end = this.carryOut(sandbox, name, dependencies, stop.signal, (line) => {
      for (const tell of waiting) tell(line);
    });
    end.catch(() => {
      // Told to whoever waits; there may be no one left.
    });
    return { end, stop, waiting };
  }

  private async carryOut(
    sandbox: ContainerSandbox,
    name: string,
    dependencies: Readonly<Record<string, string>>,
    signal: AbortSignal,
    onLine: (line: string) => void,
  ): Promise<Installed> {
    const { place } = sandbox;
    await place.write(`${name}/package.json`, JSON.stringify({ private: true, dependencies }, null, 2));
    if (Object.keys(dependencies).length > 0) {
      onLine(`npm install ${Object.keys(dependencies).join(" ")}`);
      const refused = await this.npm(sandbox, `${place.folder}/${name}`, signal, onLine);
      if (refused !== undefined) return { ok: false, message: refused };
    }
    // Last: it says that the packages are there.
    await place.write(`${name}/run-call.cjs`, await this.program());
    return { ok: true, name };
  }

  private async npm(
    sandbox: ContainerSandbox,
    cwd: string,
    signal: AbortSignal,
    onLine: (line: string) => void,
  ): Promise<string | undefined> {
    try {
      const { exitCode, output } = await sandbox.exec("npm install --no-audit --no-fund", {
        cwd,
        signal,
        timeoutMs: INSTALL_MS,
        onOutput({ text }) {
          const line = lastLine(text);
          if (line !== "") onLine(line);
        },
      });
      if (exitCode === 0) return undefined;
      return `npm install failed (exit code ${exitCode}):\n${truncateText(output.trimEnd(), { bytes: 4000, lines: 60 }).text}`;
    } catch (error) {
      if (!SandboxError.isInstance(error) || error.code !== "timeout") throw error;
      return `npm install took longer than ${INSTALL_MS / 60_000} minutes and was ended.`;
    }
  }
}

function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new OutsideError("outside-stopped", "The installation of packages was stopped."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
