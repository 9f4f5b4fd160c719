import { describe, expect, it } from "vitest";
import { ok } from "@/lib/core/errors/result";
import { LOST_FIXES, reachServer } from "./reach-server";

const lost = () => Promise.reject(new TypeError("Failed to fetch"));

describe("reachServer", () => {
  it("hands on what the server answers", async () => {
    expect(await reachServer(async () => ok(1))).toEqual(ok(1));
  });

  it("never promises to repeat what nobody repeats", async () => {
    const result = await reachServer(lost);
    expect(result).toMatchObject({ ok: false, problem: { code: "connection-lost", fix: LOST_FIXES.notRepeated } });
  });

  it("says of a lost decision that it may not have arrived", async () => {
    const result = await reachServer(lost, "decision");
    expect(result).toMatchObject({ ok: false, problem: { code: "connection-lost", fix: LOST_FIXES.decision } });
  });

  it("tells a page that is older than the server to reload", async () => {
    const outdated = Object.assign(new Error("gone"), { name: "UnrecognizedActionError" });
    const result = await reachServer(() => Promise.reject(outdated), "repeated");
    expect(result).toMatchObject({ ok: false, problem: { code: "page-outdated" } });
  });
});
