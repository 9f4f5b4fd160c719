import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REPORT_MARK, ReportFilter } from "./shell-report";

function pass(pieces: readonly string[]) {
  let shown = "";
  const filter = new ReportFilter((text) => {
    shown += text;
  });
  for (const piece of pieces) filter.take(piece);
  const report = filter.end();
  return { shown, report };
}

function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set(at.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

const output = fc.string().filter((text) => !text.includes("\u0001"));

describe("ReportFilter", () => {
  it("shows everything but the report, however the output is cut", () => {
    fc.assert(
      fc.property(output, fc.array(fc.nat()), (text, places) => {
        const whole = `${text}${REPORT_MARK}/workspace/a b\ndeclare -- x="1"\n${REPORT_MARK}`;
        expect(pass(cut(whole, places))).toEqual({
          shown: text,
          report: { directory: "/workspace/a b", declarations: ['declare -- x="1"'] },
        });
      }),
    );
  });

  it("gives back what only began like a report", () => {
    fc.assert(
      fc.property(output, fc.nat(REPORT_MARK.length - 1), fc.array(fc.nat()), (text, length, places) => {
        const whole = text + REPORT_MARK.slice(0, length);
        expect(pass(cut(whole, places))).toEqual({ shown: whole, report: undefined });
      }),
    );
  });

  it("takes half a report for none, because a limit cut it", () => {
    expect(pass([`a${REPORT_MARK}/workspace\ndeclare -- x="`])).toEqual({ shown: "a", report: undefined });
  });
});
