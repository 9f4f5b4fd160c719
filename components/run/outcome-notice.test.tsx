// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { OutcomeNotice } from "./outcome-notice";

afterEach(cleanup);

function failed(text: string, more: { stack?: string } = {}): string {
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
    expect(failed("No.", { stack: "Error: No.\n    at execute (tools/a.ts:1:1)" })).toContain(
      "The tool threw an error.",
    );
  });
});
