import { describe, expect, it, vi } from "vitest";
import { ok } from "@/lib/core/errors/result";
import type { SaveSecretInput } from "@/lib/core/session/session-secrets";
import type { Database } from "../db/database";
import { secretUses, sessionSecrets } from "../db/schema";
import { codeOf, Harness, unwrap } from "../testing/harness";
import { listSecretUses } from "./list-secret-uses";
import { listSecrets } from "./list-secrets";
import { removeSecret } from "./remove-secret";
import { saveSecret } from "./save-secret";
import type { SecretDoor } from "./secret-door";
import type { OperatorSecret } from "./secret-settings";
import { MOST_CHARACTERS_OF_SESSION, SecretVault } from "./secret-vault";

const CANARY = "canary-7f3a/9b+c1";
const LENT = "lent-by-the-operator";

function lent(part: Partial<OperatorSecret> = {}): OperatorSecret {
  return {
    name: "LENT",
    source: "a test",
    tools: ["weather", "mail"],
    hosts: ["*.example.com", "process"],
    load: async () => ok(LENT),
    ...part,
  };
}

async function scene(database: Database, operator: OperatorSecret[] = []) {
  const harness = new Harness(database, { secrets: new SecretVault({ operator }) });
  const { id } = await harness.session();
  const save = (part: Partial<SaveSecretInput> = {}) =>
    saveSecret(harness.context, harness.owner, {
      sessionId: id,
      name: "TOKEN",
      provider: "typed",
      value: CANARY,
      tools: ["weather"],
      hosts: ["api.example.com"],
      ...part,
    });
  const door = (tool = "weather"): Promise<SecretDoor> =>
    harness.context.tools.openSecrets({
      ownerId: harness.owner.ownerId,
      sessionId: id,
      runId: "r_1",
      callId: "c_1",
      tool,
    });
  const uses = async () => unwrap(await listSecretUses(harness.context, harness.owner, id));
  const list = async () => unwrap(await listSecrets(harness.context, harness.owner, id));
  return { harness, id, save, door, uses, list };
}

