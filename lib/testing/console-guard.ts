import { afterEach, beforeEach, vi } from "vitest";

/** Unexpected console output fails a test: silence is a signal. A test that expects some spies on it itself. */
const reported: string[] = [];

beforeEach(() => {
  reported.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => {
      reported.push(`console.${level}: ${values.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  const seen = reported.splice(0);
  vi.restoreAllMocks();
  if (seen.length > 0) throw new Error(`Unexpected console output:\n${seen.join("\n")}`);
});
