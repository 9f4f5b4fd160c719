import { isCancelled, type TestResult } from "./test-result";

export type ReporterName = "tap" | "spec";

const COUNTED = ["tests", "suites", "pass", "fail", "cancelled", "skipped", "todo"] as const;
type Counts = Record<(typeof COUNTED)[number], number>;

/** What Node's test runner prints about the tests of one or more files: TAP, or the form for people. */
export class TestReport {
  private readonly counts: Counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  private readonly failing: TestResult[] = [];
  private readonly startedAt = performance.now();
  private topLevel = 0;
  private hasBegun = false;

  constructor(
    private readonly reporter: ReporterName,
    private readonly write: (text: string) => void,
    private readonly directory: string,
  ) {}

  get size(): number {
    return this.topLevel;
  }
  get hasFailed(): boolean {
    return this.failing.length > 0;
  }

  add(result: TestResult): void {
    this.begin();
    this.topLevel += 1;
    this.count(result);
    this.write(this.reporter === "tap" ? tap(result, this.topLevel, "") : spec(result, ""));
  }

  /** A line that the program of a test file has printed. */
  addOutput(line: string): void {
    this.begin();
    this.write(this.reporter === "tap" ? `# ${line}\n` : `${line}\n`);
  }

  finish(): void {
    this.begin();
    const mark = this.reporter === "tap" ? "#" : "ℹ";
    const counts = COUNTED.map((name) => `${mark} ${name} ${this.counts[name]}\n`).join("");
    const plan = this.reporter === "tap" ? `1..${this.topLevel}\n` : "";
    this.write(`${plan}${counts}${mark} duration_ms ${elapsed(performance.now() - this.startedAt)}\n`);
    if (this.reporter === "spec" && this.failing.length > 0) this.write(this.failures());
  }

  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    if (this.reporter === "tap") this.write("TAP version 13\n");
  }

  private count(result: TestResult): void {
    for (const child of result.children) this.count(child);
    const hasFailed = !result.isOk && result.todo === undefined && result.skipped === undefined;
    if (hasFailed) this.failing.push(result);
    if (result.kind === "suite") {
      this.counts.suites += 1;
      return;
    }
    this.counts.tests += 1;
    if (result.todo !== undefined) this.counts.todo += 1;
    else if (result.skipped !== undefined) this.counts.skipped += 1;
    else if (isCancelled(result)) this.counts.cancelled += 1;
    else if (hasFailed) this.counts.fail += 1;
    else this.counts.pass += 1;
  }

  private failures(): string {
    const own = this.failing.filter(({ failure }) => failure?.type !== "subtestsFailed");
    const shown = own.map((result) => {
      const location = result.failure?.location?.replace(`${this.directory}/`, "");
      const place = location === undefined ? "" : `test at ${location}\n`;
      return `\n${place}✖ ${result.name} (${elapsed(result.durationMs)}ms)\n${shownFailure(result, "")}`;
    });
    return `\n✖ failing tests:\n${shown.join("")}`;
  }
}

function tap(result: TestResult, number: number, indent: string): string {
  const { name, isOk, kind, failure, children } = result;
  const title = name.replace(/[\\#]/g, "\\$&").replaceAll("\n", "\\n");
  const nested = children.map((child, index) => tap(child, index + 1, `${indent}    `)).join("");
  const plan = children.length === 0 ? "" : `${indent}    1..${children.length}\n`;
  const details = [
    `duration_ms: ${elapsed(result.durationMs)}`,
    ...(kind === "suite" ? ["type: 'suite'"] : []),
    ...(failure?.location === undefined ? [] : [`location: '${failure.location}'`]),
    ...(failure === undefined ? [] : [`failureType: '${failure.type}'`, ...failure.details]),
  ];
  return [
    `${indent}# Subtest: ${title}\n${nested}${plan}`,
    `${indent}${isOk ? "ok" : "not ok"} ${number} - ${title}${directive(result)}\n`,
    `${indent}  ---\n${details.map((line) => `${indent}  ${line}\n`).join("")}${indent}  ...\n`,
    ...result.diagnostics.map((line) => `${indent}# ${line}\n`),
  ].join("");
}

function spec(result: TestResult, indent: string): string {
  const { name, isOk, skipped, children } = result;
  const mark = skipped !== undefined ? "﹣" : isOk ? "✔" : "✖";
  const head = children.length === 0 ? "" : `${indent}▶ ${name}\n`;
  const nested = children.map((child) => spec(child, `${indent}  `)).join("");
  const line = `${indent}${mark} ${name} (${elapsed(result.durationMs)}ms)${directive(result)}\n`;
  const failure = children.length === 0 && !isOk ? `${shownFailure(result, indent)}\n` : "";
  const diagnostics = result.diagnostics.map((text) => `${indent}ℹ ${text}\n`).join("");
  return head + nested + line + failure + diagnostics;
}

function shownFailure({ failure }: TestResult, indent: string): string {
  if (failure === undefined) return "";
  return `${failure.shown
    .split("\n")
    .map((line) => `${indent}  ${line}`)
    .join("\n")}\n`;
}

function directive({ skipped, todo }: TestResult): string {
  if (skipped !== undefined) return ` # SKIP${skipped === "" ? "" : ` ${skipped}`}`;
  if (todo !== undefined) return ` # TODO${todo === "" ? "" : ` ${todo}`}`;
  return "";
}

function elapsed(ms: number): number {
  return Math.round(ms * 1e6) / 1e6;
}
