// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Outcome } from "@/lib/core/call/outcome";
import { OutcomeNotice } from "./outcome-notice";

afterEach(cleanup);

type Failed = Extract<Outcome, { status: "failed" }>;

function failed(text: string, more: Omit<Failed, "status" | "text"> = {}): string {
  return render(<OutcomeNotice outcome={{ status: "failed", text, ...more }} />).container.textContent ?? "";
}

describe("the notice of a call that gave no result", () => {
  it("draws what a tool said beside its error as fields", () => {
    expect(failed('No key is set.\n{"query":"prices","page":2}')).toContain('No key is set.query: "prices"page: 2');
    expect(screen.getByRole("group", { name: "Said beside the error" })).toBeDefined();
  });

  it.each(["Unexpected {\n{ in the template", '{"only":"json"}', "plain"])("leaves %j as it stands", (text) => {
    expect(failed(text)).toContain(text);
    expect(screen.queryByRole("group")).toBeNull();
  });

  it("tells an error that was given from one that was thrown", () => {
    expect(failed("No.")).toContain("The tool gave an error.");
    const place = { file: "tools/a.ts", line: 1 };
    expect(failed("No.", { stack: "Error: No.\n    at execute (kit.js:1:1)" })).toContain("The tool gave an error.");
    expect(failed("No.", { origin: "returned", place })).toContain("The tool gave an error.");
    expect(failed("No.", { place })).toContain("The tool threw an error.");
  });

  it("says that something outside was refused, also where the tool's own line asked for it", () => {
    const place = { file: "tools/a.ts", line: 1 };
    expect(failed("10.0.0.1 is not public.", { origin: "outside", place })).toContain("was refused, or is not there");
  });
});
