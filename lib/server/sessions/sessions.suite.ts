import "server-only";
import { describe, expect, it } from "vitest";
import type { Database } from "../db/database";
import { codeOf, Harness, unwrap } from "../testing/harness";
import { copySession } from "./copy-session";
import { createSession } from "./create-session";
import { latestSessionId, loadSession } from "./load-session";
import { saveDefinition } from "./save-definition";

export function describeSessions(database: () => Database): void {
  describe("sessions", () => {
    it("begin with an example and are there again after a reload", async () => {
      const { context, owner, stranger } = new Harness(database());
      const document = unwrap(await createSession(context, owner, {}));
      expect(Object.keys(document.definition.files)).toContain("agent.ts");
      const loaded = unwrap(await loadSession(context, owner, document.id));
      expect(loaded.document).toEqual(document);
      expect(loaded.models).toMatchObject([
        { provider: "scripted" },
        { unavailable: expect.stringContaining("TOOLWRIGHT_OPENAI_BASE_URL") },
      ]);
      expect(await latestSessionId(context, owner)).toBe(document.id);
      expect(await latestSessionId(context, stranger)).toBeUndefined();
      expect(codeOf(await loadSession(context, stranger, document.id))).toBe("not-found");
      expect(codeOf(await createSession(context, owner, { example: "none" }))).toBe("not-found");
    });

    it("are copied with their saved definition and without their log, by their owner alone", async () => {
      const { context, owner, stranger } = new Harness(database());
      const { id, title } = unwrap(await createSession(context, owner, {}));
      const files = { "agent.ts": "mine" };
      unwrap(await saveDefinition(context, owner, { sessionId: id, revision: 0, files }));
      const copy = unwrap(await copySession(context, owner, id));
      expect(copy).toMatchObject({ title: `${title} (copy)`, definition: { files }, revision: 0 });
      expect(copy.id).not.toBe(id);
      expect(unwrap(await loadSession(context, owner, copy.id)).events).toEqual([]);
      expect(codeOf(await copySession(context, stranger, id))).toBe("not-found");
    });

    it("never lose a newer text to an older one: of two saves over one revision the second is refused", async () => {
      const harness = new Harness(database());
      const { id: sessionId } = await harness.session();
      const save = (revision: number, text: string) =>
        saveDefinition(harness.context, harness.owner, { sessionId, revision, files: { "agent.ts": text } });
      const both = await Promise.all([save(0, "one"), save(0, "two")]);
      expect(both.map(codeOf).sort()).toEqual(["ok", "stale"]);
      expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { message: expect.stringContaining("revision 1") } });
      expect(unwrap(await save(1, "three"))).toEqual({ revision: 2 });
    });

    it("keep a text that the database's own text type would refuse", async () => {
      const harness = new Harness(database());
      const { id: sessionId } = await harness.session();
      const files = { "agent.ts": "a\0b\ud800" };
      const saved = { sessionId, revision: 0, files, title: "nul \0 and \ud800" };
      unwrap(await saveDefinition(harness.context, harness.owner, saved));
      const { document } = unwrap(await loadSession(harness.context, harness.owner, sessionId));
      expect(document.definition.files).toEqual(files);
      expect(document.title).toBe("nul \uFFFD and \uFFFD");
    });
  });
}
