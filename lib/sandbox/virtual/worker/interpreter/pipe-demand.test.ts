import { describe, expect, test } from "vitest";
import { demandOf, type PipeDemand } from "./pipe-demand";

function command(line: string) {
  const [name, ...args] = line.split(" ").map((source) => ({ source }));
  return { type: "SimpleCommand", name, args, redirections: [] };
}

describe("what a command of a pipe reads before it ends", () => {
  test.each<[line: string, demand: PipeDemand]>([
    ["head", { lines: 10 }],
    ["head -3", { lines: 3 }],
    ["head -n3", { lines: 3 }],
    ["head -n 3", { lines: 3 }],
    ["head --lines=3", { lines: 3 }],
    ["head -c 16", { bytes: 16 }],
    ["head -c16", { bytes: 16 }],
    ["sed 5q", { lines: 5 }],
    ["sed -n '1,5p;5q'", { lines: 5 }],
  ])("%s says how much", (line, demand) => {
    expect(demandOf(command(line))).toEqual(demand);
  });

  test.each([
    "head -n -3",
    "head -c -1",
    "head -c 1k",
    'head -"$n"',
    "head -n $n",
    "head -3 file",
    "head -n 3 file",
    "head -q",
    "sed 5d",
    "sed s/5q/x/",
    "sed 5q file",
    "tail -3",
    "cat",
    "grep -m1 x",
  ])("%s reads all, or nobody knows before", (line) => {
    expect(demandOf(command(line))).toBeUndefined();
  });

  test("a command that reads something else than the pipe has no demand of it", () => {
    expect(
      demandOf({ ...command("head -3"), redirections: [{ fd: null, operator: "<", target: {} }] }),
    ).toBeUndefined();
    expect(demandOf(undefined)).toBeUndefined();
    expect(demandOf({ type: "Group" })).toBeUndefined();
  });
});
