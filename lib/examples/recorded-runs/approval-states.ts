import { jsonResult, LogBuilder } from "./log-builder";
import type { RecordedRun } from "./recorded-run";

const rename = {
  tool: "rename_symbol",
  arguments: { from: "fmt", to: "formatMoney", include: "src/**/*.ts", dryRun: false },
};

export const approvalStates: RecordedRun[] = [
  {
    name: "parallel-approvals",
    title: "Two requests at the same time",
    look: "One request a call, each with its own buttons; the third call did not have to wait for them.",
    events: () =>
      new LogBuilder()
        .run("Rename fmt, and clean up the logs")
        .step("Both reach many files, so you decide.")
        .draft("c_1", rename)
        .draft("c_2", {
          tool: "remove_files",
          arguments: { paths: ["logs/2025-11.log", "logs/2025-12.log"], reason: "Older than a month" },
        })
        .draft("c_3", { tool: "find_todos", arguments: { path: "src" } })
        .endStep()
        .ask("c_1")
        .ask("c_2", ["filesystem", "process"], "high")
        .ran("c_3", jsonResult({ count: 0, todos: [] })).events,
  },
  {
    name: "approved-and-denied",
    title: "One approved, one denied with a reason",
    look: "Who decided and why is said, and the run went on.",
    events: () =>
      new LogBuilder()
        .run("Rename fmt, and clean up the logs")
        .step("Both reach many files, so you decide.")
        .draft("c_1", rename)
        .draft("c_2", { tool: "remove_files", arguments: { paths: ["logs/2026-01.log"], reason: "It is large" } })
        .endStep()
        .ask("c_1")
        .ask("c_2", ["filesystem"], "high")
        .decide("c_2", "denied", "Ana", "January is still open, keep it")
        .settle("c_2", {
          status: "denied",
          text: "Denied by Ana; the call did not run. Reason: January is still open, keep it",
          by: { kind: "person", name: "Ana" },
          reason: "January is still open, keep it",
        })
        .decide("c_1", "approved", "Ana")
        .claim("c_1")
        .progress("c_1", "Looking at src/report.ts", 0.6)
        .settle("c_1", jsonResult({ summary: "Renamed fmt to formatMoney: 4 places in 3 files.", total: 4 }))
        .words("The rename is done; the log stays.").events,
  },
  {
    name: "expired",
    title: "Nobody decided",
    look: "Expired is not done and not denied; the run halted.",
    events: () =>
      new LogBuilder()
        .run("Rename fmt")
        .step()
        .draft("c_1", rename)
        .endStep()
        .ask("c_1")
        .decide("c_1", "expired", "expiry")
        .settle("c_1", { status: "expired", text: "Expired: nobody decided in time, so the call did not run." })
        .end({ reason: "waiting" }).events,
  },
  {
    name: "hidden-characters",
    title: "A command that hides something",
    look: "Every hidden character is drawn; a banner says so before the decision.",
    events: () =>
      new LogBuilder()
        .run("Clean the build folder")
        .step("I remove the build folder.")
        .draft("c_1", {
          tool: "Bash",
          arguments: {
            command: "rm\u200b -rf build \u202e# dliub eht\u202c; echo ok\u2028rm -rf notes",
            note: `harmless${" ".repeat(120)}not so harmless \u{e0072}\u{e006d}`,
            "pa\u200bth": "notes",
          },
        })
        .endStep()
        .ask("c_1", ["filesystem", "process"], "high").events,
  },
  {
    name: "large-request",
    title: "A request that is long to read",
    look: "Approve is off until everything was in view.",
    events: () =>
      new LogBuilder()
        .run("Write the handbook")
        .step()
        .draft("c_1", {
          tool: "Write",
          arguments: {
            path: "docs/handbook.md",
            content: Array.from(
              { length: 400 },
              (_value, index) => `${index + 1}. A rule that somebody has to read.`,
            ).join("\n"),
          },
        })
        .endStep()
        .ask("c_1").events,
  },
];