export function describeSecrets(opened: () => Database): void {
  describe("secrets", () => {
    it("are given to the granted tool towards the granted host, and to nothing else", async () => {
      const { save, door } = await scene(opened());
      unwrap(await save());
      const weather = await door();
      expect(await weather.use("TOKEN", "api.example.com")).toBe(CANARY);
      expect(await weather.use("TOKEN", "API.example.com.")).toBe(CANARY);
      expect(await weather.use("TOKEN", "example.com")).toBeUndefined();
      expect(await weather.use("TOKEN", "evil-api.example.com")).toBeUndefined();
      expect(await weather.use("TOKEN", "process")).toBeUndefined();
      expect(await weather.use("OTHER", "api.example.com")).toBeUndefined();
      expect(await (await door("mail")).use("TOKEN", "api.example.com")).toBeUndefined();
    });

    it("fill the handles in a text in one pass, for the target alone", async () => {
      const { save, door } = await scene(opened());
      unwrap(await save());
      unwrap(await save({ name: "NEXT", value: "{{secret:TOKEN}}$&", hosts: ["api.example.com"] }));
      const { fill } = await door();
      const text = "Bearer {{secret:TOKEN}}, {{secret:NEXT}}, {{secret:NONE}}, {{secret:TOKEN}}";
      expect(await fill(text, "api.example.com")).toBe(
        `Bearer ${CANARY}, {{secret:TOKEN}}$&, {{secret:NONE}}, ${CANARY}`,
      );
      expect(await fill(text, "elsewhere.example.org")).toBe(text);
    });

    it("write down every real use and no other, before the value is given out", async () => {
      const { save, door, uses, harness, id } = await scene(opened());
      unwrap(await save());
      const weather = await door();
      await weather.use("TOKEN", "elsewhere.example.org");
      await weather.fill("no handle here", "api.example.com");
      await weather.fill("{{secret:NONE}}", "api.example.com");
      expect(await uses()).toEqual([]);
      await weather.fill("{{secret:TOKEN}} {{secret:TOKEN}}", "api.example.com");
      harness.clock += 1;
      await weather.use("TOKEN", "api.example.com");
      expect((await uses()).map(({ id: _id, ...use }) => use)).toEqual(
        [1, 0].map((later) => ({
          name: "TOKEN",
          tool: "weather",
          runId: "r_1",
          callId: "c_1",
          target: "api.example.com",
          at: 1_800_000_000_000 + later,
        })),
      );
      expect(codeOf(await listSecretUses(harness.context, harness.stranger, id))).toBe("not-found");
    });

    it("that cannot be written down are not given out", async () => {
      const { save, door, harness } = await scene(opened());
      unwrap(await save());
      const weather = await door();
      const failing = vi.spyOn(harness.context.database.queries, "insert").mockImplementation(() => {
        throw new Error("the disk is full");
      });
      await expect(weather.use("TOKEN", "api.example.com")).rejects.toThrow("the disk is full");
      failing.mockRestore();
    });

    it("keep the value out of the database, and out of every answer", async () => {
      const { save, list, harness } = await scene(opened());
      unwrap(await save());
      const listed = await list();
      expect(listed.secrets).toEqual([
        {
          name: "TOKEN",
          provider: "typed",
          source: "typed here",
          resolved: true,
          tools: ["weather"],
          hosts: ["api.example.com"],
        },
      ]);
      const { queries } = harness.context.database;
      const stored = JSON.stringify([
        await queries.select().from(sessionSecrets),
        await queries.select().from(secretUses),
      ]);
      expect(stored).toContain("TOKEN");
      for (const text of [stored, JSON.stringify(listed)]) expect(text).not.toContain(CANARY);
    });

    it("are not resolved after a restart, until they are typed again", async () => {
      const { save, harness, id } = await scene(opened());
      unwrap(await save());
      const restarted = new Harness(opened());
      const context = { ...restarted.context };
      const listed = unwrap(await listSecrets(context, harness.owner, id));
      expect(listed.secrets[0]).toMatchObject({ resolved: false, problem: { code: "secret-not-resolved" } });
      const door = await context.tools.openSecrets({
        ownerId: harness.owner.ownerId,
        sessionId: id,
        runId: "r_1",
        callId: "c_1",
        tool: "weather",
      });
      expect(await door.use("TOKEN", "api.example.com")).toBeUndefined();
      const grants = { sessionId: id, name: "TOKEN", provider: "typed" as const, tools: ["weather"], hosts: [] };
      expect(codeOf(await saveSecret(context, harness.owner, grants))).toBe("secret-not-resolved");
      unwrap(await saveSecret(context, harness.owner, { ...grants, value: CANARY, hosts: ["api.example.com"] }));
      expect(await door.use("TOKEN", "api.example.com")).toBe(CANARY);
    });

    it("change and end at once for doors that are open, and stay taken out of what comes back", async () => {
      const { save, door, harness, id } = await scene(opened());
      unwrap(await save());
      const weather = await door();
      await weather.use("TOKEN", "api.example.com");
      unwrap(await save({ value: "another-value" }));
      expect(await weather.use("TOKEN", "api.example.com")).toBe("another-value");
      expect(weather.redact(`${CANARY} another-value`)).toBe("[REDACTED:TOKEN] [REDACTED:TOKEN]");
      unwrap(await save({ value: undefined, hosts: ["other.example.com"] }));
      expect(await weather.use("TOKEN", "api.example.com")).toBeUndefined();
      expect(await weather.use("TOKEN", "other.example.com")).toBe("another-value");
      unwrap(await removeSecret(harness.context, harness.owner, { sessionId: id, name: "TOKEN" }));
      expect(await weather.use("TOKEN", "other.example.com")).toBeUndefined();
      expect(weather.redact(`${CANARY} another-value`)).toBe("[REDACTED:TOKEN] [REDACTED:TOKEN]");
      expect(codeOf(await removeSecret(harness.context, harness.owner, { sessionId: id, name: "TOKEN" }))).toBe(
        "not-found",
      );
    });

    it("belong to their session's owner alone, and one session's are not another's", async () => {
      const { harness, id, save } = await scene(opened());
      unwrap(await save());
      const { context, stranger } = harness;
      const input = { sessionId: id, name: "X", provider: "typed" as const, value: CANARY, tools: [], hosts: [] };
      expect(codeOf(await listSecrets(context, stranger, id))).toBe("not-found");
      expect(codeOf(await saveSecret(context, stranger, input))).toBe("not-found");
      expect(codeOf(await removeSecret(context, stranger, { sessionId: id, name: "TOKEN" }))).toBe("not-found");
      const other = await harness.session();
      const door = await context.tools.openSecrets({
        ownerId: harness.owner.ownerId,
        sessionId: other.id,
        runId: "r_1",
        callId: "c_1",
        tool: "weather",
      });
      expect(await door.use("TOKEN", "api.example.com")).toBeUndefined();
      expect(door.redact(CANARY)).toBe(CANARY);
    });

    it("are refused when they are too short to take out, or more than can be searched for", async () => {
      const { save, list } = await scene(opened());
      expect(codeOf(await save({ value: "abc" }))).toBe("secret-too-short");
      expect(codeOf(await save({ value: "x".repeat(MOST_CHARACTERS_OF_SESSION + 1) }))).toBe("too-large");
      unwrap(await save({ value: "x".repeat(MOST_CHARACTERS_OF_SESSION - 10) }));
      expect(codeOf(await save({ name: "MORE", value: "x".repeat(11) }))).toBe("too-large");
      expect((await list()).secrets.map(({ name }) => name)).toEqual(["TOKEN"]);
    });

    describe("lent by the operator", () => {
      const grants = { name: "LENT", provider: "operator" as const, value: undefined };

      it("can be taken within the operator's own limits only", async () => {
        const { save, list } = await scene(opened(), [lent()]);
        expect((await list()).offered).toEqual([
          { name: "LENT", source: "a test", tools: ["weather", "mail"], hosts: ["*.example.com", "process"] },
        ]);
        expect(codeOf(await save({ ...grants, tools: ["shell"], hosts: ["process"] }))).toBe("not-allowed");
        expect(codeOf(await save({ ...grants, tools: ["mail"], hosts: ["example.com"] }))).toBe("not-allowed");
        expect(codeOf(await save({ ...grants, tools: ["mail"], hosts: ["*.com"] }))).toBe("not-allowed");
        expect(codeOf(await save({ ...grants, tools: ["*"], hosts: ["process"] }))).toBe("not-allowed");
        expect(codeOf(await save({ ...grants, name: "UNKNOWN" }))).toBe("not-found");
        unwrap(await save({ ...grants, tools: ["weather"], hosts: ["a.example.com", "*.b.example.com"] }));
        expect(await list()).toMatchObject({
          secrets: [{ name: "LENT", source: "a test", resolved: true }],
          offered: [],
        });
      });

      it("are given within both limits, also when the operator narrows theirs later", async () => {
        const { save, door, harness, id } = await scene(opened(), [lent()]);
        const weather = await door();
        expect(await weather.use("LENT", "a.example.com")).toBeUndefined();
        unwrap(await save({ ...grants, tools: ["weather"], hosts: ["a.example.com"] }));
        expect(await weather.use("LENT", "a.example.com")).toBe(LENT);
        expect(await weather.use("LENT", "b.example.com")).toBeUndefined();
        const narrowed = new Harness(opened(), {
          secrets: new SecretVault({ operator: [lent({ hosts: ["b.example.com"] })] }),
        });
        const later = await narrowed.context.tools.openSecrets({
          ownerId: harness.owner.ownerId,
          sessionId: id,
          runId: "r_2",
          callId: "c_2",
          tool: "weather",
        });
        expect(await later.use("LENT", "a.example.com")).toBeUndefined();
      });

      it("are taken out of the texts of sessions that took them, so that no other can guess at them", async () => {
        const { save, door, harness } = await scene(opened(), [lent()]);
        unwrap(await save({ ...grants, tools: ["weather"], hosts: ["a.example.com"] }));
        const weather = await door();
        await weather.use("LENT", "a.example.com");
        expect(weather.redact(`It is ${LENT}.`)).toBe("It is [REDACTED:LENT].");
        const other = await harness.session();
        const elsewhere = await harness.context.tools.openSecrets({
          ownerId: harness.owner.ownerId,
          sessionId: other.id,
          runId: "r_1",
          callId: "c_1",
          tool: "weather",
        });
        expect(elsewhere.redact(LENT)).toBe(LENT);
      });

      it("that cannot be loaded say why, are not given, and are tried again after a while", async () => {
        const load = vi
          .fn<OperatorSecret["load"]>()
          .mockRejectedValueOnce(new Error(`cannot read ${LENT}`))
          .mockResolvedValue(ok(LENT));
        const clock = { now: 0 };
        const harness = new Harness(opened(), {
          secrets: new SecretVault({ operator: [lent({ load })], now: () => clock.now }),
        });
        const { id } = await harness.session();
        const input = {
          sessionId: id,
          name: "LENT",
          provider: "operator" as const,
          tools: ["mail"],
          hosts: ["process"],
        };
        unwrap(await saveSecret(harness.context, harness.owner, input));
        const listed = unwrap(await listSecrets(harness.context, harness.owner, id));
        expect(listed.secrets[0]).toMatchObject({ resolved: false, problem: { code: "secret-provider-failed" } });
        expect(JSON.stringify(listed)).not.toContain(LENT);
        await listSecrets(harness.context, harness.owner, id);
        expect(load).toHaveBeenCalledTimes(1);
        clock.now += 60_000;
        expect(unwrap(await listSecrets(harness.context, harness.owner, id)).secrets[0]).toMatchObject({
          resolved: true,
        });
      });
    });
  });
}
