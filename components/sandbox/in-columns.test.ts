import { describe, expect, it } from "vitest";
import { inColumns } from "./in-columns";

const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one === "日" ? 2 : 1), 0);

describe("inColumns", () => {
  it("lays names out down the columns, as many as fit", () => {
    expect(inColumns(["a", "bb", "ccc", "d", "e"], 11, widthOf)).toEqual(["a    d", "bb   e", "ccc"]);
  });

  it("counts wide characters", () => {
    expect(inColumns(["日", "a", "b"], 6, widthOf)).toEqual(["日  b", "a"]);
  });

  it("has one column for names that are wider than the terminal", () => {
    expect(inColumns(["a-long-name", "b"], 5, widthOf)).toEqual(["a-long-name", "b"]);
  });
});
