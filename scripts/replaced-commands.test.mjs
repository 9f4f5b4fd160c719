import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { networkCommands } from "@/lib/sandbox/virtual/worker/commands/curl/network-commands";
import { shellCommands } from "@/lib/sandbox/virtual/worker/commands/shell-commands";
import { packageCommands, replacedCommands, withoutReplacedCommands } from "./repair-just-bash/replaced-commands.mjs";

const bundle = new URL("../node_modules/just-bash/dist/bundle/browser.js", import.meta.url);
const source = await readFile(fileURLToPath(bundle), "utf8");

describe("the commands that are left out of the interpreter", () => {
  test("are exactly those that the shell has of its own", () => {
    const own = new Set([...shellCommands, ...networkCommands(undefined)].map(({ name }) => name));
    expect([...replacedCommands].sort()).toEqual(
      packageCommands(source)
        .filter((name) => own.has(name))
        .sort(),
    );
  });

  test("are gone from its register, and the others stay", () => {
    const left = packageCommands(withoutReplacedCommands(source));
    expect(left.filter((name) => replacedCommands.includes(name))).toEqual([]);
    expect(left).toEqual(packageCommands(source).filter((name) => !replacedCommands.includes(name)));
    expect(left).toContain("echo");
  });

  test("a package that registers them otherwise is refused", () => {
    expect(() => withoutReplacedCommands(source.replaceAll('name:"xargs"', 'name:"xarg"'))).toThrow("xargs");
  });
});
