import type {
  EditResult,
  ExecOptions,
  ExecResult,
  FileChange,
  GlobResult,
  GrepResult,
  Sandbox,
  SnapshotEntry,
} from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { GuestMessage, HostMessage, SandboxFacts, SandboxRequest } from "../protocol";

type Send = (message: GuestMessage, transfer?: Transferable[]) => void;
type Answer = Extract<HostMessage, { type: "answer" | "refusal" | "output" | "changes" }>;

interface Asked {
  resolve(value: unknown): void;
  reject(error: SandboxError): void;
  onOutput?: ExecOptions["onOutput"];
}

export interface SandboxLine {
  /** The sandbox of one call. */
  sandboxFor(callId: string, facts: SandboxFacts): Sandbox;
  /** Takes an answer of the page. */
  receive(message: Answer): void;
}

/** The guest's end of the sandbox: every method becomes a question to the page, which holds the files. */
export function createSandboxLine(send: Send): SandboxLine {
  const asked = new Map<number, Asked>();
  const watchers = new Map<number, (changes: FileChange[]) => void>();
  let nextId = 1;

  function ask(
    callId: string,
    request: SandboxRequest,
    onOutput?: ExecOptions["onOutput"],
  ): [number, Promise<unknown>] {
    const id = nextId++;
    const answered = new Promise<unknown>((resolve, reject) => {
      asked.set(id, { resolve, reject, onOutput });
    });
    try {
      send({ type: "ask", id, callId, request });
    } catch (error) {
      asked
        .get(id)
        ?.reject(new SandboxError("failed", `The request could not be sent: ${String(error)}`, { cause: error }));
      asked.delete(id);
    }
    return [id, answered];
  }

  function exec(callId: string, command: string, options: ExecOptions = {}): Promise<ExecResult> {
    const { cwd, env, stdin, timeoutMs, discardChanges, signal, onOutput } = options;
    if (signal?.aborted) return Promise.reject(new SandboxError("aborted", "The command was stopped before it began."));
    const [id, answered] = ask(
      callId,
      { method: "exec", command, cwd, env, stdin, timeoutMs, discardChanges, streams: onOutput !== undefined },
      onOutput,
    );
    const onAbort = () => send({ type: "cancel", id, callId });
    signal?.addEventListener("abort", onAbort, { once: true });
    return (answered as Promise<ExecResult>).finally(() => signal?.removeEventListener("abort", onAbort));
  }

  return {
    sandboxFor(callId, facts) {
      // The page answers each method with the value that the port promises for it.
      const get = <T>(request: SandboxRequest) => ask(callId, request)[1] as Promise<T>;
      return {
        ...facts,
        read: (path) => get<Uint8Array>({ method: "read", path }),
        write: (path, data) => get<void>({ method: "write", path, data }),
        edit: (path, oldText, newText) => get<EditResult>({ method: "edit", path, oldText, newText }),
        exec: (command, options) => exec(callId, command, options),
        glob: (pattern, options) => get<GlobResult>({ ...options, method: "glob", pattern }),
        grep: (pattern, options) => get<GrepResult>({ ...options, method: "grep", pattern }),
        list: (path) => get({ method: "list", path }),
        stat: (path) => get({ method: "stat", path }),
        makeDirectory: (path) => get<void>({ method: "makeDirectory", path }),
        remove: (path, options) => get<void>({ method: "remove", path, recursive: options?.recursive }),
        rename: (from, to) => get<void>({ method: "rename", from, to }),
        watch(listener) {
          const [id, answered] = ask(callId, { method: "watch" });
          watchers.set(id, listener);
          answered.catch(() => watchers.delete(id));
          return () => {
            if (watchers.delete(id)) send({ type: "cancel", id, callId });
          };
        },
        snapshot: async () => ({
          entries: await get<ReadonlyMap<string, SnapshotEntry>>({ method: "snapshot" }),
        }),
        restore: (snapshot) => get<void>({ method: "restore", entries: new Map(snapshot.entries) }),
        mount: (files, path, mode) => get<void>({ method: "mount", files: new Map(files), path, mode }),
        dispose: () =>
          Promise.reject(
            new SandboxError("not-supported", "A tool cannot dispose of the sandbox; it is the session's."),
          ),
      };
    },
    receive(message) {
      if (message.type === "changes") return watchers.get(message.id)?.(message.changes);
      const waiting = asked.get(message.id);
      if (!waiting) return;
      if (message.type === "output") return waiting.onOutput?.({ stream: message.stream, text: message.text });
      asked.delete(message.id);
      if (message.type === "answer") return waiting.resolve(message.value);
      const { code, message: text, path, output } = message.fault;
      waiting.reject(new SandboxError(code, text, { path, output }));
    },
  };
}
