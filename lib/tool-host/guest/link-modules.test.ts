import { describe, expect, test, vi } from "vitest";
import { errorPlace } from "@/lib/core/errors/error-place";
import { linkModules, resolveDefinitionPath } from "./link-modules";
import { UnknownImportError } from "./unknown-import-error";

const link = (modules: Record<string, string>, packages: Record<string, object> = {}, onEnter = vi.fn()) =>
  linkModules({ modules, packages, onEnter });

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("it did not throw");
}

describe("linkModules", () => {
  test("gives a file what it imports, from a package and from a file beside it", () => {
    const linker = link(
      {
        "tools/a.ts": "exports.sum = require('./b').two + require('zod').one;",
        "tools/b.ts": "exports.two = 2;",
      },
      { zod: { one: 1 } },
    );
    expect(linker.evaluate("tools/a.ts").sum).toBe(3);
  });

  test("runs each file once, and tells of each before it runs", () => {
    const onEnter = vi.fn();
    const linker = link({ "agent.ts": "require('./tools/a'); require('./tools/a.ts')", "tools/a.ts": "" }, {}, onEnter);
    linker.evaluate("tools/a.ts");
    linker.evaluate("agent.ts");
    expect(onEnter.mock.calls.flat()).toEqual(["tools/a.ts", "agent.ts"]);
  });

  test("lets two files import each other", () => {
    const linker = link({
      "tools/a.ts": "exports.a = 1; exports.seen = require('./b').b;",
      "tools/b.ts": "exports.b = 2; exports.seen = require('./a').a;",
    });
    expect(linker.evaluate("tools/a.ts")).toEqual({ a: 1, seen: 2 });
  });

  test("keeps the author's lines: an exception on line 3 says 3", () => {
    const error = thrownBy(() =>
      link({ "tools/a.ts": '"use strict";\n\nthrow new Error("here")' }).evaluate("tools/a.ts"),
    );
    expect(errorPlace((error as Error).stack)).toMatchObject({ file: "tools/a.ts", line: 3 });
  });

  test("throws the same error to everyone who imports a broken file, and knows where it came from", () => {
    const linker = link({
      "agent.ts": "require('./tools/a')",
      "tools/a.ts": "require('./b')",
      "tools/b.ts": "throw 'plain text'",
    });
    expect(thrownBy(() => linker.evaluate("agent.ts"))).toBe("plain text");
    expect(thrownBy(() => linker.evaluate("tools/b.ts"))).toBe("plain text");
    expect(linker.originOf("plain text")).toBe("tools/b.ts");
  });

  test.each(["lodash", "./missing", "../../outside", "constructor", "./constructor"])(
    "refuses to import %j, naming the file",
    (specifier) => {
      const error = thrownBy(() => link({ "tools/a.ts": `require("${specifier}")` }).evaluate("tools/a.ts"));
      expect(error).toBeInstanceOf(UnknownImportError);
      expect(error).toMatchObject({ specifier, file: "tools/a.ts" });
    },
  );

  describe("names that every file sees", () => {
    const withNames = (code: string) =>
      linkModules({
        modules: { "tools/a.ts": code },
        packages: { kit: { tool: "imported" } },
        names: { tool: "given", z: "zod" },
        onEnter: () => undefined,
      }).evaluate("tools/a.ts");

    test("are there without an import, also in strict code", () => {
      expect(withNames('"use strict"; exports.seen = [tool, z];')).toEqual({ seen: ["given", "zod"] });
    });

    test.each([
      "let tool = 'own';",
      "const tool = 'own';",
      "var tool = 'own';",
      "class tool { static toString() { return 'own'; } }",
    ])("give way to the file's own: %s", (declaration) => {
      expect(`${withNames(`"use strict"; ${declaration} exports.seen = tool;`).seen}`).toBe("own");
    });

    test("give way to an import, and an assignment reaches no other file", () => {
      expect(withNames("const { tool } = require('kit'); exports.seen = tool;").seen).toBe("imported");
      const linker = linkModules({
        modules: { "tools/a.ts": "tool = 'changed'", "tools/b.ts": "exports.seen = tool" },
        packages: {},
        names: { tool: "given" },
        onEnter: () => undefined,
      });
      linker.evaluate("tools/a.ts");
      expect(linker.evaluate("tools/b.ts").seen).toBe("given");
    });

    test("do not move the author's lines", () => {
      const error = thrownBy(() => withNames('"use strict";\n\nthrow new Error("here")'));
      expect(errorPlace((error as Error).stack)).toMatchObject({ file: "tools/a.ts", line: 3 });
    });
  });

  test("a file sees none of the linker's own variables", () => {
    const exports = link({ "tools/a.ts": "exports.seen = typeof modules + typeof records + typeof evaluate" }).evaluate(
      "tools/a.ts",
    );
    expect(exports.seen).toBe("undefinedundefinedundefined");
  });
});

describe("resolveDefinitionPath", () => {
  test.each([
    ["./b", "tools/a.ts", "tools/b.ts"],
    ["./b.ts", "tools/a.ts", "tools/b.ts"],
    ["./b.js", "tools/a.ts", "tools/b.ts"],
    ["../agent", "tools/a.ts", "agent.ts"],
    ["./tools/a", "agent.ts", "tools/a.ts"],
    ["./x/../b", "tools/a.ts", "tools/b.ts"],
  ])("%s from %s is %s", (specifier, from, target) => {
    expect(resolveDefinitionPath(specifier, from)).toBe(target);
  });

  test("nothing lies above the definition", () => {
    expect(resolveDefinitionPath("../x", "agent.ts")).toBeUndefined();
  });
});
