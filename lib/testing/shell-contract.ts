import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "./sandbox-expectations";

/** What every adapter with a shell must do on top of the file half. */
export function shellContract(name: string, options: SandboxContractOptions): void {
  describe(`${name} shell`, () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
    });
    afterEach(async () => {
      await sandbox.dispose();
    });

    async function output(command: string): Promise<string> {
      const { stdout, stderr, exitCode } = await sandbox.exec(command);
      return `${stdout}${stderr}${exitCode === 0 ? "" : `[${exitCode}]`}`;
    }

    test("stdout, stderr and the exit code are told apart, and output holds both", async () => {
      const result = await sandbox.exec("echo out; echo err >&2; exit 3");
      expect(result).toEqual({ stdout: "out\n", stderr: "err\n", output: "out\nerr\n", exitCode: 3, truncated: false });
    });
    test("an unknown command and a syntax error are results", async () => {
      expect((await sandbox.exec("no-such-command")).exitCode).toBe(127);
      const syntax = await sandbox.exec("if then");
      expect([syntax.exitCode, syntax.stderr === ""]).toEqual([2, false]);
    });
    test("commands see what was written, and reading sees what commands wrote", async () => {
      await sandbox.write("in.txt", "é🎉\n");
      expect(await output("cat in.txt > out.txt; cat out.txt")).toBe("é🎉\n");
      expect(await text(sandbox, "out.txt")).toBe("é🎉\n");
    });
    test("the working directory, variables and functions do not survive", async () => {
      await sandbox.makeDirectory("d");
      await sandbox.exec("cd d; X=1; f() { echo f; }; set -e; shopt -s nullglob");
      expect(await output("pwd; echo [$X]; f 2>/dev/null || echo none; false; echo on")).toBe(
        "/workspace\n[]\nnone\non\n",
      );
    });
    test("the given directory and variables hold, also for child shells", async () => {
      await sandbox.makeDirectory("d/e");
      const env = { GREETING: 'it\'s "$HOME"\nline' };
      const result = await sandbox.exec("pwd; sh -c 'echo \"$GREETING\"'; env | grep -c GREETING", { cwd: "d/e", env });
      expect(result.stdout).toBe('/workspace/d/e\nit\'s "$HOME"\nline\n1\n');
      expect((await sandbox.exec("echo [$GREETING]")).stdout).toBe("[]\n");
    });
    test("a directory that is none, and a variable that cannot be one, are refused", async () => {
      await sandbox.write("f", "");
      await expectCode(sandbox.exec("pwd", { cwd: "nothing" }), "not-found");
      await expectCode(sandbox.exec("pwd", { cwd: "f" }), "not-directory");
      await expectCode(sandbox.exec("pwd", { env: { "a b": "x" } }), "failed");
    });
    test("standard input arrives as text and as bytes", async () => {
      expect((await sandbox.exec("cat", { stdin: "é\n" })).stdout).toBe("é\n");
      const stdin = Uint8Array.from({ length: 256 }, (_, index) => index);
      await sandbox.exec("cat > bytes", { stdin });
      expect(await sandbox.read("bytes")).toEqual(stdin);
    });
    test("output is given to the listener before the result", async () => {
      const pieces: string[] = [];
      await sandbox.exec("echo a; echo b >&2", {
        onOutput: ({ stream, text: piece }) => pieces.push(`${stream}:${piece}`),
      });
      expect(pieces).toEqual(["stdout:a\n", "stderr:b\n"]);
    });
    test("output that is too long keeps head and tail and says so", async () => {
      const result = await sandbox.exec("echo first; seq 1 400000; echo last");
      expect(result.truncated).toBe(true);
      expect(result.stdout.startsWith("first\n")).toBe(true);
      expect(result.stdout.endsWith("last\n")).toBe(true);
      expect(result.stdout.length).toBeLessThan(1_100_000);
    });
    test("a heredoc keeps quotes and dollars literally (B71)", async () => {
      expect(await output("cat <<'EOF' > t.ps1\n$l += 'hello'\n  \"$x\" `y`\nEOF\ncat t.ps1")).toBe(
        "$l += 'hello'\n  \"$x\" `y`\n",
      );
    });
    test("groups, hyphenated heredoc marks and $$ work beside a pipe (B73)", async () => {
      const result = await output(
        "true | true; { echo in; } ; bash <<'MY-MARK'\necho \"q'd\"\nMY-MARK\ntrue|true; echo $$",
      );
      expect(result).toMatch(/^in\nq'd\n\d+\n$/);
    });
    test("the shell needs nothing of Node (B69)", async () => {
      await sandbox.write("a/b.txt", "");
      expect(await output("tree a")).toContain("b.txt");
    });
    test.each([62, 64, 100, 2500])("every way of reading works on a file of %i KB", async (kilobytes) => {
      const line = "0123456789abcdef0123456789abcde\n";
      const lines = (kilobytes * 1024) / line.length;
      await sandbox.write("large.txt", line.repeat(lines));
      expect(await output("wc -c < large.txt")).toBe(`${kilobytes * 1024}\n`);
      expect(await output("cat large.txt | wc -l")).toBe(`${lines}\n`);
      expect(await output("sort -u large.txt")).toBe(line);
      expect(await output("tail -n 1 large.txt")).toBe(line);
      expect(await output("gzip -k large.txt && zcat large.txt.gz | wc -c")).toBe(`${kilobytes * 1024}\n`);
      expect((await sandbox.stat("large.txt.gz")).size).toBeLessThan(kilobytes * 512);
    });
    test("a redirection into a directory that is missing fails and makes nothing", async () => {
      const result = await sandbox.exec("echo x > missing/f");
      expect([result.exitCode, result.stderr.includes("No such file or directory")]).toEqual([1, true]);
      await expectCode(sandbox.stat("missing"), "not-found");
    });
    test("a failed redirection fails its command only, and nothing printed is lost", async () => {
      expect(await output("echo before; echo x > missing/f || echo fallback; echo after")).toBe(
        "before\nfallback\nafter\nbash: line 1: missing/f: No such file or directory\n",
      );
      expect(await output("set -e; echo before; echo x >> missing/f; echo never")).toBe(
        "before\nbash: line 1: missing/f: No such file or directory\n[1]",
      );
      await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
      expect(await output("{ echo a; echo b; } > ro/f; echo $?; cat ro/f")).toBe(
        "1\n1bash: ro/f: Read-only file system\n",
      );
      expect(await output("mkdir d; echo x > d; echo $?")).toBe("1\nbash: line 1: d: Is a directory\n");
    });
    test("copying and moving do what GNU's do", async () => {
      await sandbox.write("d/a", "1");
      await sandbox.write("d/s/b", "2");
      expect(await output("cp -r d e && mv d f && cat e/a e/s/b f/a && ls")).toBe("121e\nf\n");
      expect(await output("echo new > g; mv g e/a; cat e/a")).toBe("new\n");
    });
    test("symbolic links are followed, shown and survive their loops", async () => {
      await sandbox.write("real/f", "through");
      expect(await output("ln -s real link; ln -s loop2 loop1; ln -s loop1 loop2; cat link/f")).toBe("through");
      expect(await text(sandbox, "link/f")).toBe("through");
      expect((await sandbox.list(".")).map(({ name, type }) => `${name}:${type}`)).toEqual([
        "link:symlink",
        "loop1:symlink",
        "loop2:symlink",
        "real:directory",
      ]);
      await expectCode(sandbox.read("loop1"), "too-many-links");
      expect((await sandbox.glob("**/f")).paths).toEqual(["real/f"]);
      const snapshot = await sandbox.snapshot();
      await sandbox.exec("rm link loop1 loop2");
      await sandbox.restore(snapshot);
      expect(await text(sandbox, "link/f")).toBe("through");
    });
    test("a link out of the workspace is no way into a read-only mount", async () => {
      await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
      await sandbox.exec("ln -s ro/f way");
      await expectCode(sandbox.write("way", "x"), "read-only");
    });
    test("both names of a hard link show a change", async () => {
      await sandbox.exec("echo 1 > a; ln a b; echo 2 > a");
      expect([await text(sandbox, "a"), await text(sandbox, "b")]).toEqual(["2\n", "2\n"]);
    });
    test("a read-only mount holds against the shell", async () => {
      await sandbox.mount(new Map([["d/f", "1"]]), "ro", "read-only");
      for (const command of [
        "echo x > ro/d/f",
        "echo x >> ro/d/f",
        "rm -rf ro",
        "rm ro/d/f",
        "mv ro/d/f .",
        "mv ro other",
        "cp /etc/hosts ro/ 2>/dev/null || touch ro/new",
        "sed -i s/1/2/ ro/d/f",
        "chmod 000 ro/d/f",
        "mkdir ro/e",
        "ln -s x ro/l",
        "touch ro/d/f",
        "tee ro/d/f <<< x > /dev/null",
        "rm -rf /workspace",
      ]) {
        expect({ command, failed: (await sandbox.exec(command)).exitCode !== 0 }).toEqual({ command, failed: true });
      }
      expect(await text(sandbox, "ro/d/f")).toBe("1");
      expect((await sandbox.list("ro")).map((entry) => entry.name)).toEqual(["d"]);
    });
    test("the shell cannot write more than the workspace holds", async () => {
      const small = await options.createLimited(1_000_000);
      await small.write("kept", "kept");
      const result = await small.exec("echo before; seq 1 300000 > big || echo full");
      expect(result).toMatchObject({ stdout: "before\nfull\n", exitCode: 0 });
      expect(result.stderr).toContain("No space left on device");
      expect(await text(small, "kept")).toBe("kept");
      await small.dispose();
    });
    test("names with newlines and emoji pass through commands", async () => {
      await sandbox.write("line\nbreak 🎉", "x");
      expect(await output("find . -type f -print0 | xargs -0 -n1 cat")).toBe("x");
      await sandbox.rename("line\nbreak 🎉", "tab\t🎉");
      expect(await output('for f in *; do cat "$f"; done')).toBe("x");
    });
    test("a sleeping command stops at its deadline and at a signal", async () => {
      const before = performance.now();
      await expectCode(sandbox.exec("sleep 30", { timeoutMs: 200 }), "timeout");
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      await expectCode(sandbox.exec("sleep 30", { signal: controller.signal }), "aborted");
      await expectCode(sandbox.exec("echo", { signal: controller.signal }), "aborted");
      expect(performance.now() - before).toBeLessThan(5000);
    });
    test("a computing command stops at its deadline, and what it wrote before stays", async () => {
      await expectCode(sandbox.exec("echo 1 > before; while :; do :; done", { timeoutMs: 400 }), "timeout");
      expect(await text(sandbox, "before")).toBe("1\n");
      await expectCode(sandbox.exec("sh -c 'while :; do :; done'", { timeoutMs: 300 }), "timeout");
      await expectCode(sandbox.exec("x=$(while :; do :; done)", { timeoutMs: 300 }), "timeout");
      expect((await sandbox.exec("echo alive")).stdout).toBe("alive\n");
    });
    test("commands run beside each other without mixing", async () => {
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, index) => sandbox.exec(`X=${index}; sleep 0.0${index}; echo $X`)),
      );
      expect(results.map((result) => result.stdout)).toEqual(Array.from({ length: 10 }, (_, index) => `${index}\n`));
    });
    test("files can be written while a command sleeps", async () => {
      const running = sandbox.exec("sleep 0.2; cat late");
      await sandbox.write("late", "in time");
      expect((await running).stdout).toBe("in time");
    });
    test("recursion without end, a fork bomb and a growing string end with an error", async () => {
      for (const command of ["f() { f; }; f", "x=a; while :; do x=$x$x; done", ":(){ :|:& };:"]) {
        const ended = await sandbox.exec(command, { timeoutMs: 10_000 }).then(
          (result) => result.exitCode !== 0,
          () => true,
        );
        expect({ command, ended }).toEqual({ command, ended: true });
      }
      expect((await sandbox.exec("echo alive")).stdout).toBe("alive\n");
    });

    describe("commands that the embedded bash lacks or takes in other forms", () => {
      beforeEach(async () => {
        await sandbox.write("a.txt", "one\ntwo\n");
        await sandbox.write("sub/b.txt", "two\n");
      });
      test.each([
        ["grep -H two a.txt", "a.txt:two\n"],
        ["grep -rHn two sub", "sub/b.txt:1:two\n"],
        ["grep -sI two nothing a.txt", "a.txt:two\n[2]"],
        ["grep --color=always --binary-files=text two a.txt", "\u001b[01;31m\u001b[Ktwo\u001b[m\u001b[K\n"],
        ["grep -r --include '*.txt' -l two sub", "sub/b.txt\n"],
        ["printf '1\\n2\\n' | xargs -n1 echo x", "x 1\nx 2\n"],
        ["printf 'a\\nb\\n' | xargs -I{} echo '[{}]'", "[a]\n[b]\n"],
        ["printf 'a\\0b c\\0' | xargs -0n1 echo", "a\nb c\n"],
        ["ln -s sub l; realpath l/b.txt nowhere", "/workspace/sub/b.txt\n/workspace/nowhere\n"],
        ["realpath -e nowhere", "realpath: nowhere: No such file or directory\n[1]"],
        ["cmp a.txt a.txt", ""],
        ["cmp a.txt sub/b.txt", "a.txt sub/b.txt differ: byte 1, line 1\n[1]"],
        ["printf 'one\\n' | cmp a.txt -", "cmp: EOF on - after byte 4, line 1\n[1]"],
        ["cmp -s a.txt sub/b.txt || echo differ", "differ\n"],
        ["printf abc | sha512sum | cut -c1-16", "ddaf35a193617aba\n"],
        ["printf 'hello world\\n!!' | xxd", "00000000: 6865 6c6c 6f20 776f 726c 640a 2121       hello world.!!\n"],
        ["printf 'hi' | xxd -p", "6869\n"],
        ["printf '6869' | xxd -r -p", "hi"],
        ["xxd a.txt | xxd -r | cmp - a.txt && echo same", "same\n"],
        ["f=$(mktemp) && test -f $f && d=$(mktemp -d) && test -d $d && echo ok", "ok\n"],
        [
          "mktemp -p nowhere",
          "mktemp: failed to create file via template ‘nowhere/tmp.XXXXXXXXXX’: No such file or directory\n[1]",
        ],
      ])("%s", async (command, expected) => {
        expect(await output(command)).toBe(expected);
      });
    });
  });
}
