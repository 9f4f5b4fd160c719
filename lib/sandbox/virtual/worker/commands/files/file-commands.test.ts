import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedMode } from "./changed-mode";
import { compareNames, compareVersions } from "./compare-names";
import { humanSize } from "./file-facts";
import { fullTime } from "./local-time";
import { relativePath } from "./relative-path";

describe("names", () => {
  test("stand in the order of their UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        expect(Math.sign(compareNames(left, right))).toBe(
          Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right))),
        );
      }),
    );
  });

  test.each([
    [
      ["v10", "v9", "v1"],
      ["v1", "v9", "v10"],
    ],
    [
      ["a1b10", "a1b9"],
      ["a1b9", "a1b10"],
    ],
    [
      ["x", "x1"],
      ["x", "x1"],
    ],
  ])("versions %j", (given, ordered) => {
    expect([...given].sort(compareVersions)).toEqual(ordered);
  });
});

describe("the mode that chmod makes", () => {
  test.each([
    ["755", 0o644, 0o755],
    ["u+x", 0o644, 0o744],
    ["a=r", 0o755, 0o444],
    ["u+x,go-w", 0o666, 0o744],
    ["+x", 0o644, 0o755],
    ["+w", 0o444, 0o644],
    ["g=u", 0o640, 0o660],
    ["+X", 0o644, 0o644],
    ["+X", 0o744, 0o755],
    ["u+s", 0o755, 0o4755],
    ["o=", 0o777, 0o770],
  ])("%s of %o is %o", (written, old, mode) => {
    expect(changedMode(written, old, false)).toBe(mode);
  });

  test.each(["", "9", "u", "u+q", "77777", "x+r", "u+x,"])("%j is no mode", (written) => {
    expect(changedMode(written, 0o644, false)).toBeUndefined();
  });
});

describe("sizes for people", () => {
  test.each([
    [0, "0"],
    [1023, "1023"],
    [1024, "1.0K"],
    [1500, "1.5K"],
    [10 * 1024, "10K"],
    [10 * 1024 + 1, "11K"],
    [1024 * 1024 - 1, "1.0M"],
  ])("%i bytes are %s", (bytes, shown) => {
    expect(humanSize(bytes)).toBe(shown);
  });
});

test("a time is told in the zone that TZ names, and in UTC where it names none", () => {
  const time = new Date("2024-07-01T12:00:00.250Z");
  expect(fullTime(time, "Europe/Berlin")).toBe("2024-07-01 14:00:00.250000000 +0200");
  expect(fullTime(time, "nonsense")).toBe("2024-07-01 12:00:00.250000000 +0000");
});

test("the way from a directory to a path leads there", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(
    fc.property(path, path, (from, to) => {
      const way = relativePath(from, to);
      expect(new URL(way, `file://${from === "/" ? "" : from}/`).pathname.replace(/(.)\/$/, "$1")).toBe(to);
    }),
  );
});
