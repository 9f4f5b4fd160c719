import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ShellFetch } from "@/lib/sandbox/virtual/shell-fetch";
import type { AskOutside } from "@/lib/sandbox/virtual/worker/command-outside";
import { type ShellOverFiles, shellOverFiles } from "@/lib/testing/shell-over-files";
import { createNodeCommands } from "./node";

let shell: ShellOverFiles;
let asked: ShellFetch[];
let answer: AskOutside;
beforeEach(() => {
  asked = [];
  answer = async () => ({ ok: false, code: "outside-not-approved", message: "Nobody approved this." });
  shell = shellOverFiles(
    createNodeCommands((input, signal) => {
      asked.push(input);
      return answer(input, signal);
    }),
  );
});

const says = (stdout: string) => ({ stdout, stderr: "", exitCode: 0 });

/** A stop that comes as soon as something is so, however busy the program is. */
class StopsWhen extends EventTarget {
  constructor(private readonly isSo: () => boolean) {
    super();
  }
  get aborted(): boolean {
    return this.isSo();
  }
  throwIfAborted(): void {}
}

describe("node in the shell", () => {
  test("fetches by the way that curl goes, and says why when nobody allowed it", async () => {
    const ask = "fetch('https://a.example/x', { method: 'POST', body: 'ü', headers: { 'X-A': '1' } })";
    const refused = await shell.run(
      `node -e "${ask}.catch((e) => console.log(e.message, e.cause.code, e.cause.message))"`,
    );
    expect(refused).toMatchObject({ stderr: "", exitCode: 0 });
    expect(refused.stdout).toMatch(/^fetch failed EACCES .*Nobody approved this; .*`network: true`/);
    expect(asked).toEqual([
      {
        url: "https://a.example/x",
        method: "POST",
        headers: [
          ["content-type", "text/plain;charset=UTF-8"],
          ["x-a", "1"],
        ],
        redirect: "follow",
        body: { text: "ü" },
      },
    ]);
    const facts = {
      status: 201,
      statusText: "Created",
      truncated: false,
      url: "https://a.example/x",
      redirected: false,
    };
    const value = {
      ...facts,
      headers: [["content-type", "application/json"]] as [string, string][],
      body: { text: '{"a":1}' },
    };
    answer = async () => ({ ok: true, value });
    const shown = "const r = await fetch('https://a.example/x'); console.log(r.status, r.ok, (await r.json()).a)";
    expect(await shell.run(`node --input-type=module -e "${shown}"`)).toEqual(says("201 true 1\n"));
    expect(
      (
        await shell.run(
          "node -e \"fetch('https://a.example', { redirect: 'odd' }).catch((e) => console.log(e.cause.code))\"",
        )
      ).stdout,
    ).toBe("ERR_INVALID_ARG_VALUE\n");
  });

  test("says that it is QuickJS, and refuses what it does not have", async () => {
    expect((await shell.run("node --version")).stdout).toMatch(/^v20\.0\.0-quickjs\./);
    expect(await shell.run("node --watch a.js")).toMatchObject({
      exitCode: 9,
      stderr: expect.stringContaining("watching files is not supported"),
    });
    expect(await shell.run(`node -e 'require("worker_threads")'`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The module "worker_threads" is not available'),
    });
    expect(await shell.run(`node -e 'require("http")'`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The module "http" is not available'),
    });
    expect(await shell.run(`node -e 'require("child_process").execSync("ls")'`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("execSync cannot wait for the embedded shell"),
    });
  });

  test("prints what the real node prints", async () => {
    const source = `
      console.log(1, -0, 10n, "a", [1, [2, [3, [4]]]], { a: { b: { c: { d: 1 } } }, "x-y": null, f() {}, g: class A {} });
      console.log(new Map([["k", { v: 1 }]]), new Set(["s"]), Symbol("q"), new Date(0), /r/g, undefined, [,"hole"]);
      console.log("%s has %d of %i %j %o %%", "Ann", 1.5, 2.9, { a: 1 }, [1], "rest");
      console.log(Buffer.from("héllo"), Buffer.from("68656c6c6f", "hex").toString(), new Uint8Array(3));
      console.table([{ a: 1, b: "x" }, { a: 2, c: true }]);
      console.log([..."x".repeat(120)].map((_, index) => index));
      console.log(require("util").inspect("it's"), JSON.stringify({ a: [1, { b: 2 }] }, null, 2));
      console.log(require("path").relative("/a/b/c", "/a/d"), require("path").parse("/x/y.tar.gz"));
      console.log(new URL("../x?q=1#h", "http://user@host:8080/a/b/c").href, Object.fromEntries(new URLSearchParams("a=1&b=%20")));
      for (const name of ["md5", "sha1", "sha256", "sha512"]) console.log(require("crypto").createHash(name).update("abc").digest("hex"));
      console.log(require("crypto").createHmac("sha256", "key").update("abc").digest("base64"));
      try { JSON.parse("{bad") } catch (error) { console.log(error.name) }
      setTimeout(() => console.log("timer"), 5);
      process.nextTick(() => console.log("tick"));
      Promise.resolve().then(() => console.log("micro"));
      console.log("sync");
    `;
    shell.write("shown.cjs", source);
    const real = await promisify(execFile)(process.execPath, ["-e", source]);
    expect(await shell.run("node shown.cjs")).toEqual(says(real.stdout));
  });

  test("runs CommonJS with its own names, and JSON", async () => {
    shell.write("lib/index.js", "exports.add = (a, b) => a + b;");
    shell.write("data.json", '{"k":[1,2]}');
    shell.write(
      "a.js",
      `console.log(__filename, __dirname, require.main === module, process.argv.slice(2), require("./lib").add(1, 2), require("./data.json").k)`,
    );
    expect(await shell.run('node a.js one "two three"')).toEqual(
      says("/workspace/a.js /workspace true [ 'one', 'two three' ] 3 [ 1, 2 ]\n"),
    );
  });

  test("runs ES modules: names of CommonJS files, JSON, dynamic import, top-level await, packages", async () => {
    shell.write("old.cjs", "exports.add = (a, b) => a + b;");
    shell.write(
      "node_modules/pkg/package.json",
      '{"name":"pkg","exports":{".":{"import":"./in.mjs","require":"./re.cjs"}}}',
    );
    shell.write("node_modules/pkg/in.mjs", "export const how = 'imported';");
    shell.write("node_modules/pkg/re.cjs", "exports.how = 'required';");
    shell.write("data.json", '{"k":1}');
    shell.write(
      "m.mjs",
      `import fs, { readFileSync } from "node:fs";
import { createRequire } from "module";
import { add } from "./old.cjs";
import data from "./data.json" with { type: "json" };
import { how } from "pkg";
const { how: other } = createRequire(import.meta.url)("pkg");
const { late } = await import("./late.mjs");
await new Promise((resolve) => setTimeout(resolve, 5));
console.log(import.meta.url, add(1, 2), data, how, other, late, fs.readFileSync === readFileSync);`,
    );
    shell.write("late.mjs", "export const late = 'late';");
    expect(await shell.run("node m.mjs")).toEqual(
      says("file:///workspace/m.mjs 3 { k: 1 } imported required late true\n"),
    );
    expect((await shell.run("node -e 'import(\"pkg\").then(console.log)'")).stdout).toContain("imported");
  });

  test("takes the types out of TypeScript and names its lines", async () => {
    shell.write(
      "t.ts",
      `import { readFileSync } from "node:fs";
interface Person { name: string; age?: number }
enum Colour { Red, Green }
const person: Person = { name: "Ann" };
console.log(person.name satisfies string, Colour.Green, typeof readFileSync);
throw new TypeError("late" as string);
`,
    );
    const ran = await shell.run("node t.ts");
    expect(ran).toMatchObject({ stdout: "Ann 1 function\n", exitCode: 1 });
    expect(ran.stderr).toContain("/workspace/t.ts:6\nthrow new TypeError(");
    expect(ran.stderr).toMatch(/TypeError: late\n {4}at .*\/workspace\/t\.ts:6:/);
    shell.write("bad.ts", "const a: number = ;");
    expect((await shell.run("node bad.ts")).stderr).toMatch(/bad\.ts:1\nconst a: number = ;\n +\^\n\nSyntaxError/);
  });

  test("reads and writes the workspace, and fails as Node does", async () => {
    const source = `
      const fs = require("fs");
      fs.mkdirSync("out/x", { recursive: true });
      fs.writeFileSync("out/x/f.bin", Uint8Array.of(0, 255, 10));
      fs.appendFileSync("out/x/f.bin", "é");
      console.log(fs.readFileSync("out/x/f.bin"), fs.readdirSync("out", { recursive: true }), fs.statSync("out").isDirectory());
      for (const work of [() => fs.readFileSync("nope"), () => fs.rmdirSync("out"), () => fs.mkdirSync("out"), () => fs.readFileSync("out")]) {
        try { work() } catch (error) { console.log(error.code, error.syscall, error.message) }
      }
      fs.promises.readFile("nope").catch((error) => console.log("promise", error.code));
      fs.readFile("out/x/f.bin", (error, data) => console.log("callback", error, data.length));
    `;
    shell.write("files.cjs", source);
    const ran = await shell.run("node files.cjs");
    expect(ran).toEqual(
      says(`<Buffer 00 ff 0a c3 a9> [ 'x', 'x/f.bin' ] true
ENOENT open ENOENT: no such file or directory, open 'nope'
ENOTEMPTY rmdir ENOTEMPTY: directory not empty, rmdir 'out'
EEXIST mkdir EEXIST: file already exists, mkdir 'out'
EISDIR read EISDIR: illegal operation on a directory, read
promise ENOENT
callback null 5
`),
    );
    expect(shell.tree.read("/workspace/out/x/f.bin")).toEqual(Uint8Array.of(0, 255, 10, 0xc3, 0xa9));
  });

  test("reads standard input whole, by events and by lines; a program may come by it", async () => {
    expect(await shell.run(`node -p 'require("fs").readFileSync(0, "utf8").length'`, { stdin: "abc" })).toEqual(
      says("3\n"),
    );
    const byLines = `require("readline").createInterface({ input: process.stdin }).on("line", (l) => console.log("> " + l)).on("close", () => console.log("end"))`;
    expect(await shell.run(`node -e '${byLines}'`, { stdin: "a\nb\n" })).toEqual(says("> a\n> b\nend\n"));
    expect(await shell.run("node - x", { stdin: "console.log(process.argv[2])" })).toEqual(says("x\n"));
  });

  test("streams, compressed bytes, lines of files, options and old addresses are what the real node makes of them", async () => {
    const scratch = await mkdtemp(join(tmpdir(), "node-streams-"));
    onTestFinished(() => rm(scratch, { recursive: true }));
    const source = `
      const fs = require("fs"), zlib = require("zlib"), url = require("url"), crypto = require("crypto");
      const { Readable, Transform, pipeline } = require("stream");
      const upper = () => new Transform({ transform(piece, _, done) { done(null, String(piece).toUpperCase()); } });
      const dir = fs.mkdtempSync("./streams-");
      (async () => {
        await require("stream/promises").pipeline(["one\\ntwo\\r\\nthree"], upper(), fs.createWriteStream(dir + "/f"));
        for await (const line of require("readline").createInterface({ input: fs.createReadStream(dir + "/f") })) console.log([line]);
        const part = [];
        for await (const piece of fs.createReadStream(dir + "/f", { start: 2, end: 5, encoding: "utf8" })) part.push(piece);
        console.log(part, await Readable.from([1, 2, 3]).map((n) => n * 2).toArray());
        const packed = zlib.gzipSync("hello hello hello");
        console.log(zlib.gunzipSync(packed).toString(), zlib.inflateSync(zlib.deflateSync("x")).toString(), zlib.crc32?.("abc"));
        try { zlib.inflateSync(Buffer.from("nonsense")); } catch (error) { console.log(error.code, error.errno, error.message); }
        try { zlib.gunzipSync(packed.subarray(0, 12)); } catch (error) { console.log(error.code, error.errno, error.message); }
        console.log(await new Promise((resolve) => zlib.deflateRaw("x", (_, bytes) => resolve(zlib.inflateRawSync(bytes).toString()))));
        for await (const piece of fs.createReadStream(dir + "/f").pipe(zlib.createGzip()).pipe(zlib.createGunzip())) console.log(piece.toString());
        await new Promise((resolve) => fs.createReadStream(dir + "/nope").on("error", (error) => resolve(console.log(error.code))));
        const handle = await fs.promises.open(dir + "/h", "w"); await handle.write("hi"); await handle.close();
        console.log(fs.readFileSync(dir + "/h", "utf8"));
        pipeline(Readable.from(["a"]), upper(), async function* (pieces) { for await (const piece of pieces) yield piece + "!"; }, async (pieces) => { for await (const piece of pieces) console.log(String(piece)); }, (error) => console.log("end", error));
      })();
      console.log(require("util").parseArgs({ args: ["-vn", "x", "--list=1", "--list", "2", "p", "--", "-z"], allowPositionals: true, options: { v: { type: "boolean", short: "v" }, name: { type: "string", short: "n" }, list: { type: "string", multiple: true }, d: { type: "string", default: "q" } } }));
      for (const args of [["--nope"], ["--name"], ["x"]]) try { require("util").parseArgs({ args, options: { name: { type: "string" } } }); } catch (error) { console.log(error.code, error.message); }
      for (const text of ["https://u:p@ex.com:8080/p/a?x=1&y=2#h", "/a/b?c", "mailto:a@b.c", "http://EX.com", "a b"]) console.log({ ...url.parse(text) });
      console.log(url.parse("/x?a=1&a=2&b=", true).query, url.resolve("http://a.com/b/c", "../d"), url.resolve("/one/two", "three"), url.format({ protocol: "https", host: "a.b", pathname: "/c", query: { d: 1 } }));
      console.log(crypto.pbkdf2Sync("a", "b", 10, 8, "sha256").toString("hex"), crypto.scryptSync("a", "b", 8, { N: 16 }).toString("hex"));
    `;
    shell.write("streams.cjs", source);
    const real = await promisify(execFile)(process.execPath, ["-e", source], { cwd: scratch });
    expect(await shell.run("node streams.cjs")).toEqual(says(real.stdout));
  });

  test("runs the tests of node:test and says how they ended, as the real node does", async () => {
    shell.write(
      "a.test.mjs",
      `import { after, afterEach, before, beforeEach, describe, it, mock, test } from "node:test";
import assert from "node:assert/strict";
const order = [];
test("adds", () => assert.equal(1 + 1, 2));
describe("group", () => {
  before(() => order.push("before"));
  beforeEach(() => order.push("each"));
  afterEach(() => order.push("done"));
  after(() => console.log(order.join(" ")));
  it("fails", () => assert.deepEqual({ a: [1] }, { a: [2] }));
  it.skip("later", () => {});
  it("sub", async (t) => { t.diagnostic("said"); await t.test("one", (t, done) => setTimeout(done, 1)); });
});
test("mocks", { todo: "soon" }, () => { const f = mock.fn((n) => n + 1); f(1); assert.equal(f.mock.calls[0].result, 2); });
test("slow", { timeout: 5 }, () => new Promise((resolve) => setTimeout(resolve, 1000).unref()));
`,
    );
    shell.write("test/plain.js", "console.log('plain'); process.exitCode = 2;");
    shell.write("src/other.js", "throw 1");
    shell.write("node_modules/x/x.test.js", "throw 1");
    const ran = await shell.run("node --test");
    expect(ran).toMatchObject({ exitCode: 1, stderr: "" });
    expect(ran.stdout.replace(/duration_ms:? [\d.]+/g, "took")).toMatchInlineSnapshot(`
      "TAP version 13
      # before each done each each done done
      # Subtest: adds
      ok 1 - adds
        ---
        took
        ...
      # Subtest: group
          # Subtest: fails
          not ok 1 - fails
            ---
            took
            location: '/workspace/a.test.mjs:10:3'
            failureType: 'testCodeFailure'
            error: |-
              Expected values to be strictly deep-equal:
              + actual - expected
              
                {
                  a: [
              +     1
              -     2
                  ]
                }
            code: 'ERR_ASSERTION'
            name: 'AssertionError'
            expected:
              a:
                0: 2
            actual:
              a:
                0: 1
            operator: 'deepStrictEqual'
            stack: |-
              <anonymous> (/workspace/a.test.mjs:10:37)
            ...
          # Subtest: later
          ok 2 - later # SKIP
            ---
            took
            ...
          # Subtest: sub
              # Subtest: one
              ok 1 - one
                ---
                took
                ...
              1..1
          ok 3 - sub
            ---
            took
            ...
          # said
          1..3
      not ok 2 - group
        ---
        took
        type: 'suite'
        location: '/workspace/a.test.mjs:5:1'
        failureType: 'subtestsFailed'
        error: '1 subtest failed'
        code: 'ERR_TEST_FAILURE'
        ...
      # Subtest: mocks
      ok 3 - mocks # TODO soon
        ---
        took
        ...
      # Subtest: slow
      not ok 4 - slow
        ---
        took
        location: '/workspace/a.test.mjs:15:1'
        failureType: 'testTimeoutFailure'
        error: 'test timed out after 5ms'
        code: 'ERR_TEST_FAILURE'
        ...
      # plain
      # Subtest: /workspace/test/plain.js
      not ok 5 - /workspace/test/plain.js
        ---
        took
        location: '/workspace/test/plain.js:1:1'
        failureType: 'testCodeFailure'
        exitCode: 2
        signal: ~
        error: 'test failed'
        code: 'ERR_TEST_FAILURE'
        ...
      1..5
      # tests 8
      # suites 1
      # pass 3
      # fail 2
      # cancelled 1
      # skipped 1
      # todo 1
      # took
      "
    `);
    expect((await shell.run("node --test --test-reporter=spec --test-name-pattern=adds a.test.mjs")).stdout).toMatch(
      /^before.*\n✔ adds \([\d.]+ms\)\n▶ group\n {2}﹣ fails \(/,
    );
    shell.write("good.js", "require('node:test')('fine', async () => {});");
    expect(await shell.run("node good.js")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("\nok 1 - fine\n"),
    });
    expect(await shell.run("node --test nope.js")).toMatchObject({
      exitCode: 1,
      stderr: "Could not find '/workspace/nope.js'\n",
    });
  });

  test("says whether a file can be read as a program without running it", async () => {
    shell.write("good.mjs", "import './nowhere.mjs'; console.log(await 1);");
    shell.write("bad.cjs", "console.log(1);\nlet a = ;");
    expect(await shell.run("node --check good.mjs")).toEqual(says(""));
    expect(await shell.run("node -c bad.cjs")).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("bad.cjs:2"),
    });
  });

  test.each([
    [
      "a thrown error",
      "throw new Error('boom')",
      1,
      /\[eval\]:1\nthrow new Error\('boom'\)\n +\^\n\nError: boom\n {4}at /,
    ],
    ["a rejection of an async function", "(async () => { throw new Error('later') })()", 1, /Error: later\n {4}at /],
    ["a rejection with a text", "Promise.reject('no')", 1, /UnhandledPromiseRejection: .*"no"/],
    [
      "a rejection that is handled too late",
      "const p = Promise.reject(new Error('x')); setTimeout(() => p.catch(() => {}), 5)",
      1,
      /Error: x/,
    ],
    ["an unknown name", "missing", 1, /ReferenceError: missing is not defined/],
    ["a property of null", "null.x", 1, /TypeError: Cannot read properties of null \(reading 'x'\)/],
    ["an unknown module", "require('nope')", 1, /Error: Cannot find module 'nope'\nRequire stack:/],
    ["an unknown import", "import('nope')", 1, /ERR_MODULE_NOT_FOUND.*Cannot find package 'nope'/],
    ["endless recursion", "const f = () => f() + 1; f()", 1, /RangeError: Maximum call stack size exceeded/],
    ["a failed assertion", "require('assert').deepStrictEqual({ a: 1 }, { a: 2 })", 1, /AssertionError.*ERR_ASSERTION/],
    ["memory without end", "new Uint8Array(100_000_000)", 1, /out of memory/],
    ["an exit", "process.exit(3)", 3, /^$/],
    ["an exit that is caught", "try { process.exit(4) } finally { console.error('no') }", 4, /^$/],
    ["an exit code", "process.exitCode = 5", 5, /^$/],
  ])("ends with the right code and words: %s", async (_what, source, exitCode, words) => {
    shell.write("source.txt", source);
    const ran = await shell.run('node -e "$(<source.txt)"');
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.stderr).toMatch(words);
  });

  test("names what is no function by the place that the error is at", async () => {
    shell.write(
      "names.js",
      "const list = {};\nfunction go() {\n  return list.mapp((p) => p.name);\n}\nconst o = { a: {} };\nif (process.argv[2]) o.a.b(1);\ngo();\n",
    );
    expect((await shell.run("node names.js")).stderr).toContain("TypeError: list.mapp is not a function\n");
    expect((await shell.run("node names.js 1")).stderr).toContain("TypeError: o.a.b is not a function\n");
  });

  test("shows what promises hold, and runs commands of the shell as processes", async () => {
    const source = `
      const { spawn, exec } = require("child_process");
      console.log(Promise.resolve({ a: 1 }), new Promise(() => {}), (async () => {})());
      const child = spawn("sh", ["-c", "read -r line; echo $line"]);
      child.stdout.on("data", (piece) => console.log("out", String(piece)));
      child.on("close", (code, signal) => {
        console.log("close", code, signal);
        spawn("nope-there-is-none").on("error", (error) => {
          console.log(error.code, error.message);
          exec("echo a; echo b >&2; exit 3", (error, stdout, stderr) => console.log(error.code, [stdout, stderr]));
        });
      });
      child.stdin.write("hé");
      child.stdin.end("llo\\n");
    `;
    shell.write("spawn.cjs", source);
    const real = await promisify(execFile)(process.execPath, ["-e", source]);
    expect(await shell.run("node spawn.cjs")).toEqual(says(real.stdout));
    expect(await shell.run(`node -e 'require("child_process").spawnSync("ls")'`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("spawnSync cannot wait for the embedded shell"),
    });
  });

  test("does not call handled what is handled in time, nor unhandled", async () => {
    const source = `
      Promise.reject(new Error("a")).catch((error) => console.log("caught", error.message));
      (async () => { try { await (async () => { throw new Error("b") })() } catch (error) { console.log("caught", error.message) } })();
      Promise.allSettled([Promise.reject(1)]).then(([one]) => console.log(one.status));
      process.on("exit", (code) => console.log("exit", code));
    `;
    shell.write("handled.cjs", source);
    const ran = await shell.run("node handled.cjs");
    expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
    expect(ran.stdout.split("\n").sort()).toEqual(["", "caught a", "caught b", "exit 0", "rejected"]);
  });

  test("a top-level await that never ends is an error, and so is a missing file", async () => {
    shell.write("never.mjs", "await new Promise(() => {});");
    expect(await shell.run("node never.mjs")).toMatchObject({ exitCode: 13 });
    expect(await shell.run("node nope.js")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Cannot find module '/workspace/nope.js'"),
    });
  });

  test.each(["for (;;) {}", "setTimeout(() => {}, 60_000)", "new Promise(() => { setInterval(() => {}, 10) })"])(
    "is stopped: %s",
    async (source) => {
      shell.write("endless.cjs", `require("fs").writeFileSync("before", "kept"); ${source}`);
      const signal = new StopsWhen(() => shell.tree.find("/workspace/before") !== undefined);
      expect(await shell.run("node endless.cjs; echo after", { signal })).toMatchObject({ stdout: "", exitCode: 124 });
      expect(shell.read("before")).toBe("kept");
    },
  );
});
