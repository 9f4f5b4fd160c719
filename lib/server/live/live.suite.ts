import "server-only";
import { describe, expect, it } from "vitest";
import { ok } from "@/lib/core/errors/result";
import type { Database } from "../db/database";
import { createLink } from "../links/create-link";
import { linkAsReader, linkStillReads, ownerAsReader } from "../links/reader";
import { revokeLink } from "../links/revoke-link";
import { Harness, unwrap } from "../testing/harness";
import { liveResponse } from "./live-response";

interface Watcher {
  ids: number[];
  text: string;
  done: boolean;
}

/** Reads a live response as a browser would. */
function watch(response: Response): Watcher {
  const watcher: Watcher = { ids: [], text: "", done: false };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  (async () => {
    for (;;) {
      const chunk = await reader?.read();
      if (chunk?.value !== undefined) {
        watcher.text += chunk.value;
        watcher.ids = [...watcher.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
      }
      if (chunk === undefined || chunk.done) break;
    }
    watcher.done = true;
  })();
  return watcher;
}

async function ownerStream(harness: Harness, sessionId: string, after: number, signal: AbortSignal): Promise<Response> {
  return liveResponse(harness.context, {
    reader: unwrap(await ownerAsReader(harness.context, harness.owner, sessionId)),
    after,
    signal,
    stillAllowed: async () => ok(undefined),
    register: () => () => {},
  });
}

export function describeLive(database: () => Database): void {
  describe("the live stream", () => {
    it("gives every event once and in order, from any cursor, to many readers while many write", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      await harness.handRun(id, "{}");
      const watchers: { watcher: Watcher; after: number; leave: AbortController }[] = [];
      const writing: Promise<unknown>[] = [];
      for (let index = 0; index < 20; index += 1) {
        const after = index % 5;
        const leave = new AbortController();
        watchers.push({ watcher: watch(await ownerStream(harness, id, after, leave.signal)), after, leave });
        writing.push(harness.handRun(id, "{}"));
      }
      await Promise.all(writing);
      for (const { watcher, after } of watchers) {
        await expect.poll(() => watcher.ids.at(-1), { timeout: 5000 }).toBe(84);
        expect(watcher.ids).toEqual(Array.from({ length: 84 - after }, (_, index) => after + index + 1));
      }
      for (const { leave } of watchers) leave.abort();
      await expect.poll(() => harness.context.live.size).toBe(0);
      await expect.poll(() => watchers.every(({ watcher }) => watcher.done)).toBe(true);
    });

    it("ends at once for the readers of a link that is revoked, with the reason", async () => {
      const harness = new Harness(database());
      const { context, owner } = harness;
      const { id } = await harness.session();
      await harness.handRun(id, "{}");
      const link = unwrap(await createLink(context, owner, { sessionId: id, role: "view" }));
      const response = liveResponse(context, {
        reader: unwrap(await linkAsReader(context, link)),
        after: 0,
        signal: new AbortController().signal,
        stillAllowed: () => linkStillReads(context, link),
        register: () => () => {},
      });
      const watcher = watch(response);
      await expect.poll(() => watcher.ids).toEqual([1, 2, 3, 4]);
      unwrap(await revokeLink(context, owner, link.linkId));
      await expect.poll(() => watcher.done).toBe(true);
      expect(watcher.text).toContain("link-revoked");
      await harness.handRun(id, "{}");
      expect(watcher.ids).toEqual([1, 2, 3, 4]);
      expect(context.live.size).toBe(0);
    });

    it("shows nothing that was written after the link had expired", async () => {
      const harness = new Harness(database());
      const { context, owner } = harness;
      const { id } = await harness.session();
      const link = unwrap(await createLink(context, owner, { sessionId: id, role: "view", expiresInDays: 1 }));
      const watcher = watch(
        liveResponse(context, {
          reader: unwrap(await linkAsReader(context, link)),
          after: 0,
          signal: new AbortController().signal,
          stillAllowed: () => linkStillReads(context, link),
          register: () => () => {},
        }),
      );
      harness.clock += 24 * 60 * 60 * 1000;
      await harness.handRun(id, "{}");
      await expect.poll(() => watcher.done).toBe(true);
      expect(watcher.ids).toEqual([]);
    });
  });
}
