import type { StoreApi } from "zustand/vanilla";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError, type SandboxErrorCode } from "@/lib/core/sandbox/sandbox-error";
import type { OwnChangesDesk } from "./changes-desk";
import type { TabChannel } from "./tab-channel";
import type { WorkspaceState } from "./workbench-types";
import {
  type WorkspaceMessage,
  type WorkspaceQuestion,
  type WorkspaceQuestions,
  workspaceMessageSchema,
} from "./workspace-messages";

/** Changes that follow one another so closely are told once. */
const GATHER_MS = 150;

export type WorkspaceAnswers = {
  [Q in WorkspaceQuestion]: (...given: WorkspaceQuestions[Q]["given"]) => Promise<WorkspaceQuestions[Q]["answer"]>;
};

/** What the tab that writes says of its own workspace. */
export function workspaceAnswers(options: {
  sandbox(): Promise<Sandbox>;
  workspace: StoreApi<WorkspaceState>;
  desk: OwnChangesDesk;
}): WorkspaceAnswers {
  const { sandbox, workspace, desk } = options;
  return {
    async state() {
      await sandbox();
      const { kind, storage, changes } = workspace.getState();
      const { points, dropped } = desk.store.getState();
      return { kind, storage, changes, points, dropped };
    },
    read: async (path) => ownBytes(await (await sandbox()).read(path)),
    list: async (path) => (await sandbox()).list(path),
    stat: async (path) => (await sandbox()).stat(path),
    glob: async (pattern, given) => (await sandbox()).glob(pattern, given),
    grep: async (pattern, given) => (await sandbox()).grep(pattern, given),
    snapshot: async () => (await sandbox()).snapshot(),
    compare: (since) => desk.compare(since),
    async before(since, path) {
      const data = await desk.beforeAt(since, path);
      return data && ownBytes(data);
    },
  };
}

export interface WorkspaceDoor {
  /** Tells the watching tabs to look again. */
  tellNews(): void;
  close(): void;
}

/** Where the tab that writes answers those that watch: they read its files, and nothing they say changes one. */
export function openWorkspaceDoor(
  channel: TabChannel,
  answers: WorkspaceAnswers,
  isWriter: () => boolean,
): WorkspaceDoor {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const post = (message: WorkspaceMessage) => channel.post(message);
  const end = channel.listen((message) => {
    const parsed = workspaceMessageSchema.safeParse(message);
    if (!parsed.success || parsed.data.kind !== "ask" || !isWriter()) return;
    const { id, question, given } = parsed.data;
    // One question with its own arguments: that they belong together is what the type of the asking side says.
    const answer = answers[question] as (...given: unknown[]) => Promise<unknown>;
    answer(...given).then(
      (value) => post({ kind: "answer", id, value }),
      (cause: unknown) => post({ kind: "refusal", id, ...refusalOf(cause) }),
    );
  });
  return {
    tellNews() {
      if (!isWriter()) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        post({ kind: "news" });
      }, GATHER_MS);
    },
    close() {
      clearTimeout(timer);
      end();
    },
  };
}

/** A view on a larger buffer would travel with all of that buffer. */
function ownBytes(data: Uint8Array): Uint8Array {
  return data.byteLength === data.buffer.byteLength ? data : data.slice();
}

function refusalOf(cause: unknown): { code: SandboxErrorCode; message: string } {
  if (SandboxError.isInstance(cause)) return { code: cause.code, message: cause.message };
  return { code: "failed", message: cause instanceof Error ? cause.message : String(cause) };
}
