// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { ExactArguments } from "./exact-arguments";

afterEach(cleanup);

function shown(values: { [key: string]: JsonValue }): string {
  return render(<ExactArguments arguments={values} />).container.textContent ?? "";
}

describe("the exact arguments of a request", () => {
  it("give each text of a list its own line, the empty one as well", () => {
    shown({ args: ["push", "", "a\nb"] });
    expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(["push", "(empty text)", "a\nb"]),
    );
  });

  it("name each text of a record", () => {
    expect(shown({ headers: { accept: "*/*", "x-trace": "1" } })).toContain("accept*/*x-trace1");
  });

  it.each([[["1", 1]], [{ deep: { er: "x" } }], [[null]], [[]], [{}]])(
    "keep %j as JSON, so that types show",
    (value) => {
      expect(shown({ value: value as JsonValue })).toContain(JSON.stringify(value, null, 2));
    },
  );

  it("show hidden characters in lists", () => {
    expect(shown({ args: ["a\u202eb"] })).toContain("U+202E");
  });
});
