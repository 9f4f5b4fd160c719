import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { corpusWorkspace, datedLongAgo } from "@/lib/testing/bash-corpus/corpus";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import recorded from "./text-commands.recorded.json";

let sandbox: VirtualSandbox;
let start: SandboxSnapshot;

beforeAll(async () => {
  sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
  await sandbox.ready();
  await sandbox.mount(corpusWorkspace(), sandbox.cwd, "writable");
  start = datedLongAgo(await sandbox.snapshot());
});

afterAll(() => sandbox.dispose());

const run = (command: string, timeoutMs = 10_000) =>
  sandbox.exec(command, { timeoutMs, env: { TZ: "UTC", LC_ALL: "C.UTF-8" } });

// What the real tools printed in a folder with the corpus's files: gawk 5.2, GNU sed 4.9, diffutils 3.8, patch 2.7, coreutils 9.1.
for (const [tool, snippets] of Object.entries(recorded)) {
  describe(`${tool} prints and returns what the real one does`, () => {
    it.each(snippets)("$script", async ({ script, stdout, exitCode }) => {
      await sandbox.restore(start);
      const result = await run(script);
      expect({ stdout: result.stdout, exitCode: result.exitCode }).toEqual({ stdout, exitCode });
    });
  });
}

describe("an option that is not there fails in the tool's own words", () => {
  it.each([
    ["grep -y0 -j x notes.txt", "grep: invalid option -- 'j'", 2],
    ["sed --nosuch p notes.txt", "sed: unrecognized option '--nosuch'", 1],
    ["xargs -w < notes.txt", "xargs: invalid option -- 'w'", 1],
    ["find . -nosuch", "find: unknown predicate `-nosuch'", 1],
    ["diff -k notes.txt words.txt", "diff: invalid option -- 'k'", 2],
    ["date --nosuch", "date: unrecognized option '--nosuch'", 1],
  ])("%s", async (command, message, exitCode) => {
    const result = await run(command);
    expect(result.stderr).toContain(message);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stdout).toBe("");
  });
});

describe("a program that does not end is stopped at its deadline", () => {
  it.each([
    "awk 'BEGIN { for (;;) n++ }'",
    "awk 'function f() { while (1) n++ } BEGIN { f() }'",
    "sed ':a; s/^/x/; s/^x//; ba' numbers.txt",
    'awk \'BEGIN { while ((getline line < "numbers.txt") >= 0) close("numbers.txt") }\'',
  ])("%s", async (command) => {
    const began = performance.now();
    await expect(run(command, 300)).rejects.toMatchObject({ code: "timeout" });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

it("bounds a regular expression that would double a backtracking engine's work with each character", async () => {
  const line = "a".repeat(5_000);
  await sandbox.write("/workspace/hostile.txt", `${line}!\n`);
  const began = performance.now();
  const commands = [
    "grep -cE '^(a+)+$' hostile.txt",
    "sed -nE '/^(a|aa)+$/p' hostile.txt",
    "awk '/^(a*)*$/' hostile.txt",
  ];
  for (const command of commands) await run(command);
  expect(performance.now() - began).toBeLessThan(5_000);
});
