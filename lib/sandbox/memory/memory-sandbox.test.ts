import { describe, expect, test } from "vitest";
import { sandboxContract } from "@/lib/testing/sandbox-contract";
import { linksContract } from "@/lib/testing/sandbox-contract/links-contract";
import { expectCode } from "@/lib/testing/sandbox-expectations";
import { MemorySandbox } from "./memory-sandbox";

const contract = {
  create: async () => new MemorySandbox(),
  createLimited: async (bytes: number) => new MemorySandbox({ limits: { bytes } }),
};
sandboxContract("memory", contract);
describe("memory sandbox", () => linksContract(contract));

describe("the memory sandbox alone", () => {
  test("refuses a pattern that could take exponential time, because nobody could end it", async () => {
    const sandbox = new MemorySandbox({ files: new Map([["f", `${"a".repeat(40)}!`]]) });
    await expectCode(sandbox.grep("^(a+)+$"), "invalid-pattern");
    await expectCode(sandbox.grep("(a|aa)*b"), "invalid-pattern");
    expect((await sandbox.grep("(?:a|b){1}a+!")).matches).toHaveLength(1);
  });

  test("refuses more entries than it may hold", async () => {
    const sandbox = new MemorySandbox({ limits: { entries: 5 } });
    for (const name of ["a", "b", "c", "d"]) await sandbox.write(name, "");
    await expectCode(sandbox.write("e", ""), "quota");
  });
});
