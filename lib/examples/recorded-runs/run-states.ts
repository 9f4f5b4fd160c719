import { jsonResult, LogBuilder, okWith, textResult } from "./log-builder";
import type { RecordedRun } from "./recorded-run";

const read = { tool: "Read", arguments: { path: "src/money.ts" } };

export const runStates: RecordedRun[] = [
  {
    name: "cut-off",
    title: "A call cut by the token limit",
    look: "It says cut off, shows what there was, and never ran.",
    events: () =>
      new LogBuilder()
        .run("Install everything and test it")
        .step("I run the commands.")
        .draft("c_1", read)
        .draft("c_2", { tool: "Bash", argumentsText: '{"commands":["npm install","npm test"' }, { cut: true })
        .endStep({ finish: "length" })
        .ran("c_1", textResult("export function fmt() {}\n"))
        .settle("c_2", {
          status: "cut-off",
          text: "Cut off: the model's turn broke off before it was whole, so this call did not run.",
        })
        .step("I had too much to say; I do it one by one.")
        .endStep({ finish: "text" })
        .end().events,
  },
  {
    name: "stopped",
    title: "Stopped in the middle of a call",
    look: "The running call may or may not have had its effect; the other one never began.",
    events: () =>
      new LogBuilder()
        .run("Count every line")
        .step()
        .draft("c_1", { tool: "count_lines", arguments: { pattern: "**/*" } })
        .draft("c_2", read)
        .endStep()
        .check("c_1")
        .claim("c_1")
        .progress("c_1", "112 of 400", 0.28)
        .settle("c_1", {
          status: "stopped",
          text: "Stopped by Ana while it was running: it may or may not have taken effect.",
          by: { kind: "person", name: "Ana" },
        })
        .settle("c_2", { status: "skipped", text: "Not run: the run was stopped by Ana before this call began." })
        .end({ reason: "stopped", by: "Ana" }).events,
  },
  {
    name: "shared-and-submitted",
    title: "Tools that share, a cut result, a loop that is skipped, and a result that is handed in",
    look: "The first call says what it shares and the second step what is shared; the whole of the cut result has a place; the sixth poll did not run; the bad submission was refused and the good one is the run's result.",
    events: () => {
      const tools = [
        { name: "submit_result", description: "Submit the result.", parameters: {}, sideEffects: [], fingerprint: "s" },
      ];
      const log = new LogBuilder()
        .run("Rate the build", { tools, agentName: "judge" })
        .step("I sign in and read the log of the build.")
        .draft("c_1", { tool: "sign_in", arguments: { user: "ana" } })
        .draft("c_2", { tool: "build_log", arguments: {} })
        .endStep()
        .ran("c_1", {
          ...okWith([{ type: "text", text: "Signed in." }]),
          assigns: { user: "ana", since: "2026-01-28" },
        })
        .ran("c_2", {
          ...okWith(
            [
              {
                type: "text",
                text: "compiling…\n[… 61200 lines, 2913020 bytes cut out of 2964220 bytes …]\n1 test failed",
              },
              { type: "text", text: "[The whole result, 2964220 bytes, is in /results/r_recorded-c_2.txt.]" },
            ],
            { truncated: true, bytes: 2_964_220, wholeAt: "/results/r_recorded-c_2.txt" },
          ),
        });
      for (let poll = 3; poll <= 8; poll += 1) {
        const id = `c_${poll}`;
        log.step().draft(id, { tool: "build_state", arguments: {} }).endStep();
        if (poll < 8) log.ran(id, textResult("running"));
        else
          log.check(id).settle(id, {
            status: "skipped",
            text: 'Not run: the last 5 calls of "build_state" with exactly these arguments all gave the same result, and nothing else changed in between. Try something else, or say what keeps you from going on.',
          });
      }
      return log
        .step("I have seen enough.")
        .draft("c_9", { tool: "submit_result", arguments: { score: 11 } })
        .endStep()
        .settle("c_9", {
          status: "invalid-arguments",
          text: "Invalid arguments: score: too big: expected number to be <=10",
          issues: [{ path: "score", message: "too big: expected number to be <=10" }],
        })
        .step()
        .draft("c_10", { tool: "submit_result", arguments: { score: 3, why: ["one test failed", "the build hung"] } })
        .endStep()
        .ran("c_10", textResult("Submitted."))
        .words("I gave it 3 of 10.").events;
    },
  },
  {
    name: "step-limit",
    title: "Ended at its step limit",
    look: "A limit ended it, not the model; everything done so far is there.",
    events: () => {
      const log = new LogBuilder().run("Keep looking until you find it", { stepLimit: 3 });
      for (const step of [1, 2, 3]) {
        const id = `c_${step}`;
        log
          .step("Not here. I look further.")
          .draft(id, { tool: "Grep", arguments: { pattern: `clue-${step}` } })
          .endStep();
        log.ran(id, textResult(`No matches for clue-${step}`));
      }
      return log.end({ reason: "step-limit" }).events;
    },
  },
  {
    name: "provider-error",
    title: "Refused by the provider",
    look: "The provider's own code and words, never 'stopped by you'.",
    events: () =>
      new LogBuilder()
        .run("Summarise the notes", { model: { provider: "example", model: "large-1" } })
        .step("I read the")
        .endStep({
          finish: "error",
          usage: undefined,
          error: {
            code: "rate-limited",
            message: "429: 40,000 tokens a minute are used up. Try again in 21 s.",
            retryable: true,
          },
        })
        .end({
          reason: "failed",
          error: { code: "rate-limited", message: "429: 40,000 tokens a minute are used up. Try again in 21 s." },
        }).events,
  },
  {
    name: "streaming",
    title: "The model is writing",
    look: "Text grows; Stop is there.",
    events: () =>
      new LogBuilder().run("What is this project?").step("It is a small library with helpers for a household").events,
  },
  {
    name: "by-hand",
    title: "Calls made by hand",
    look: "The same card as for a model's call; each says that a person made it.",
    events: () => {
      const log = new LogBuilder();
      const hand = { kind: "hand" as const, model: undefined, stepLimit: 1 };
      log
        .run("", hand, "r_hand_1")
        .step()
        .draft("c_hand_1", read)
        .ran("c_hand_1", textResult("export function fmt() {}\n"))
        .end();
      log.run("", hand, "r_hand_2").step().draft("c_hand_2", { tool: "find_todos", arguments: {} });
      log.ran("c_hand_2", jsonResult({ count: 4, cut: false, todos: [] })).end();
      return log.events;
    },
  },
  {
    name: "ten-thousand-events",
    title: "Ten thousand events",
    look: "Opens within a second and scrolls smoothly.",
    events: () => {
      const log = new LogBuilder().run("Read every file of the project", { stepLimit: 200 });
      for (let step = 1; log.events.length < 9_900; step += 1) {
        log.step(`Step ${step}: ${"the next files of the list, and what they say about it. ".repeat(4)}`);
        const ids = [1, 2, 3, 4].map((place) => `c_${step}_${place}`);
        for (const id of ids) log.draft(id, { tool: "Read", arguments: { path: `src/${id}.ts` } });
        log.endStep();
        for (const id of ids) log.ran(id, textResult(`export const id = "${id}";\n`.repeat(10)), 9);
      }
      return log.words("That was all of it.").events;
    },
  },
];
