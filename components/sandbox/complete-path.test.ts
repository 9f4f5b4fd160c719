import { describe, expect, it } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { completePath } from "./complete-path";

const names = [
  "src/main.ts",
  "src/map.ts",
  "my notes.md",
  "it's.txt",
  "a$b",
  ".hidden",
  "docs/guide/one.md",
  "日本語.txt",
  "broken\nname.txt",
];
const sandbox = new MemorySandbox({ files: new Map(names.map((name) => [name, ""])) });
const place = { cwd: "/workspace", home: "/workspace", commands: ["greet"] };
const completed = async (typed: string) => typed + (await completePath(sandbox, place, typed)).insert;

describe("completion", () => {
  it.each([
    ["cat src/ma", "cat src/ma"],
    ["cat src/mai", "cat src/main.ts "],
    ["cat my", "cat my\\ notes.md "],
    ["cat my\\ n", "cat my\\ notes.md "],
    ["cat 'my", "cat 'my notes.md' "],
    ['cat "my n', 'cat "my notes.md" '],
    ["cat it", "cat it\\'s.txt "],
    ["cat 'it", "cat 'it'\\''s.txt' "],
    ['cat "a', 'cat "a\\$b" '],
    ["cat a", "cat a\\$b "],
    ["cat .h", "cat .hidden "],
    ["cat 日", "cat 日本語.txt "],
    ["cat ~/do", "cat ~/docs/"],
    ["cat /workspace/docs/g", "cat /workspace/docs/guide/"],
    ["cd s", "cd src/"],
    ["sort <src/mai", "sort <src/main.ts "],
    ["ls | gre", "ls | greet "],
    ["X=1 gre", "X=1 greet "],
    ["echo $(expo", "echo $(export "],
    ["./sr", "./src/"],
  ])("completes %s", async (typed, whole) => {
    expect(await completed(typed)).toBe(whole);
  });

  it("offers the choices when nothing more is common to them", async () => {
    expect((await completePath(sandbox, place, "cat src/ma")).choices).toEqual(["main.ts", "map.ts"]);
  });

  it("leaves out a name with a line break, which cannot be typed with backslashes", async () => {
    expect(await completed("cat broken")).toBe("cat broken");
  });

  it("does not offer files to cd", async () => {
    expect(await completed("cd my")).toBe("cd my");
  });
});
