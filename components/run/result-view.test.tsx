// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { EncodedResult } from "@/lib/core/call/outcome";
import { ResultView } from "./result-view";

afterEach(cleanup);

function said(result: Partial<EncodedResult>): string | null {
  const whole: EncodedResult = {
    parts: [{ type: "text", text: "head … tail" }],
    empty: false,
    truncated: true,
    bytes: 9_000_000,
    ...result,
  };
  return render(<ResultView tool="rows" arguments={{}} result={whole} />).container.textContent;
}

describe("the card of a cut result", () => {
  it("gives a lower bound as one, and says that it was not kept whole", () => {
    const text = said({ bytes: 8_990_000, larger: true });
    expect(text).toContain("The result was more than 8.9 MB;");
    expect(text).toContain("It was not kept whole");
  });

  it("gives a size that is known as it is, and where the whole of it lies", () => {
    const text = said({ wholeAt: "/results/r-c.txt" });
    expect(text).toContain("The result was 9.0 MB;");
    expect(text).toContain("/results/r-c.txt");
    expect(text).not.toContain("not kept");
  });
});
