import { beforeEach, describe, expect, test } from "vitest";
import type { FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** What one command leaves for the next, what it is given, and how it ends. */
export function commandsContract(options: SandboxContractOptions): void {
  describe("commands", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });
    const stdout = async (command: string): Promise<string> => (await sandbox.exec(command)).stdout;

    test.each([
      ["the directory", "mkdir d; cd d", "pwd", "/workspace\n"],
      ["a variable", "X=1", 'echo "[$X]"', "[]\n"],
      ["an exported variable", "export X=1", "env | grep -c ^X= ", "0\n"],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own syntax
      ["an array", "a=(1 2 3)", 'echo "${#a[@]}"', "0\n"],
      ["a function", "f() { echo f; }", "f 2>/dev/null || echo none", "none\n"],
      ["an option of set", "set -eu", 'false; echo "on $UNSET"', "on \n"],
      ["an option of shopt", "shopt -s nullglob", "echo *.none", "*.none\n"],
      ["arguments", "set -- a b", 'echo "$#"', "0\n"],
      ["IFS", "IFS=,", 'x="a b"; set -- $x; echo "$#"', "2\n"],
      ["a trap", "trap 'echo trapped' EXIT", "echo end", "end\n"],
      ["an exit code", "exit 3", "echo $?", "0\n"],
    ])("%s of one does not survive into the next", async (_what, first, second, expected) => {
      await sandbox.exec(first);
      expect(await stdout(second)).toBe(expected);
    });
    test("only files do", async () => {
      await sandbox.exec("cd /tmp; echo kept > kept; mkdir -p /workspace/d; echo 1 > /workspace/d/f");
      expect(await stdout("cat /tmp/kept d/f")).toBe("kept\n1\n");
    });
    test("standard input may be empty, text of any length and any bytes", async () => {
      expect(await stdout("cat; echo end")).toBe("end\n");
      expect((await sandbox.exec("wc -c", { stdin: "" })).stdout.trim()).toBe("0");
      expect((await sandbox.exec("wc -c", { stdin: "é".repeat(100_000) })).stdout.trim()).toBe("200000");
      const stdin = Uint8Array.from({ length: 1024 }, (_, index) => index & 255);
      await sandbox.exec("cat > copy", { stdin });
      expect(await sandbox.read("copy")).toEqual(stdin);
    });
    test("lines of standard input can be read one by one", async () => {
      const { stdout: read } = await sandbox.exec('while IFS= read -r line; do echo "<$line>"; done', {
        stdin: "a b\n\nc\n",
      });
      expect(read).toBe("<a b>\n<>\n<c>\n");
    });
    test("variables may hold any text, and names that cannot be one are refused", async () => {
      const env = { QUOTES: `'"\`$HOME\\`, LINES_: "a\nb", EMPTY: "", EMOJI: "🎉" };
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own syntax
      const result = await sandbox.exec('printf "%s|" "$QUOTES" "$LINES_" "${EMPTY-unset}" "$EMOJI"', { env });
      expect(result.stdout).toBe(`'"\`$HOME\\|a\nb||🎉|`);
      for (const name of ["", "1X", "A-B", "A=B", "x y"]) {
        await expectCode(sandbox.exec("true", { env: { [name]: "1" } }), "failed");
      }
    });
    test("exit codes come as they are", async () => {
      for (const code of [0, 1, 2, 42, 126, 127, 255]) expect((await sandbox.exec(`exit ${code}`)).exitCode).toBe(code);
      expect((await sandbox.exec("exit 256")).exitCode).toBe(0);
      expect((await sandbox.exec("true | false")).exitCode).toBe(1);
      expect((await sandbox.exec("set -o pipefail; false | true")).exitCode).toBe(1);
    });
    test("bytes that are no text survive a command, and its output stays text", async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      await sandbox.write("bytes", bytes);
      await sandbox.exec("cat bytes > copy; cp bytes other; cat bytes >> copy");
      expect(await sandbox.read("other")).toEqual(bytes);
      expect(await sandbox.read("copy")).toEqual(Uint8Array.from([...bytes, ...bytes]));
      expect(typeof (await sandbox.exec("cat bytes")).stdout).toBe("string");
    });
    test("a file of 5 MB passes through a pipe whole", async () => {
      const data = new Uint8Array(5 * 1024 * 1024).map((_byte, index) => (index * 31) & 0xff);
      await sandbox.write("large", data);
      await sandbox.exec("cat large | cat > copy");
      const back = await sandbox.read("copy");
      expect([back.byteLength, back.every((byte, index) => byte === data[index])]).toEqual([data.byteLength, true]);
    });
    test("writes of others while it runs are there afterwards, and its own too", async () => {
      const running = sandbox.exec("for i in 1 2 3 4 5; do echo $i >> mine; sleep 0.03; done");
      for (let index = 0; index < 10; index += 1) await sandbox.write(`theirs/${index}`, String(index));
      await sandbox.edit("theirs/0", "0", "edited");
      await running;
      expect(await text(sandbox, "mine")).toBe("1\n2\n3\n4\n5\n");
      expect([(await sandbox.list("theirs")).length, await text(sandbox, "theirs/0")]).toEqual([10, "edited"]);
    });
    test("its changes are heard of, each file as what became of it", async () => {
      await sandbox.write("old", "1");
      await sandbox.write("gone", "1");
      const changes: FileChange[] = [];
      const end = sandbox.watch((batch) => changes.push(...batch));
      await sandbox.exec(
        "echo 2 > old; rm gone; mkdir d; echo x > d/new; mv d/new d/moved; echo y > passing; rm passing",
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      end();
      const files = changes.map(({ kind, path }) => `${kind} ${path.replace("/workspace/", "")}`);
      for (const expected of ["changed old", "removed gone", "created d/moved"]) expect(files).toContain(expected);
    });
    test("modes survive a snapshot", async () => {
      await sandbox.exec(
        "echo 'echo ran' > run.sh; chmod 755 run.sh; echo x > plain; chmod 600 plain; mkdir -p empty/deep",
      );
      const snapshot = await sandbox.snapshot();
      await sandbox.exec("chmod 644 run.sh plain; rm -r empty");
      await sandbox.restore(snapshot);
      expect(await stdout("stat -c '%a %n' run.sh plain; ls -d empty/deep; ./run.sh")).toBe(
        "755 run.sh\n600 plain\nempty/deep\nran\n",
      );
    });
    test("one that is stopped before it begins does nothing", async () => {
      await expectCode(sandbox.exec("echo x > f", { signal: AbortSignal.abort() }), "aborted");
      await expectCode(sandbox.stat("f"), "not-found");
    });
    test("one that is stopped keeps what it wrote, and the next one runs", async () => {
      const controller = new AbortController();
      const running = sandbox.exec("echo 1 > before; sleep 30; echo 2 > after", { signal: controller.signal });
      await expect.poll(() => text(sandbox, "before").catch(() => ""), { timeout: 10_000 }).toBe("1\n");
      controller.abort();
      await expectCode(running, "aborted");
      await expectCode(sandbox.stat("after"), "not-found");
      expect(await stdout("cat before")).toBe("1\n");
    });
    test("stopping one leaves those beside it", async () => {
      const controller = new AbortController();
      const stopped = sandbox.exec("sleep 30", { signal: controller.signal });
      const beside = sandbox.exec("sleep 0.3; echo done");
      setTimeout(() => controller.abort(), 50);
      await expectCode(stopped, "aborted");
      expect((await beside).stdout).toBe("done\n");
    });
  });
}
