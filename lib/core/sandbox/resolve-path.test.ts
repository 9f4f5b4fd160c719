import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWithin, relativePath, resolvePath } from "./resolve-path";

const wild = fc.array(fc.constantFrom("..", ".", "", "a", "b c", "\n", "🎉", "~", "\\", "..."), { maxLength: 12 });

describe("resolvePath", () => {
  test("whatever is asked, the result is absolute, normalised and inside the root", () => {
    fc.assert(
      fc.property(wild, wild, (cwd, path) => {
        fc.pre(path.join("/") !== "");
        const resolved = resolvePath(`/${cwd.join("/")}`, path.join("/"));
        expect(resolved.startsWith("/")).toBe(true);
        const names = resolved === "/" ? [] : resolved.slice(1).split("/");
        expect(names.some((name) => name === "" || name === "." || name === "..")).toBe(false);
        expect(resolvePath("/elsewhere", resolved)).toBe(resolved);
      }),
    );
  });

  test("what is relative to a directory resolves back from it", () => {
    fc.assert(
      fc.property(wild, wild, (left, right) => {
        const directory = resolvePath("/", `/${left.join("/")}`);
        const path = resolvePath("/", `/${right.join("/")}`);
        expect(resolvePath(directory, relativePath(directory, path))).toBe(path);
        expect(isWithin(path, directory)).toBe(relativePath(directory, path) !== path || directory === path);
      }),
    );
  });
});
