import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Sandbox, SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "./sandbox-expectations";
import { shellContract } from "./shell-contract";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What every adapter must do. A case about links runs where the adapter has a shell to make them with. */
export function sandboxContract(name: string, options: SandboxContractOptions): void {
  describe(`${name} sandbox`, () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
    });
    afterEach(async () => {
      await sandbox.dispose();
    });
    const code = expectCode;

    describe("paths", () => {
      test("a relative path, an absolute path and a path with dots name one file", async () => {
        await sandbox.write("a/b.txt", "one");
        for (const path of ["a/b.txt", "/workspace/a/b.txt", "./a/../a//b.txt", "a/./b.txt"]) {
          expect(await text(sandbox, path)).toBe("one");
        }
      });
      test("`..` stops at the root", async () => {
        await sandbox.write("../../../../outside.txt", "root");
        expect(await text(sandbox, "/outside.txt")).toBe("root");
        expect((await sandbox.list("/")).map((entry) => entry.name)).toContain("outside.txt");
      });
      test("an empty path is refused", async () => {
        await code(sandbox.read(""), "invalid-path");
        await code(sandbox.write("", "x"), "invalid-path");
      });
      test("a NUL in a path is refused", async () => {
        await code(sandbox.write("a\0b", "x"), "invalid-path");
        await code(sandbox.stat("a\0b"), "invalid-path");
      });
      test.each([
        "with space.txt",
        "line\nbreak.txt",
        "tab\t.txt",
        "emoji 🎉👩‍👩‍👧.txt",
        "ünïcödé.txt",
        "back\\slash.txt",
        "-rf",
        "$HOME `x` 'q' \"d\".txt",
        "*?[a]{b,c}.txt",
        "__proto__",
        "constructor",
        "...",
      ])("the name %j is an ordinary name", async (odd) => {
        await sandbox.write(`names/${odd}`, odd);
        expect(await text(sandbox, `names/${odd}`)).toBe(odd);
        expect(await sandbox.list("names")).toEqual([
          { name: odd, type: "file", size: encoder.encode(odd).byteLength },
        ]);
        expect((await sandbox.glob("names/*")).paths).toEqual([`names/${odd}`]);
        await sandbox.remove(`names/${odd}`);
        expect(await sandbox.list("names")).toEqual([]);
      });
      test("composed and decomposed forms of a name are two files", async () => {
        await sandbox.write("é".normalize("NFC"), "c");
        await sandbox.write("é".normalize("NFD"), "d");
        expect(await sandbox.list(".")).toHaveLength(2);
      });
      test("a path that is too long is refused", async () => {
        await code(sandbox.write("x".repeat(5000), "x"), "invalid-path");
        await code(sandbox.write("x".repeat(2000), "x"), "invalid-path");
      });
    });

    describe("read and write", () => {
      test("bytes come back as they went in", async () => {
        const all = Uint8Array.from({ length: 256 }, (_, index) => index);
        await sandbox.write("bin", all);
        expect(await sandbox.read("bin")).toEqual(all);
      });
      test("a string is written as UTF-8", async () => {
        await sandbox.write("u.txt", "é🎉");
        expect(await sandbox.read("u.txt")).toEqual(encoder.encode("é🎉"));
        expect((await sandbox.stat("u.txt")).size).toBe(6);
      });
      test("a byte order mark survives", async () => {
        await sandbox.write("bom.txt", Uint8Array.of(0xef, 0xbb, 0xbf, 0x41));
        await sandbox.edit("bom.txt", "A", "B");
        expect(await sandbox.read("bom.txt")).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf, 0x42));
      });
      test("an empty file is a file", async () => {
        await sandbox.write("empty", "");
        expect(await sandbox.stat("empty")).toMatchObject({ type: "file", size: 0 });
        expect((await sandbox.read("empty")).byteLength).toBe(0);
      });
      test.each([
        ["64 KB", 64 * 1024],
        ["1 MB", 1024 * 1024],
        ["20 MB", 20 * 1024 * 1024],
      ])("a file of %s comes back whole", async (_, size) => {
        const data = new Uint8Array(size).map((_byte, index) => (index * 31) & 0xff);
        await sandbox.write("large", data);
        const back = await sandbox.read("large");
        expect(back.byteLength).toBe(size);
        expect(back.every((byte, index) => byte === data[index])).toBe(true);
      });
      test("writing again replaces the content", async () => {
        await sandbox.write("f", "long text");
        await sandbox.write("f", "s");
        expect(await text(sandbox, "f")).toBe("s");
      });
      test("what a caller does to its bytes later changes no file", async () => {
        const given = encoder.encode("before");
        await sandbox.write("f", given);
        given.fill(0);
        const got = await sandbox.read("f");
        got.fill(0);
        expect(await text(sandbox, "f")).toBe("before");
      });
      test("parents appear with the file", async () => {
        await sandbox.write("a/b/c/d.txt", "x");
        expect(await sandbox.stat("a/b/c")).toMatchObject({ type: "directory" });
      });
      test("failures of reading and writing have their codes", async () => {
        await sandbox.write("dir/file", "x");
        await code(sandbox.read("nothing"), "not-found");
        await code(sandbox.read("dir/file/below"), "not-directory");
        await code(sandbox.read("dir"), "is-directory");
        await code(sandbox.write("dir", "x"), "is-directory");
        await code(sandbox.write("dir/", "x"), "is-directory");
        await code(sandbox.write("dir/file/below", "x"), "not-directory");
        await code(sandbox.write("/", "x"), "is-directory");
      });
      test("a workspace that is full refuses and keeps what it has", async () => {
        const small = await options.createLimited(100_000);
        await small.write("a", new Uint8Array(60_000));
        await code(small.write("b", new Uint8Array(60_000)), "quota");
        await code(small.write("a", new Uint8Array(120_000)), "quota");
        expect((await small.stat("a")).size).toBe(60_000);
        await small.write("a", new Uint8Array(90_000));
        await small.remove("a");
        await small.write("b", new Uint8Array(90_000));
        await small.dispose();
      });
      test("fifty writes at once all land", async () => {
        await Promise.all(Array.from({ length: 50 }, (_, index) => sandbox.write(`c/${index}`, String(index))));
        expect(await sandbox.list("c")).toHaveLength(50);
        const values = await Promise.all(Array.from({ length: 50 }, (_, index) => text(sandbox, `c/${index}`)));
        expect(values).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
      });
    });

    describe("edit", () => {
      test("the only occurrence is replaced", async () => {
        await sandbox.write("f", "one two three");
        expect(await sandbox.edit("f", "two", "2")).toEqual({ occurrences: 1, content: "one 2 three" });
        expect(await text(sandbox, "f")).toBe("one 2 three");
      });
      test("replacement patterns of String.replace are ordinary text", async () => {
        await sandbox.write("f", "price");
        await sandbox.edit("f", "price", "$& $1 $$ $` $'");
        expect(await text(sandbox, "f")).toBe("$& $1 $$ $` $'");
      });
      test("nothing is written when the text is absent or appears twice", async () => {
        await sandbox.write("f", "a a");
        expect(await sandbox.edit("f", "b", "c")).toEqual({ occurrences: 0, content: "a a" });
        expect(await sandbox.edit("f", "a", "c")).toEqual({ occurrences: 2, content: "a a" });
        expect(await text(sandbox, "f")).toBe("a a");
      });
      test("occurrences are counted without overlap", async () => {
        await sandbox.write("f", "aaaa");
        expect((await sandbox.edit("f", "aa", "b")).occurrences).toBe(2);
        await sandbox.write("f", "aaa");
        expect(await sandbox.edit("f", "aa", "b")).toEqual({ occurrences: 1, content: "ba" });
      });
      test("Windows line ends stay", async () => {
        await sandbox.write("f", "a\r\nb\r\n");
        await sandbox.edit("f", "b\r\n", "c\r\n");
        expect(await text(sandbox, "f")).toBe("a\r\nc\r\n");
      });
      test("an empty old text is refused", async () => {
        await sandbox.write("f", "x");
        await code(sandbox.edit("f", "", "y"), "failed");
      });
      test("a file that is not UTF-8 is refused and unharmed", async () => {
        const binary = Uint8Array.of(0xff, 0xfe, 0x41, 0);
        await sandbox.write("f", binary);
        await code(sandbox.edit("f", "A", "B"), "failed");
        expect(await sandbox.read("f")).toEqual(binary);
      });
      test("failures of edit have their codes", async () => {
        await sandbox.makeDirectory("d");
        await code(sandbox.edit("nothing", "a", "b"), "not-found");
        await code(sandbox.edit("d", "a", "b"), "is-directory");
      });
      test("two edits at once of different places both land", async () => {
        await sandbox.write("f", "first second");
        await Promise.all([sandbox.edit("f", "first", "1st"), sandbox.edit("f", "second", "2nd")]);
        expect(await text(sandbox, "f")).toBe("1st 2nd");
      });
    });

    describe("list, stat, directories", () => {
      test("entries are sorted by code units and carry type and size", async () => {
        await sandbox.write("b", "22");
        await sandbox.write("B", "1");
        await sandbox.makeDirectory("a");
        await sandbox.write(".hidden", "");
        expect(await sandbox.list(".")).toEqual([
          { name: ".hidden", type: "file", size: 0 },
          { name: "B", type: "file", size: 1 },
          { name: "a", type: "directory", size: 0 },
          { name: "b", type: "file", size: 2 },
        ]);
      });
      test("stat tells a time that is about now", async () => {
        await sandbox.write("f", "x");
        expect(Math.abs((await sandbox.stat("f")).modifiedAt - Date.now())).toBeLessThan(60_000);
      });
      test("an existing directory is fine, a file in its place is not", async () => {
        await sandbox.makeDirectory("a/b");
        await sandbox.makeDirectory("a/b");
        await sandbox.write("f", "");
        await code(sandbox.makeDirectory("f"), "exists");
        await code(sandbox.makeDirectory("f/g"), "not-directory");
      });
      test("failures of list and stat have their codes", async () => {
        await sandbox.write("f", "x");
        await code(sandbox.list("nothing"), "not-found");
        await code(sandbox.list("f"), "not-directory");
        await code(sandbox.stat("nothing"), "not-found");
        await code(sandbox.stat("f/g"), "not-directory");
      });
    });

    describe("remove and rename", () => {
      test("a file goes, and a full directory only when asked", async () => {
        await sandbox.write("d/f", "x");
        await code(sandbox.remove("d"), "not-empty");
        await sandbox.remove("d", { recursive: true });
        await code(sandbox.stat("d"), "not-found");
        await sandbox.makeDirectory("e");
        await sandbox.remove("e");
        await code(sandbox.remove("e"), "not-found");
      });
      test("the workspace root stays", async () => {
        await code(sandbox.remove(".", { recursive: true }), "failed");
        await code(sandbox.remove("/", { recursive: true }), "failed");
        await code(sandbox.rename("/workspace", "/elsewhere"), "failed");
        expect(await sandbox.list(".")).toEqual([]);
      });
      test("a directory moves with all it holds, and parents appear", async () => {
        await sandbox.write("a/x/f", "1");
        await sandbox.rename("a", "new/place");
        expect(await text(sandbox, "new/place/x/f")).toBe("1");
        await code(sandbox.stat("a"), "not-found");
      });
      test("an existing target is refused and both stay", async () => {
        await sandbox.write("a", "1");
        await sandbox.write("b", "2");
        await code(sandbox.rename("a", "b"), "exists");
        expect([await text(sandbox, "a"), await text(sandbox, "b")]).toEqual(["1", "2"]);
        await sandbox.rename("a", "a");
      });
      test("a directory cannot move into itself", async () => {
        await sandbox.write("a/f", "1");
        await code(sandbox.rename("a", "a/b"), "invalid-path");
        expect(await text(sandbox, "a/f")).toBe("1");
      });
      test("a missing source is not found", async () => {
        await code(sandbox.rename("nothing", "x"), "not-found");
      });
      test("a name that differs only in case is another name", async () => {
        await sandbox.write("Readme", "1");
        await sandbox.rename("Readme", "README");
        expect((await sandbox.list(".")).map((entry) => entry.name)).toEqual(["README"]);
      });
    });

    describe("glob", () => {
      beforeEach(async () => {
        for (const path of ["src/a.ts", "src/deep/b.ts", "src/deep/c.js", ".env", "README.md", "src/[x].ts"]) {
          await sandbox.write(path, "");
        }
      });
      test.each([
        ["**/*.ts", ["src/[x].ts", "src/a.ts", "src/deep/b.ts"]],
        ["src/*.ts", ["src/[x].ts", "src/a.ts"]],
        ["src/**/b.ts", ["src/deep/b.ts"]],
        ["**/deep/**", ["src/deep/b.ts", "src/deep/c.js"]],
        ["src/deep/?.{ts,js}", ["src/deep/b.ts", "src/deep/c.js"]],
        ["src/deep/[a-b].ts", ["src/deep/b.ts"]],
        ["src/deep/[!b].*", ["src/deep/c.js"]],
        ["src/\\[x\\].ts", ["src/[x].ts"]],
        ["*", [".env", "README.md", "src"]],
        ["{README,LICENSE}.md", ["README.md"]],
        ["/workspace/*.md", ["README.md"]],
        ["./src/a.ts", ["src/a.ts"]],
        ["src/", ["src"]],
        ["a.ts", []],
        ["readme.md", []],
      ])("%s", async (pattern, expected) => {
        expect((await sandbox.glob(pattern)).paths).toEqual(expected);
      });
      test("results are relative to the search directory", async () => {
        expect((await sandbox.glob("**/*.js", { cwd: "src" })).paths).toEqual(["deep/c.js"]);
      });
      test("a limit cuts and says so", async () => {
        expect(await sandbox.glob("**/*.ts", { limit: 2 })).toEqual({ paths: ["src/[x].ts", "src/a.ts"], cut: true });
        expect((await sandbox.glob("**/*.ts", { limit: 3 })).cut).toBe(false);
      });
      test("ignore rules hold unless a name is spelled out or they are switched off", async () => {
        await sandbox.write("node_modules/zod/index.js", "");
        await sandbox.write(".git/config", "");
        await sandbox.write(".gitignore", "dist/\n*.log\n!keep.log\n/only-here\n");
        for (const path of ["dist/x.js", "a.log", "keep.log", "only-here", "src/only-here"])
          await sandbox.write(path, "");
        const found = (await sandbox.glob("**/*")).paths;
        expect(found).toContain("keep.log");
        expect(found).toContain("src/only-here");
        for (const hidden of ["dist/x.js", "a.log", "only-here", "node_modules", ".git/config"]) {
          expect(found).not.toContain(hidden);
        }
        expect((await sandbox.glob("node_modules/zod/*")).paths).toEqual(["node_modules/zod/index.js"]);
        expect((await sandbox.glob("**/*.log", { includeIgnored: true })).paths).toEqual(["a.log", "keep.log"]);
      });
      test("failures of glob have their codes", async () => {
        await code(sandbox.glob(""), "invalid-pattern");
        await code(sandbox.glob("../*"), "invalid-pattern");
        await code(sandbox.glob("{a,b}".repeat(12)), "invalid-pattern");
        await code(sandbox.glob("*", { cwd: "nothing" }), "not-found");
        await code(sandbox.glob("*", { cwd: "README.md" }), "not-directory");
      });
      test("a pattern made to explode ends at once", async () => {
        await sandbox.write("a".repeat(200), "");
        const before = performance.now();
        expect((await sandbox.glob(`${"*a".repeat(60)}b`)).paths).toEqual([]);
        expect(performance.now() - before).toBeLessThan(5000);
      });
    });

    describe("grep", () => {
      beforeEach(async () => {
        await sandbox.write("src/a.ts", "const one = 1;\n// TODO: first\r\nconst two = 2; // todo second\n");
        await sandbox.write("src/b.js", "TODO\n");
        await sandbox.write(".hidden", "TODO hidden");
        await sandbox.write("data.bin", Uint8Array.of(84, 79, 68, 79, 0, 1));
      });
      test("matches are in path order with line numbers, dotfiles included and binaries counted", async () => {
        expect(await sandbox.grep("TODO")).toEqual({
          matches: [
            { path: ".hidden", line: 1, text: "TODO hidden" },
            { path: "src/a.ts", line: 2, text: "// TODO: first" },
            { path: "src/b.js", line: 1, text: "TODO" },
          ],
          cut: false,
          binaryFilesSkipped: 1,
        });
      });
      test("case can be ignored", async () => {
        const { matches } = await sandbox.grep("todo", { caseSensitive: false, path: "src" });
        expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual(["src/a.ts:2", "src/a.ts:3", "src/b.js:1"]);
      });
      test("one file can be named", async () => {
        expect((await sandbox.grep("TODO", { path: "src/b.js" })).matches).toHaveLength(1);
      });
      test.each([
        ["*.ts", ["src/a.ts"]],
        ["**/*.{js,ts}", ["src/a.ts", "src/b.js"]],
        ["src/*.js", ["src/b.js"]],
        ["nothing", []],
      ])("only files that match %s", async (glob, expected) => {
        const { matches } = await sandbox.grep("TODO", { glob });
        expect(matches.map((match) => match.path)).toEqual(expected);
      });
      test("anchors hold per line, also before a Windows line end", async () => {
        expect((await sandbox.grep("first$")).matches).toHaveLength(1);
        expect((await sandbox.grep("^const", { path: "src/a.ts" })).matches).toHaveLength(2);
        expect((await sandbox.grep("1;(?!.)", { path: "src/a.ts" })).matches).toHaveLength(1);
        expect((await sandbox.grep("TODO(?!\\s)", { path: "src/b.js" })).matches).toHaveLength(1);
      });
      test("POSIX classes and a leading (?i) mean what they mean in grep", async () => {
        expect((await sandbox.grep("[[:digit:]];", { path: "src/a.ts" })).matches).toHaveLength(2);
        expect((await sandbox.grep("(?i)todo", { path: "src/a.ts" })).matches).toHaveLength(2);
      });
      test("no line matches nothing, an empty file has no lines", async () => {
        await sandbox.write("empty", "");
        expect((await sandbox.grep("^", { path: "empty" })).matches).toEqual([]);
        expect((await sandbox.grep("^$", { path: "src" })).matches).toEqual([]);
      });
      test("a limit cuts and says so", async () => {
        const result = await sandbox.grep("TODO", { limit: 2 });
        expect([result.matches.length, result.cut]).toEqual([2, true]);
        expect((await sandbox.grep("TODO", { limit: 3 })).cut).toBe(false);
      });
      test("a long line is shown around its match", async () => {
        await sandbox.write("long", `${"x".repeat(30_000)}NEEDLE${"y".repeat(30_000)}`);
        const [match] = (await sandbox.grep("NEEDLE")).matches;
        expect(match?.text).toContain("NEEDLE");
        expect(match?.text.length).toBeLessThanOrEqual(500);
      });
      test("a match that lies across pieces of a long line is found", async () => {
        for (const at of [9_998, 18_999]) {
          await sandbox.write("long", `${"x".repeat(at)}N1E2E3${"y".repeat(20_000)}`);
          expect((await sandbox.grep("N\\dE\\dE\\d", { path: "long" })).matches).toHaveLength(1);
        }
      });
      test("ignored folders are passed over unless asked for or named", async () => {
        await sandbox.write("node_modules/m/i.js", "TODO");
        expect((await sandbox.grep("TODO")).matches).toHaveLength(3);
        expect((await sandbox.grep("TODO", { includeIgnored: true })).matches).toHaveLength(4);
        expect((await sandbox.grep("TODO", { path: "node_modules" })).matches).toHaveLength(1);
      });
      test("failures of grep have their codes", async () => {
        await code(sandbox.grep("("), "invalid-regex");
        await code(sandbox.grep("a++"), "invalid-regex");
        await code(sandbox.grep("x", { path: "nothing" }), "not-found");
        await code(sandbox.grep("x", { glob: "" }), "invalid-pattern");
        await code(sandbox.grep("x".repeat(3000)), "invalid-pattern");
      });
    });

    describe("watch", () => {
      async function seen(work: () => Promise<void>): Promise<string[]> {
        const changes: string[] = [];
        const end = sandbox.watch((batch) => changes.push(...batch.map(({ kind, path }) => `${kind} ${path}`)));
        await work();
        await new Promise((resolve) => setTimeout(resolve, 20));
        end();
        return changes;
      }
      test("created, changed and removed are told apart", async () => {
        expect(
          await seen(async () => {
            await sandbox.write("f", "1");
            await sandbox.write("f", "2");
            await sandbox.remove("f");
          }),
        ).toEqual(["created /workspace/f", "changed /workspace/f", "removed /workspace/f"]);
      });
      test("a moved directory reports what it holds", async () => {
        await sandbox.write("a/f", "1");
        const changes = await seen(() => sandbox.rename("a", "b"));
        expect(changes).toContain("removed /workspace/a/f");
        expect(changes).toContain("created /workspace/b/f");
      });
      test("a failed operation reports nothing", async () => {
        expect(await seen(() => code(sandbox.remove("nothing"), "not-found"))).toEqual([]);
        await sandbox.write("f", "a a");
        expect(await seen(async () => void (await sandbox.edit("f", "a", "b")))).toEqual([]);
      });
      test("an ended listener hears nothing more", async () => {
        const changes: unknown[] = [];
        sandbox.watch((batch) => changes.push(...batch))();
        await sandbox.write("f", "1");
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(changes).toEqual([]);
      });
    });

    describe("snapshot and restore", () => {
      test("restoring brings back what was changed, removed and created", async () => {
        await sandbox.write("changed", "1");
        await sandbox.write("removed/deep", "2");
        await sandbox.makeDirectory("empty");
        const snapshot = await sandbox.snapshot();
        await sandbox.write("changed", "x");
        await sandbox.remove("removed", { recursive: true });
        await sandbox.remove("empty");
        await sandbox.write("new/file", "3");
        await sandbox.restore(snapshot);
        expect(await text(sandbox, "changed")).toBe("1");
        expect(await text(sandbox, "removed/deep")).toBe("2");
        expect((await sandbox.list(".")).map((entry) => entry.name)).toEqual(["changed", "empty", "removed"]);
        expect([...(await sandbox.snapshot()).entries.keys()].sort()).toEqual([...snapshot.entries.keys()].sort());
      });
      test("a snapshot does not follow later changes", async () => {
        await sandbox.write("f", "old");
        const snapshot = await sandbox.snapshot();
        await sandbox.write("f", "new");
        const entry = snapshot.entries.get("/workspace/f");
        expect(entry?.type === "file" && decoder.decode(entry.data)).toBe("old");
      });
      test("a file takes the place of a directory and the other way round", async () => {
        await sandbox.write("a", "file");
        await sandbox.write("b/c", "x");
        const snapshot = await sandbox.snapshot();
        await sandbox.remove("a");
        await sandbox.write("a/inner", "x");
        await sandbox.remove("b", { recursive: true });
        await sandbox.write("b", "file");
        await sandbox.restore(snapshot);
        expect([await text(sandbox, "a"), await text(sandbox, "b/c")]).toEqual(["file", "x"]);
      });
      test("an empty snapshot empties the workspace", async () => {
        await sandbox.write("a/b", "1");
        await sandbox.restore({ entries: new Map() });
        expect(await sandbox.list(".")).toEqual([]);
      });
      test("a snapshot that reaches outside is refused", async () => {
        const outside: SandboxSnapshot = {
          entries: new Map([["/etc/passwd", { type: "file", data: new Uint8Array(), mode: 0o644, modifiedAt: 0 }]]),
        };
        await code(sandbox.restore(outside), "invalid-path");
      });
    });

    describe("mount", () => {
      test("files appear below the path", async () => {
        await sandbox.mount(new Map([["a/b.txt", "1"]]), "lib", "writable");
        expect(await text(sandbox, "lib/a/b.txt")).toBe("1");
        await sandbox.write("lib/a/b.txt", "2");
        expect(await text(sandbox, "lib/a/b.txt")).toBe("2");
      });
      test("a read-only mount refuses every way of writing", async () => {
        await sandbox.mount(new Map([["d/f", "1"]]), "/workspace/ro", "read-only");
        await code(sandbox.write("ro/d/f", "x"), "read-only");
        await code(sandbox.write("ro/new", "x"), "read-only");
        await code(sandbox.edit("ro/d/f", "1", "2"), "read-only");
        await code(sandbox.makeDirectory("ro/e"), "read-only");
        await code(sandbox.remove("ro/d/f"), "read-only");
        await code(sandbox.remove("ro", { recursive: true }), "read-only");
        await code(sandbox.rename("ro/d/f", "moved"), "read-only");
        await code(sandbox.rename("ro", "moved"), "read-only");
        await sandbox.write("free", "1");
        await code(sandbox.rename("free", "ro/free"), "read-only");
        expect(await text(sandbox, "ro/d/f")).toBe("1");
      });
      test("restoring leaves a read-only mount as it is", async () => {
        await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
        await sandbox.restore({ entries: new Map() });
        expect(await text(sandbox, "ro/f")).toBe("1");
      });
      test("a name that would leave the mount is refused and nothing is placed", async () => {
        const files = new Map([
          ["good", "1"],
          ["../../evil", "2"],
        ]);
        await code(sandbox.mount(files, "m", "writable"), "invalid-path");
        await code(sandbox.stat("m/good"), "not-found");
      });
    });

    test("after dispose everything rejects", async () => {
      await sandbox.dispose();
      await sandbox.dispose();
      await code(sandbox.read("f"), "disposed");
      await code(sandbox.write("f", "x"), "disposed");
      await code(sandbox.exec("echo"), "disposed");
      await code(sandbox.glob("*"), "disposed");
      await code(sandbox.snapshot(), "disposed");
    });

    test("exec is refused where there is no shell", async () => {
      if (sandbox.capabilities.shell) expect((await sandbox.exec("true")).exitCode).toBe(0);
      else await code(sandbox.exec("true"), "not-supported");
    });
  });
}

/** The contract of the file half and of the shell half. */
export function sandboxWithShellContract(name: string, options: SandboxContractOptions): void {
  sandboxContract(name, options);
  shellContract(name, options);
}
