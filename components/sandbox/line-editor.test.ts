import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedLine, freshLine, type LineState } from "./line-editor";

const UP = "\u001b[A";
const DOWN = "\u001b[B";
const LEFT = "\u001b[D";
const RIGHT = "\u001b[C";

function type(line: LineState, ...keys: string[]): LineState {
  return keys.reduce((state, key) => feedLine(state, key).state, line);
}

describe("feedLine", () => {
  it("puts text in at the cursor and takes it out before and after it", () => {
    expect(type(freshLine([]), "acd", LEFT, LEFT, "b")).toMatchObject({ text: "abcd", cursor: 2 });
    expect(type(freshLine([]), "abc", LEFT, "\u007f")).toMatchObject({ text: "ac", cursor: 1 });
    expect(type(freshLine([]), "abc", LEFT, "\u001b[3~")).toMatchObject({ text: "ab", cursor: 2 });
    expect(type(freshLine([]), "git log --all", "\u0017")).toMatchObject({ text: "git log ", cursor: 8 });
  });

  it("passes and removes as one what is seen as one character", () => {
    const family = "👨\u200d👩\u200d👧";
    for (const one of [family, "e\u0301", "🇩🇪", "日"]) {
      expect(type(freshLine([]), `a${one}`, "\u007f")).toMatchObject({ text: "a", cursor: 1 });
      expect(type(freshLine([]), `a${one}b`, LEFT, LEFT)).toMatchObject({ cursor: 1 });
      expect(type(freshLine([]), `${one}b`, "\u0001", "\u0004")).toMatchObject({ text: "b", cursor: 0 });
      expect(type(freshLine([]), `${one}b`, "\u0001", "\u0006")).toMatchObject({ cursor: one.length });
    }
  });

  it.each([
    ["Alt+Backspace", "\u001b\u007f", "cat src/deep/file."],
    ["Ctrl+W", "\u0017", "cat "],
    ["Ctrl+U", "\u0015", ""],
  ])("cuts out before the cursor with %s, and Ctrl+Y puts it back", (_, key, left) => {
    const line = type(freshLine([]), "cat src/deep/file.ts", key);
    expect(line.text).toBe(left);
    expect(type(line, "\u0019").text).toBe("cat src/deep/file.ts");
  });

  it("cuts out the next word and the rest of the line", () => {
    const begun = type(freshLine([]), "git commit --all", "\u0001");
    expect(type(begun, "\u001bd")).toMatchObject({ text: " commit --all", cut: "git" });
    expect(type(begun, "\u001b[3;5~").text).toBe(" commit --all");
    expect(type(begun, "\u001bf", "\u000b")).toMatchObject({ text: "git", cut: " commit --all" });
  });

  it("walks the parts of a path as words", () => {
    const line = type(freshLine([]), "cat src/deep/file.ts");
    expect(type(line, "\u001bb").cursor).toBe("cat src/deep/file.".length);
    expect(type(line, "\u001b[1;5D", "\u001b[1;3D", "\u001b[1;5D").cursor).toBe("cat src/".length);
    expect(type(line, "\u0001", "\u001bf", "\u001b[1;3C").cursor).toBe("cat src".length);
  });

  it.each([
    "\u001b[?1;2c",
    "\u001b[24;80R",
    "\u001b[>0;276;0c",
    "\u001b]11;rgb:0000/0000/0000\u0007",
    "\u001bP1$r0m\u001b\\",
  ])("takes %j, which a terminal answers to what a program printed, for no typing", (answer) => {
    const { state, effects } = feedLine(freshLine([]), answer);
    expect(state.text).toBe("");
    expect(effects).toEqual([]);
  });

  it("walks the history and comes back to the line that was begun", () => {
    const line = type(freshLine(["one", "two"]), "beg");
    expect(type(line, UP)).toMatchObject({ text: "two", cursor: 3 });
    expect(type(line, UP, UP, UP)).toMatchObject({ text: "one" });
    expect(type(line, UP, UP, DOWN, DOWN)).toMatchObject({ text: "beg", cursor: 3 });
  });

  it("remembers a submitted command once, and no empty ones", () => {
    let line = freshLine([]);
    for (const command of ["ls", "ls", "", "  ", "pwd"]) line = type(line, command, "\r");
    expect(line.history).toEqual(["ls", "pwd"]);
  });

  it("submits every whole line of a paste and keeps the rest", () => {
    const { state, effects } = feedLine(freshLine([]), "echo 1\r\necho 2\necho 3");
    expect(effects).toEqual([
      { kind: "submit", text: "echo 1" },
      { kind: "submit", text: "echo 2" },
    ]);
    expect(state.text).toBe("echo 3");
  });

  it("puts a marked paste in whole and waits for Enter", () => {
    const { state, effects } = feedLine(
      freshLine([]),
      "\u001b[200~for i in 1 2; do\r\n\techo $i\u0003\r\ndone\r\n\u001b[201~",
    );
    expect(effects).toEqual([]);
    expect(state.text).toBe("for i in 1 2; do\n  echo $i\ndone");
    expect(feedLine(state, "\r").effects).toEqual([{ kind: "submit", text: state.text }]);
  });

  it("goes on to another line while a quote or a block is open", () => {
    const line = type(freshLine([]), "echo 'a", "\r", "b'");
    expect(line.text).toBe("echo 'a\nb'");
    expect(feedLine(line, "\r").effects).toEqual([{ kind: "submit", text: "echo 'a\nb'" }]);
  });

  it("finds older commands with Ctrl+R and runs or takes over what it found", () => {
    const searching = type(freshLine(["git log", "ls", "git diff"]), "\u0012", "g", "it");
    expect(searching.search).toEqual({ query: "git", found: 2 });
    const older = type(searching, "\u0012");
    expect(older.search?.found).toBe(0);
    expect(type(older, "\u0012").search?.found).toBe(0);
    expect(feedLine(older, "\r").effects).toEqual([{ kind: "submit", text: "git log" }]);
    expect(type(older, "\u0005")).toEqual({ ...freshLine(older.history), place: 0, text: "git log", cursor: 7 });
    expect(type(older, "\u0007")).toEqual(freshLine(older.history));
    expect(type(searching, "x").search).toEqual({ query: "gitx", found: undefined });
    expect(type(searching, "x", "\u007f").search).toEqual({ query: "git", found: 2 });
  });

  it("drops the line on Ctrl+C and tells Escape, Tab and Ctrl+L", () => {
    const { state, effects } = feedLine(type(freshLine([]), "half"), "\u0003");
    expect(state.text).toBe("");
    expect(effects).toEqual([{ kind: "interrupt" }]);
    expect(feedLine(freshLine([]), "\u001b").effects).toEqual([{ kind: "leave" }]);
    expect(feedLine(freshLine([]), "\t").effects).toEqual([{ kind: "complete" }]);
    expect(feedLine(freshLine([]), "\u000c").effects).toEqual([{ kind: "clear" }]);
  });

  it("moves over and removes whole characters, also those of two units", () => {
    expect(type(freshLine([]), "a😀b", LEFT, LEFT)).toMatchObject({ cursor: 1 });
    expect(type(freshLine([]), "a😀", "\u007f")).toMatchObject({ text: "a" });
    expect(type(freshLine([]), "😀a", LEFT, LEFT, RIGHT)).toMatchObject({ cursor: 2 });
  });

  it("keeps the cursor inside the line whatever comes", () => {
    const keys = fc.constantFrom(
      "a",
      "bc ",
      "😀",
      LEFT,
      RIGHT,
      UP,
      DOWN,
      "\u007f",
      "\u001b[3~",
      "\u0017",
      "\u0015",
      "\u000b",
      "\u0001",
      "\u0005",
      "\r",
      "\u001b[99~",
      "\u0000",
      "\u0012",
      "\u001b[200~p\nq'\u001b[201~",
    );
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 40 }), (pressed) => {
        const line = type(freshLine(["older"]), ...pressed);
        expect(line.cursor).toBeGreaterThanOrEqual(0);
        expect(line.cursor).toBeLessThanOrEqual(line.text.length);
      }),
    );
  });
});
