import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { ChangesElsewhere } from "./changes-desk";
import type { TabChannel } from "./tab-channel";
import {
  type WorkspaceMessage,
  type WorkspaceQuestion,
  type WorkspaceQuestions,
  type WriterState,
  workspaceMessageSchema,
} from "./workspace-messages";

/** A tab that writes answers in milliseconds; one that is gone is noticed after so long. */
const ANSWER_MS = 10_000;

/** The workspace of the tab that writes, to be looked at from another one. */
export interface WatchedWorkspace {
  readonly sandbox: Sandbox;
  readonly changes: ChangesElsewhere;
  /** As it is now; rejects with a `SandboxError` when nobody answers. */
  state(): Promise<WriterState>;
  end(): void;
}

export interface WatchOptions {
  cwd: string;
  /** The writing tab said that something is different. */
  onNews(): void;
  answerMs?: number;
}

/** Asks whichever tab writes at the moment; a tab that takes over answers from then on. */
export function watchWorkspace(channel: TabChannel, options: WatchOptions): WatchedWorkspace {
  const open = new Map<string, { resolve(value: unknown): void; reject(cause: unknown): void }>();
  let isEnded = false;
  const listeners = new Set<Parameters<Sandbox["watch"]>[0]>();
  const end = channel.listen((message) => {
    const parsed = workspaceMessageSchema.safeParse(message);
    if (!parsed.success || parsed.data.kind === "ask") return;
    if (parsed.data.kind === "news") {
      // Which files it was is not told: whoever listens looks again.
      for (const listener of [...listeners]) listener([{ path: options.cwd, kind: "changed" }]);
      return options.onNews();
    }
    const waiting = open.get(parsed.data.id);
    if (parsed.data.kind === "answer") waiting?.resolve(parsed.data.value);
    else waiting?.reject(new SandboxError(parsed.data.code, parsed.data.message));
  });

  function ask<Q extends WorkspaceQuestion>(
    question: Q,
    ...given: WorkspaceQuestions[Q]["given"]
  ): Promise<WorkspaceQuestions[Q]["answer"]> {
    if (isEnded) return Promise.reject(noLonger());
    const id = crypto.randomUUID();
    let timer: ReturnType<typeof setTimeout> | undefined;
    return new Promise<unknown>((resolve, reject) => {
      open.set(id, { resolve, reject });
      timer = setTimeout(
        () => reject(new SandboxError("failed", "The tab that writes does not answer.")),
        options.answerMs ?? ANSWER_MS,
      );
      channel.post({ kind: "ask", id, question, given } satisfies WorkspaceMessage);
    }).finally(() => {
      clearTimeout(timer);
      open.delete(id);
    }) as Promise<WorkspaceQuestions[Q]["answer"]>;
  }

  const refuse = async (): Promise<never> => {
    throw new SandboxError("read-only", "Another tab writes these files. Take over to change them here.");
  };

  return {
    sandbox: {
      kind: "watched",
      cwd: options.cwd,
      capabilities: { shell: false, persistent: false, promptStop: false, node: false },
      read: (path) => ask("read", path),
      list: (path) => ask("list", path),
      stat: (path) => ask("stat", path),
      glob: (pattern, given) => ask("glob", pattern, given),
      grep: (pattern, given) => ask("grep", pattern, given),
      snapshot: () => ask("snapshot"),
      watch(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      write: refuse,
      edit: refuse,
      exec: refuse,
      makeDirectory: refuse,
      remove: refuse,
      rename: refuse,
      restore: refuse,
      mount: refuse,
      dispose: async () => undefined,
    },
    changes: {
      compare: (since) => ask("compare", since),
      before: (since, path) => ask("before", since, path),
    },
    state: () => ask("state"),
    end() {
      isEnded = true;
      end();
      listeners.clear();
      for (const { reject } of [...open.values()]) reject(noLonger());
    },
  };
}

function noLonger(): SandboxError {
  return new SandboxError("disposed", "This tab no longer watches the other one.");
}
