import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { Outside } from "@/lib/core/tool/outside";
import type { HostMessage, SandboxFault, SandboxRequest } from "../protocol";

export interface SandboxDoor {
  ask(id: number, request: SandboxRequest): void;
  /** Ends an `exec` or a `watch`. */
  cancel(id: number): void;
  /** The call is over: commands that still run are stopped, watches end, nothing is answered any more. */
  close(): void;
}

type Send = (message: HostMessage, transfer?: Transferable[]) => void;

/** Carries out what one call asks of its sandbox. Its commands reach outside as that call, by `outside`, or not at all. */
export function createSandboxDoor(sandbox: Sandbox, send: Send, outside?: Outside): SandboxDoor {
  const running = new Map<number, AbortController>();
  const watches = new Map<number, () => void>();
  let closed = false;

  async function carryOut(id: number, request: SandboxRequest): Promise<unknown> {
    switch (request.method) {
      case "read":
        // A copy that can be handed over: the adapter may share its own bytes.
        return (await sandbox.read(request.path)).slice();
      case "write":
        return sandbox.write(request.path, request.data);
      case "edit":
        return sandbox.edit(request.path, request.oldText, request.newText);
      case "exec":
        return exec(id, request);
      case "glob":
        return sandbox.glob(request.pattern, request);
      case "grep":
        return sandbox.grep(request.pattern, request);
      case "list":
        return sandbox.list(request.path);
      case "stat":
        return sandbox.stat(request.path);
      case "makeDirectory":
        return sandbox.makeDirectory(request.path);
      case "remove":
        return sandbox.remove(request.path, { recursive: request.recursive });
      case "rename":
        return sandbox.rename(request.from, request.to);
      case "watch":
        watches.set(
          id,
          sandbox.watch((changes) => send({ type: "changes", id, changes })),
        );
        return undefined;
      case "snapshot":
        return (await sandbox.snapshot()).entries;
      case "restore":
        return sandbox.restore({ entries: request.entries });
      case "mount":
        return sandbox.mount(request.files, request.path, request.mode);
    }
  }

  async function exec(id: number, request: Extract<SandboxRequest, { method: "exec" }>): Promise<unknown> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await sandbox.exec(request.command, {
        cwd: request.cwd,
        env: request.env,
        stdin: request.stdin,
        timeoutMs: request.timeoutMs,
        discardChanges: request.discardChanges,
        signal: controller.signal,
        outside,
        onOutput: request.streams
          ? (piece) => {
              if (!closed) send({ type: "output", id, ...piece });
            }
          : undefined,
      });
    } finally {
      running.delete(id);
    }
  }

  return {
    ask(id, request) {
      carryOut(id, request).then(
        (value) => {
          if (closed) return;
          send({ type: "answer", id, value }, value instanceof Uint8Array ? [value.buffer] : []);
        },
        (error: unknown) => {
          if (!closed) send({ type: "refusal", id, fault: faultOf(error) });
        },
      );
    },
    cancel(id) {
      running.get(id)?.abort();
      watches.get(id)?.();
      watches.delete(id);
    },
    close() {
      closed = true;
      for (const controller of running.values()) controller.abort();
      for (const end of watches.values()) end();
      watches.clear();
    },
  };
}

function faultOf(error: unknown): SandboxFault {
  if (SandboxError.isInstance(error)) {
    return { code: error.code, message: error.message, path: error.path, output: error.output };
  }
  return { code: "failed", message: error instanceof Error ? error.message : String(error) };
}
