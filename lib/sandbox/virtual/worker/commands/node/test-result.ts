/** How one test or suite of `node:test` ended, with what a report says of it. */
export interface TestResult {
  name: string;
  kind: "test" | "suite";
  isOk: boolean;
  durationMs: number;
  /** The reason, or an empty text when there is none. */
  skipped?: string;
  todo?: string;
  failure?: TestFailure;
  diagnostics: string[];
  children: TestResult[];
}

export interface TestFailure {
  type: string;
  /** `path:line:column` of the call that made the test. */
  location?: string;
  /** What a TAP report says of it, line by line. */
  details: string[];
  /** What a person reads of it. */
  shown: string;
}

/** The tests did not come to their end, and nobody is to blame but who waits. */
export function isCancelled({ failure }: TestResult): boolean {
  return failure?.type === "cancelledByParent" || failure?.type === "testTimeoutFailure";
}
