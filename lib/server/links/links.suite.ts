import "server-only";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Database } from "../db/database";
import { loadSession } from "../sessions/load-session";
import { saveDefinition } from "../sessions/save-definition";
import { codeOf, Harness, unwrap } from "../testing/harness";
import { createLink } from "./create-link";
import { describeLink } from "./describe-link";
import { forkSession } from "./fork-session";
import { listLinks } from "./list-links";
import { openLink } from "./open-link";
import { linkAsReader } from "./reader";
import { revokeLink } from "./revoke-link";
import { saveWorkspace } from "./save-workspace";

const archive = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 1, 2, 254, 255]);

async function share(harness: Harness, options: { role?: "view" | "review"; expiresInDays?: number } = {}) {
  const { id } = await harness.session();
  await harness.handRun(id, "{}");
  const { context, owner } = harness;
  const { workspaceId } = unwrap(await saveWorkspace(context, owner, { sessionId: id, archive }));
  const link = unwrap(
    await createLink(context, owner, { sessionId: id, role: options.role ?? "view", workspaceId, ...options }),
  );
  return { id, link };
}

export function describeLinks(database: () => Database): void {
  describe("links", () => {
    it("show the definition and workspace as they were, and the log as it happened", async () => {
      const harness = new Harness(database());
      const { id, link } = await share(harness);
      const files = { "agent.ts": "changed since" };
      unwrap(await saveDefinition(harness.context, harness.owner, { sessionId: id, revision: 0, files }));
      const opened = unwrap(await openLink(harness.context, link));
      expect(opened.definition).toEqual({ files: { "agent.ts": "x" } });
      expect(opened.archive).toEqual(archive);
      expect(opened.events).toEqual(await harness.log(id));
      expect(unwrap(await openLink(harness.context, link)).role).toBe("view");
      expect(await listLinks(harness.context, harness.owner, { sessionId: id })).toMatchObject([
        { linkId: link.linkId, views: 2, status: "active", role: "view" },
      ]);
    });

    it("say what is wrong with a cut, a wrong, an expired and a revoked one", async () => {
      const harness = new Harness(database());
      const { link } = await share(harness, { expiresInDays: 1 });
      const other = await share(harness);
      const open = async (address: { linkId: string; key: string }) => codeOf(await openLink(harness.context, address));
      expect(await open({ ...link, key: link.key.slice(0, -3) })).toBe("link-incomplete");
      expect(await open({ ...link, key: `${link.key.slice(0, -1)}?` })).toBe("link-incomplete");
      expect(await open({ ...link, key: other.link.key })).toBe("link-unknown");
      expect(await open({ linkId: "l_nothing", key: link.key })).toBe("link-unknown");
      harness.clock += 24 * 60 * 60 * 1000;
      expect(await open(link)).toBe("link-expired");
      unwrap(await revokeLink(harness.context, harness.owner, other.link.linkId));
      unwrap(await revokeLink(harness.context, harness.owner, other.link.linkId));
      expect(await open(other.link)).toBe("link-revoked");
      expect(codeOf(await forkSession(harness.context, harness.stranger, other.link))).toBe("link-revoked");
      expect(codeOf(await linkAsReader(harness.context, other.link))).toBe("link-revoked");
    });

    it("tell whoever has no key a title and counts, and nothing once they are dead", async () => {
      const harness = new Harness(database());
      const { context, owner } = harness;
      const files = { "agent.ts": "SECRET", "tools/one.ts": "SECRET", "tools/two.ts": "SECRET", "script.json": "{}" };
      const { id, revision } = await harness.session();
      unwrap(await saveDefinition(context, owner, { sessionId: id, revision, files, title: "Rename things" }));
      const { events } = await harness.handRun(id, '{"secret":"SECRET"}');
      const zip = zipSync({ "a.md": strToU8("SECRET"), "src/b.ts": strToU8("x"), "src/c.ts": strToU8("y") });
      const { workspaceId } = unwrap(await saveWorkspace(context, owner, { sessionId: id, archive: zip }));
      const link = unwrap(
        await createLink(context, owner, { sessionId: id, role: "review", workspaceId, expiresInDays: 1 }),
      );
      const described = { role: "review", title: "Rename things", tools: 2, files: 3, events: events.length };
      expect(await describeLink(context, link.linkId)).toEqual({ ok: true, value: described });
      expect(await listLinks(context, owner, { sessionId: id })).toMatchObject([{ views: 0 }]);

      const bare = unwrap(await createLink(context, owner, { sessionId: id, role: "view" }));
      const { files: _files, ...withoutFiles } = described;
      expect(unwrap(await describeLink(context, bare.linkId))).toEqual({ ...withoutFiles, role: "view" });

      const unknown = await describeLink(context, "l_nothing");
      expect(codeOf(unknown)).toBe("link-unknown");
      unwrap(await revokeLink(context, owner, bare.linkId));
      expect(await describeLink(context, bare.linkId)).toEqual(unknown);
      harness.clock += 24 * 60 * 60 * 1000;
      expect(await describeLink(context, link.linkId)).toEqual(unknown);
    });

    it("are made, listed and revoked by the session's owner alone", async () => {
      const harness = new Harness(database());
      const { id, link } = await share(harness);
      const { context, stranger } = harness;
      expect(codeOf(await createLink(context, stranger, { sessionId: id, role: "view" }))).toBe("not-found");
      expect(codeOf(await saveWorkspace(context, stranger, { sessionId: id, archive }))).toBe("not-found");
      expect(codeOf(await revokeLink(context, stranger, link.linkId))).toBe("not-found");
      expect(await listLinks(context, stranger, {})).toEqual([]);
      expect(codeOf(await openLink(context, link))).toBe("ok");
    });

    it("give a stranger a session of their own, without the log", async () => {
      const harness = new Harness(database());
      const { id, link } = await share(harness);
      const forked = unwrap(await forkSession(harness.context, harness.stranger, link));
      expect(forked.archive).toEqual(archive);
      expect(forked.document.id).not.toBe(id);
      const loaded = unwrap(await loadSession(harness.context, harness.stranger, forked.document.id));
      expect(loaded).toMatchObject({ events: [], document: { definition: { files: { "agent.ts": "x" } } } });
      expect(codeOf(await loadSession(harness.context, harness.stranger, id))).toBe("not-found");
    });

    it("keep no key: what is stored cannot open the link", async () => {
      const harness = new Harness(database());
      const { link } = await share(harness);
      const rows = await database().queries.query.links.findMany();
      expect(JSON.stringify(rows)).not.toContain(link.key);
    });

    it("take nothing for a workspace that is no archive or too large", async () => {
      const harness = new Harness(database());
      const { id: sessionId } = await harness.session();
      const save = async (bytes: Uint8Array) =>
        codeOf(await saveWorkspace(harness.context, harness.owner, { sessionId, archive: bytes }));
      expect(await save(new Uint8Array([1, 2, 3, 4]))).toBe("invalid-input");
      expect(await save(new Uint8Array(25 * 1024 * 1024 + 1))).toBe("too-large");
    });
  });
}
