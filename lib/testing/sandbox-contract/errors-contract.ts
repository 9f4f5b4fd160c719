import { beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { SandboxErrorCode } from "@/lib/core/sandbox/sandbox-error";
import { expectCode, type SandboxContractOptions } from "../sandbox-expectations";

type Refused = readonly [what: string, code: SandboxErrorCode, work: (sandbox: Sandbox) => Promise<unknown>];

/** Each operation against each thing that can be wrong with its path. The workspace holds `file` and `dir/inner`. */
const REFUSED: readonly Refused[] = [
  ["read of nothing", "not-found", (on) => on.read("nothing")],
  ["read of nothing in nothing", "not-found", (on) => on.read("nothing/at/all")],
  ["read of a directory", "is-directory", (on) => on.read("dir")],
  ["read of the root", "is-directory", (on) => on.read("/")],
  ["read below a file", "not-directory", (on) => on.read("file/below")],
  ["read of a file named as a directory", "not-directory", (on) => on.read("file/")],
  ["write to a directory", "is-directory", (on) => on.write("dir", "x")],
  ["write to a name that ends in a slash", "is-directory", (on) => on.write("new/", "x")],
  ["write below a file", "not-directory", (on) => on.write("file/below", "x")],
  ["edit of nothing", "not-found", (on) => on.edit("nothing", "a", "b")],
  ["edit of a directory", "is-directory", (on) => on.edit("dir", "a", "b")],
  ["edit of an empty text", "failed", (on) => on.edit("file", "", "b")],
  ["list of nothing", "not-found", (on) => on.list("nothing")],
  ["list of a file", "not-directory", (on) => on.list("file")],
  ["stat of nothing", "not-found", (on) => on.stat("nothing")],
  ["stat below a file", "not-directory", (on) => on.stat("file/below")],
  ["stat of a file named as a directory", "not-directory", (on) => on.stat("file/")],
  ["makeDirectory over a file", "exists", (on) => on.makeDirectory("file")],
  ["makeDirectory below a file", "not-directory", (on) => on.makeDirectory("file/below")],
  ["remove of nothing", "not-found", (on) => on.remove("nothing")],
  ["remove of a full directory", "not-empty", (on) => on.remove("dir")],
  ["remove of the workspace", "failed", (on) => on.remove("/workspace", { recursive: true })],
  ["remove of a file named as a directory", "not-directory", (on) => on.remove("file/")],
  ["rename of nothing", "not-found", (on) => on.rename("nothing", "x")],
  ["rename onto something", "exists", (on) => on.rename("file", "dir")],
  ["rename into itself", "invalid-path", (on) => on.rename("dir", "dir/deeper")],
  ["rename below a file", "not-directory", (on) => on.rename("dir/inner", "file/below")],
  ["glob in nothing", "not-found", (on) => on.glob("*", { cwd: "nothing" })],
  ["glob in a file", "not-directory", (on) => on.glob("*", { cwd: "file" })],
  ["glob of a way up", "invalid-pattern", (on) => on.glob("../*")],
  ["glob elsewhere", "invalid-pattern", (on) => on.glob("/elsewhere/*")],
  ["grep in nothing", "not-found", (on) => on.grep("x", { path: "nothing" })],
  ["grep of a broken pattern", "invalid-regex", (on) => on.grep("[")],
  ["restore of what lies outside", "invalid-path", (on) => on.restore(outside())],
  ["mount of a way up", "invalid-path", (on) => on.mount(new Map([["../x", "1"]]), "m", "writable")],
  ["mount over a file", "not-directory", (on) => on.mount(new Map([["x", "1"]]), "file", "writable")],
];

function outside() {
  return { entries: new Map([["/etc/x", { type: "directory" as const, mode: 0o755, modifiedAt: 0 }]]) };
}

/** Operations that take a path, for the paths that none of them takes. */
const WITH_PATH: readonly (readonly [string, (sandbox: Sandbox, path: string) => Promise<unknown>])[] = [
  ["read", (on, path) => on.read(path)],
  ["write", (on, path) => on.write(path, "x")],
  ["edit", (on, path) => on.edit(path, "a", "b")],
  ["list", (on, path) => on.list(path)],
  ["stat", (on, path) => on.stat(path)],
  ["makeDirectory", (on, path) => on.makeDirectory(path)],
  ["remove", (on, path) => on.remove(path)],
  ["rename from", (on, path) => on.rename(path, "x")],
  ["rename to", (on, path) => on.rename("file", path)],
  ["glob in", (on, path) => on.glob("*", { cwd: path })],
  ["grep in", (on, path) => on.grep("x", { path })],
  ["mount at", (on, path) => on.mount(new Map([["f", "1"]]), path, "writable")],
];

/** Every failure is told by its code, and changes nothing. */
export function errorsContract(options: SandboxContractOptions): void {
  describe("failures", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      await sandbox.write("file", "content");
      await sandbox.write("dir/inner", "inside");
      return () => sandbox.dispose();
    });

    test.each(REFUSED)("%s: %s", async (_what, code, work) => {
      const before = await sandbox.snapshot();
      await expectCode(work(sandbox), code);
      expect((await sandbox.snapshot()).entries).toEqual(before.entries);
    });

    test.each(WITH_PATH)(
      "%s: a path that is empty, holds a NUL, half a character or too much is invalid",
      async (_what, work) => {
        for (const path of ["", "a\0b", "half \ud83c", "\udf89 half", "x".repeat(5000)]) {
          await expectCode(work(sandbox, path), "invalid-path");
        }
        expect((await sandbox.list(".")).map(({ name }) => name)).toEqual(["dir", "file"]);
      },
    );
  });
}
