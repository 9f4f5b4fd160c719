import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunEvent } from "@/lib/core/agent/event";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import type { ApprovalState, SessionRuns } from "@/lib/core/agent/run-state";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { createEventFeed } from "./event-feed";
import type { LiveConnection, LiveState } from "./live-connection";
import type { LiveWhileShownOptions } from "./live-while-shown";
import type { ServerPort, SessionAccess } from "./server-port";

export interface ReviewState {
  title: string;
  log: SessionRuns;
  live: LiveState;
  problem: Problem | undefined;
}

/** What a reviewer is given: the log, live, and the power to decide. Nothing runs in a reviewer's page. */
export interface ReviewSession {
  readonly state: StoreApi<ReviewState>;
  decide(approvalId: string, decision: "approved" | "denied", reason?: string): Promise<Result<void>>;
  reconnect(): void;
  dispose(): void;
}

export function createReviewSession(
  initial: { title: string; events: RunEvent[]; access: SessionAccess },
  ports: {
    server: Pick<ServerPort, "decideApproval" | "readEvents">;
    openLive(options: LiveWhileShownOptions): LiveConnection;
  },
): ReviewSession {
  const { access } = initial;
  const log = foldEvents(initial.events, emptySessionRuns);
  const state = createStore<ReviewState>(() => ({
    title: initial.title,
    log,
    live: "connecting",
    problem: undefined,
  }));
  const feed = createEventFeed({ initial: log, read: (after) => ports.server.readEvents({ ...access, after }) });
  feed.subscribe((next) => state.setState({ log: next }));
  const live = ports.openLive({
    access,
    after: () => feed.log().lastSeq,
    onEvents: feed.receive,
    neededWhileHidden: () => false,
    onHiddenMinute: () => void feed.catchUp(),
    onState: (connection) => state.setState({ live: connection }),
  });
  return {
    state,
    async decide(approvalId, decision, reason) {
      const approval = approvalsOf(feed.log()).find((candidate) => candidate.approvalId === approvalId);
      if (approval === undefined) return fail("not-found", "This request is not part of the session.");
      const decided = await ports.server.decideApproval({
        ...access,
        approvalId,
        digest: approval.digest,
        decision,
        ...(reason === undefined ? {} : { reason }),
      });
      if (!decided.ok) {
        await feed.catchUp();
        state.setState({ problem: decided.problem });
        return decided;
      }
      feed.receive([decided.value]);
      state.setState({ problem: undefined });
      return ok(undefined);
    },
    reconnect: live.retryNow,
    dispose() {
      live.close();
      feed.dispose();
    },
  };
}

/** Every request of a session, oldest first. */
export function approvalsOf(log: SessionRuns): ApprovalState[] {
  return log.runs
    .flatMap((run) => Object.values(run.calls).flatMap((call) => (call.approval === undefined ? [] : [call.approval])))
    .sort((left, right) => left.askedAt - right.askedAt);
}
