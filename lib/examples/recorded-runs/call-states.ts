import { jsonResult, LogBuilder, okWith, textResult } from "./log-builder";
import type { RecordedRun } from "./recorded-run";

/** 24 × 12 pixels, two blue bars on white. */
const SMALL_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAABgAAAAMCAIAAAD3UuoiAAAAI0lEQVR42mP4TyXA8P//f+umb5SgEWEQ1QKbTrE2ahDVAhsAIjq85+dSyDoAAAAASUVORK5CYII=";

export const callStates: RecordedRun[] = [
  {
    name: "every-outcome",
    title: "Every outcome of a call",
    look: "One word and one tone each; who refused is always said.",
    events: () =>
      new LogBuilder()
        .run("Show me every way a call can end")
        .step("I make one call of each kind.")
        .draft("c_done", { tool: "find_todos", arguments: { path: "src" } })
        .draft("c_empty", { tool: "touch_file", arguments: { path: "notes/today.md" } })
        .draft("c_invalid", { tool: "find_todos", arguments: { limit: "many" } })
        .draft("c_missing", { tool: "find_todo", arguments: {} })
        .draft("c_failed", { tool: "sum_by_kind", arguments: { file: "data/expenses.csv", groupBy: "colour" } })
        .draft("c_slow", { tool: "count_lines", arguments: { pattern: "**/*" } })
        .draft("c_crashed", { tool: "count_lines", arguments: { pattern: "logs/*" } })
        .draft("c_json", { tool: "find_todos", argumentsText: "{path: src}" }, { problem: "not valid JSON" })
        .endStep()
        .ran(
          "c_done",
          jsonResult({ count: 1, todos: [{ file: "src/money.ts", line: 1, kind: "TODO", text: "rename" }] }),
        )
        .ran("c_empty", okWith([], { empty: true }))
        .settle("c_invalid", {
          status: "invalid-arguments",
          text: "Invalid arguments: limit: expected number, received string",
          issues: [{ path: "limit", message: "expected number, received string" }],
        })
        .settle("c_missing", { status: "not-found", text: "Tool not found: find_todo" })
        .check("c_failed")
        .claim("c_failed")
        .log("c_failed", "reading data/expenses.csv")
        .settle("c_failed", {
          status: "failed",
          text: 'data/expenses.csv has no column "colour"',
          place: { file: "tools/sum_by_kind.ts", line: 18, column: 26 },
          stack: [
            'Error: data/expenses.csv has no column "colour"',
            "    at column (tools/sum_by_kind.ts:18:26)",
            "    at Object.execute (tools/sum_by_kind.ts:21:38)",
          ].join("\n"),
        })
        .ran(
          "c_slow",
          { status: "timed-out", text: 'Tool "count_lines" timed out after 20000ms', afterMs: 20_000 },
          20_000,
        )
        .ran("c_crashed", {
          status: "crashed",
          text: "The place this call ran in was lost before its result was recorded: it may or may not have run.",
        })
        .settle("c_json", {
          status: "invalid-arguments",
          text: "Invalid arguments: not valid JSON: {path: src}",
          issues: [{ path: "", message: "not valid JSON" }],
        })
        .words("Those were all.").events,
  },
  {
    name: "twelve-calls",
    title: "Twelve calls in one step",
    look: "Twelve cards in the asked order; the eighth is still running, with progress.",
    events: () => {
      const log = new LogBuilder().run("Read everything").step("I read all twelve files at once.");
      const ids = Array.from({ length: 12 }, (_value, index) => `c_${index + 1}`);
      for (const id of ids) log.draft(id, { tool: "Read", arguments: { path: `src/part-${id.slice(2)}.ts` } });
      log.endStep();
      for (const id of ids) {
        if (id === "c_8") log.check(id).claim(id).log(id, "opened").progress(id, "3 of 4 blocks", 0.75);
        else log.ran(id, textResult(`export const part = ${id.slice(2)};\n`), 12);
      }
      return log.events;
    },
  },
  {
    name: "drafting",
    title: "Arguments being drafted",
    look: "The arguments grow; nothing can be approved or run yet.",
    events: () =>
      new LogBuilder()
        .run("Write the release notes")
        .step("I write them into a file.")
        .add({ type: "call-start", step: 1, callId: "c_1", tool: "Write" })
        .add({
          type: "call-delta",
          callId: "c_1",
          text: '{"path":"CHANGELOG.md","content":"# 0.4.0\\n\\n- days in dur',
        }).events,
  },
  {
    name: "long-names",
    title: "Names and values without a break",
    look: "Nothing overflows, and nothing is cut without a way to see the rest.",
    events: () => {
      const tool = `read_${"very_".repeat(11)}long`;
      const path = `packages/${"deeply-nested-directory/".repeat(12)}file-with-a-name.component.stories.test.ts`;
      return new LogBuilder()
        .run(`Look at ${"Donaudampfschifffahrtsgesellschaftskapitän".repeat(4)} and tell me what it does`)
        .step()
        .draft("c_1", { tool, arguments: { path, [`option_${"x".repeat(80)}`]: "y".repeat(400) } })
        .endStep()
        .ran("c_1", textResult("z".repeat(1_200)))
        .words("w".repeat(300)).events;
    },
  },
  {
    name: "image-result",
    title: "A result with an image",
    look: "The image is drawn; its field says that it is attached.",
    events: () =>
      new LogBuilder()
        .run("Draw a chart")
        .step("Here it comes.")
        .draft("c_1", { tool: "draw_chart", arguments: { bars: [{ label: "rent", value: 950 }], width: 360 } })
        .endStep()
        .ran(
          "c_1",
          okWith(
            [
              { type: "text", text: '{"legend":["rent: 950"],"imageBase64":"(image attached)"}' },
              { type: "image", mediaType: "image/png", data: SMALL_PNG },
            ],
            { value: { legend: ["rent: 950"], imageBase64: "(image attached)" }, bytes: 420 },
          ),
        )
        .words("Most went to rent.").events,
  },
  {
    name: "five-megabytes",
    title: "Five megabytes of text, truncated",
    look: "The card opens at once, says how large the whole was, and shows head and tail.",
    events: () => {
      const lines = (from: number, count: number) =>
        Array.from({ length: count }, (_value, index) => `line ${from + index}: ${"payload ".repeat(4)}`).join("\n");
      const text = `${lines(1, 600)}\n\n[… 4,950,112 bytes left out …]\n\n${lines(131_000, 600)}`;
      return new LogBuilder()
        .run("Print the whole log")
        .step()
        .draft("c_1", { tool: "Bash", arguments: { command: "cat logs/*.log" } })
        .endStep()
        .ran("c_1", okWith([{ type: "text", text }], { truncated: true, bytes: 5_000_000 }), 410)
        .words("That is a long log.").events;
    },
  },
  {
    name: "edit-and-shell",
    title: "An edit and a command",
    look: "The edit is drawn as a diff, the command as a terminal, the exit code is seen.",
    events: () =>
      new LogBuilder()
        .run("Add days to the durations")
        .step("One line is missing.")
        .draft("c_1", {
          tool: "Edit",
          arguments: {
            path: "src/duration.ts",
            old_text: "const SECONDS = { h: 3600, m: 60, s: 1 };",
            new_text: "const SECONDS = { d: 86_400, h: 3600, m: 60, s: 1 };",
          },
        })
        .draft("c_2", { tool: "Bash", arguments: { command: "grep -c weeks src/duration.ts" } })
        .draft("c_3", { tool: "Grep", arguments: { pattern: "SECONDS", path: "src" } })
        .endStep()
        .ran(
          "c_1",
          textResult(
            "Successfully edited src/duration.ts\n\n```diff\n- const SECONDS = { h: 3600, m: 60, s: 1 };\n+ const SECONDS = { d: 86_400, h: 3600, m: 60, s: 1 };\n```",
          ),
        )
        .ran("c_2", textResult("0\n\n(exit code: 1)"))
        .ran("c_3", textResult("src/duration.ts:2: const SECONDS = { d: 86_400, h: 3600, m: 60, s: 1 };"))
        .words("`parseDuration` now knows days.").events,
  },
];
