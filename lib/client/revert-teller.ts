import type { RevertToTell } from "@/lib/core/agent/files-revert";
import { ok, type Problem, type Result } from "@/lib/core/errors/result";
import type { EventFeed } from "./event-feed";
import { CONNECTION_LOST } from "./reach-server";
import type { ServerPort } from "./server-port";

export interface RevertTeller {
  /** Records what was taken back. Without a connection it is kept and sent before anything else of a run. */
  tell(revert: RevertToTell): Promise<Result<void>>;
  /** Sends what could not be sent yet, in order. */
  flush(): Promise<Result<void>>;
}

/** The model must hear of what was taken back before it goes on, so nothing that was to be told is forgotten. */
export function createRevertTeller(options: {
  sessionId: string;
  server: Pick<ServerPort, "recordFilesRevert">;
  feed: Pick<EventFeed, "receive">;
}): RevertTeller {
  const { sessionId, server, feed } = options;
  const unsent: RevertToTell[] = [];
  let sending: Promise<Result<void>> = Promise.resolve(ok(undefined));

  async function send(): Promise<Result<void>> {
    let refused: Problem | undefined;
    for (;;) {
      const [revert] = unsent;
      if (revert === undefined) break;
      const stored = await server.recordFilesRevert({ sessionId, revert });
      if (stored.ok) feed.receive(stored.value);
      else if (stored.problem.code === CONNECTION_LOST) {
        return {
          ok: false,
          problem: {
            ...stored.problem,
            message: "The files are as you decided. The server cannot be reached, so the model was not told yet.",
          },
        };
      } else refused = notRecorded(stored.problem);
      unsent.shift();
    }
    return refused === undefined ? ok(undefined) : { ok: false, problem: refused };
  }

  function flush(): Promise<Result<void>> {
    sending = sending.then(send);
    return sending;
  }

  return {
    tell(revert) {
      unsent.push(revert);
      return flush();
    },
    flush: () => (unsent.length === 0 ? sending.then(() => ok(undefined)) : flush()),
  };
}

function notRecorded(problem: Problem): Problem {
  return { ...problem, message: `The files are as you decided, but the model is not told: ${problem.message}` };
}
