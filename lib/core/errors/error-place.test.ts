import { describe, expect, it } from "vitest";
import { errorPlace } from "./error-place";

describe("the author's line in a stack", () => {
  it("is the topmost frame in a definition file", () => {
    const stack = "Error: no\n    at zod (data:x:9:9)\n    at execute (tools/find.ts:4:11)\n    at agent.ts:1:1";
    expect(errorPlace(stack)).toEqual({ file: "tools/find.ts", line: 4, column: 11 });
  });

  it("is read from the frames of every engine", () => {
    expect(errorPlace("execute@tools/find.ts:4:11\n@agent.ts:1:1")).toMatchObject({ file: "tools/find.ts", line: 4 });
    expect(errorPlace("    at async https://x.test/tools/find.ts:4:11")).toMatchObject({ line: 4 });
    expect(errorPlace("    at agent.ts:2")).toEqual({ file: "agent.ts", line: 2 });
  });

  it("is never read from the message, however many lines it has", () => {
    const message = "Error: tools/x.ts:1:1\nsee tools/y.ts:2:2 for why\n at noon, agent.ts:5:5 was changed";
    expect(errorPlace(`${message}\n    at execute (tools/find.ts:4:11)`, message.slice("Error: ".length))).toEqual({
      file: "tools/find.ts",
      line: 4,
      column: 11,
    });
    expect(errorPlace("Error: tools/x.ts:1:1\n    at execute (tools/find.ts:4:11)")).toMatchObject({ line: 4 });
    expect(errorPlace("Error: tools/x.ts:1:1")).toBeUndefined();
    expect(errorPlace("tools/x.ts:1:1 is wrong\n    at execute (data:1:1)")).toBeUndefined();
  });

  it("is not there without a stack or in one that never touches the definition", () => {
    expect(errorPlace(undefined)).toBeUndefined();
    expect(errorPlace("Error: no\n    at execute (data:text/javascript,x:1:1)")).toBeUndefined();
  });
});
