"use client";

import { CallCard } from "@/components/run/call-card";
import { CallNotRun } from "@/components/run/call-not-run";
import type { CallState } from "@/lib/core/agent/run-state";
import { ok } from "@/lib/core/errors/result";
import { Specimen } from "../specimen";
import { okText, okValue, result, SAMPLE_PNG, SAMPLE_TIME, sampleCall, settled, waitingCall } from "./sample-calls";

const ACTIONS = {
  decide: async () => ok(undefined),
  openPlace: () => undefined,
  openFile: () => undefined,
};

const HUGE_LIST = Array.from({ length: 1_000_000 }, (_, index) => index);

const CALLS: [string, CallState][] = [
  [
    "Arguments are being written",
    sampleCall({
      tool: "Write",
      callId: "c_draft",
      phase: "drafting",
      argumentsText: '{"path":"src/index.ts","content":"export const a',
    }),
  ],
  [
    "Checked against the schema",
    sampleCall({ tool: "Grep", callId: "c_check", phase: "checking", arguments: { pattern: "TODO" } }),
  ],
  [
    "Waits for a person",
    waitingCall("Edit", {
      path: "src/price.ts",
      old_text: "  return amount * 1.19;\n",
      new_text: "  const rate = 1.19;\n  return amount * rate;\n",
    }),
  ],
  [
    "Waits, and hides something",
    waitingCall(
      "Bash",
      { command: "echo ok\u2028rm\u200b -rf /workspace # \u202etxt.piz" },
      { risk: "high", sideEffects: ["process", "filesystem"] },
    ),
  ],
  [
    "Waits, with arguments that must be scrolled",
    waitingCall(
      "send_report",
      {
        to: "team@example.org",
        body: Array.from({ length: 80 }, (_, index) => `${index + 1}. A line that has to be read.`).join("\n"),
        attach: true,
        copies: 2,
      },
      { sideEffects: ["external", "network"], risk: "high" },
    ),
  ],
  [
    "Waits, and the time is nearly over",
    waitingCall(
      "Write",
      { path: "notes.md", content: "# Notes\n" },
      { expiresAt: Date.now() + 40_000, askedAt: Date.now() - 3_600_000 },
    ),
  ],
  [
    "Approved, running, with progress and log lines",
    sampleCall({
      tool: "count_words",
      callId: "c_running",
      phase: "running",
      arguments: { path: "src", recursive: true },
      claimedAt: Date.now() - 3000,
      progress: { text: "Reading 14 of 32 files", fraction: 14 / 32 },
      logs: [
        { at: SAMPLE_TIME + 1, text: "found 32 files" },
        { at: SAMPLE_TIME + 900, text: '{ file: "src/a.ts", words: 120 }' },
      ],
    }),
  ],
  [
    "Done, a value",
    settled(
      "find_todos",
      { path: "src" },
      okValue({ todos: [{ file: "src/a.ts", line: 3, text: "TODO: rename" }], total: 1 }),
    ),
  ],
  ["Done, empty", settled("touch", { path: "a.txt" }, { status: "ok", result: result([]) }, { durationMs: 0.4 })],
  [
    "Done, an image",
    settled(
      "chart",
      { kind: "bar" },
      {
        status: "ok",
        result: result(
          [
            { type: "text", text: "(image attached)" },
            { type: "image", mediaType: "image/png", data: SAMPLE_PNG },
          ],
          { image: "(image attached)", points: 12 },
          40,
        ),
      },
    ),
  ],
  [
    "Bash, with a bad exit code",
    settled("Bash", { command: "npm test" }, okText("> test\n> vitest run\n\n2 failed, 14 passed\n\n(exit code: 1)"), {
      durationMs: 4200,
    }),
  ],
  [
    "Read, a part",
    settled(
      "Read",
      { path: "src/price.ts", offset: 10, limit: 3 },
      okText("(lines 10-12 of 40)\n\nexport function price(amount: number) {\n  return amount * 1.19; // with tax\n}"),
    ),
  ],
  [
    "Grep",
    settled(
      "Grep",
      { pattern: "TODO" },
      okText("src/a.ts:3: // TODO: rename\nsrc/a.ts:9: // TODO: test\nsrc/b.ts:1: # TODO docs"),
    ),
  ],
  [
    "Edit",
    settled(
      "Edit",
      { path: "src/a.ts", old_text: "let a = 1;\nlet b = 2;\n", new_text: "const a = 1;\nlet b = 2;\n" },
      okText("Successfully edited src/a.ts"),
    ),
  ],
  [
    "A million entries",
    settled(
      "huge",
      {},
      {
        status: "ok",
        result: { ...result([{ type: "text", text: "[0,1,2,…" }], HUGE_LIST), bytes: 6_888_890, truncated: true },
      },
    ),
  ],
  [
    "Invalid arguments",
    settled(
      "find_todos",
      { path: 7 },
      {
        status: "invalid-arguments",
        text: "Invalid arguments: path: expected string, received number",
        issues: [{ path: "path", message: "expected string, received number" }],
      },
    ),
  ],
  ["Not found", settled("frobnicate", {}, { status: "not-found", text: "Tool not found: frobnicate" })],
  [
    "Threw, with the author's line",
    settled(
      "rename_symbol",
      { from: "a", to: "b" },
      {
        status: "failed",
        text: "TypeError: Cannot read properties of undefined (reading 'split')",
        place: { file: "tools/rename_symbol.ts", line: 12 },
        stack:
          "TypeError: Cannot read properties of undefined (reading 'split')\n    at execute (tools/rename_symbol.ts:12:20)",
      },
    ),
  ],
  [
    "Denied",
    settled(
      "Bash",
      { command: "rm -rf src" },
      {
        status: "denied",
        text: "Denied by Ada: that is our source",
        by: { kind: "person", name: "Ada" },
        reason: "that is our source",
      },
    ),
  ],
  [
    "Expired",
    settled(
      "Bash",
      { command: "npm publish" },
      { status: "expired", text: "The request for approval expired; the call did not run." },
    ),
  ],
  [
    "Timed out",
    settled(
      "spin",
      {},
      { status: "timed-out", text: 'Tool "spin" timed out after 1000ms', afterMs: 1000 },
      { durationMs: 1000 },
    ),
  ],
  [
    "Stopped",
    settled(
      "sleep",
      { seconds: 60 },
      { status: "stopped", text: "Stopped by the user.", by: { kind: "person", name: "you" } },
    ),
  ],
  [
    "Cut off",
    settled(
      "Write",
      {},
      { status: "cut-off", text: "The call was cut off by the token limit and did not run." },
      {
        arguments: undefined,
        argumentsText: '{"path":"a.ts","content":"export const x = [1, 2',
        cut: true,
        problem: "The arguments end in the middle.",
      },
    ),
  ],
  [
    "Crashed",
    settled(
      "Bash",
      { command: "make" },
      { status: "crashed", text: "The page was closed while it ran: it may or may not have run." },
    ),
  ],
  ["Skipped", settled("Bash", { command: "ls" }, { status: "skipped", text: "Never started: the run had ended." })],
];

export function CardsSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Specimen caption="Before the first call">
        <CallNotRun tool="find_todos" />
      </Specimen>
      {CALLS.map(([caption, call]) => (
        <Specimen key={caption} caption={caption}>
          <CallCard
            call={call}
            runId="r_sample"
            actions={ACTIONS}
            asker={{ agentName: "tidy", model: "script.json", prompt: "Tidy up the todos" }}
          />
        </Specimen>
      ))}
    </div>
  );
}
