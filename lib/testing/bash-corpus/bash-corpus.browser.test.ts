import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { workerChannel } from "@/lib/sandbox/virtual/worker-channel";
import { acceptedDifferences } from "./accepted-differences";
import { bashCorpus, corpusWorkspace, datedLongAgo } from "./corpus";
import { type Replay, replaySnippet } from "./replay-snippet";
import { reportReplays } from "./report-replays";

const corpus = bashCorpus();
const topics = [...new Set(corpus.map(({ name }) => name.replace(/ \d+$/, "")))];
const replays: Replay[] = [];

describe("the embedded shell beside a recording of bash and the GNU tools", { timeout: 240_000 }, () => {
  let sandbox: VirtualSandbox;
  let start: SandboxSnapshot;

  beforeAll(async () => {
    sandbox = new VirtualSandbox({ connect: workerChannel("/workers/shell.js") });
    await sandbox.ready();
    await sandbox.mount(corpusWorkspace(), sandbox.cwd, "writable");
    start = datedLongAgo(await sandbox.snapshot());
  });
  afterAll(() => sandbox.dispose());

  test.each(topics)("%s: whatever differs from bash says so", async (topic) => {
    const mine: Replay[] = [];
    for (const snippet of corpus) {
      if (snippet.name.startsWith(`${topic} `)) mine.push(await replaySnippet(sandbox, start, snippet));
    }
    replays.push(...mine);
    const silent = mine.filter(
      ({ verdict, snippet }) => verdict === "silently-different" && !(snippet.name in acceptedDifferences),
    );
    expect(reportReplays(silent).lines).toEqual([]);
  });

  test("at least 97 of 100 snippets print and exit exactly as in bash", () => {
    expect(replays).toHaveLength(corpus.length);
    const { share, lines } = reportReplays(replays);
    expect(share, lines.join("\n")).toBeGreaterThanOrEqual(0.97);
  });

  test("an accepted difference is one that still exists", () => {
    const different = new Set(replays.filter(({ verdict }) => verdict !== "same").map(({ snippet }) => snippet.name));
    expect(Object.keys(acceptedDifferences).filter((name) => !different.has(name))).toEqual([]);
  });
});
