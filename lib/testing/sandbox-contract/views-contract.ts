import { beforeEach, describe, expect, test } from "vitest";
import type { ExecResult, FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { expectCode, type SandboxContractOptions, text } from "../sandbox-expectations";

/** Commands whose changes are thrown away; an adapter without such views refuses them and runs nothing. */
export function viewsContract(options: SandboxContractOptions): void {
  describe("a command whose changes are discarded", () => {
    let sandbox: Sandbox;

    beforeEach(async () => {
      sandbox = await options.create();
      return () => sandbox.dispose();
    });

    if (options.lacks?.includes("views")) {
      test("is refused and runs nothing where there are no views", async () => {
        await expectCode(sandbox.exec("echo x > f", { discardChanges: true }), "not-supported");
        await expectCode(sandbox.stat("f"), "not-found");
      });
      return;
    }

    function look(command: string, on = sandbox): Promise<ExecResult> {
      return on.exec(command, { discardChanges: true });
    }

    test("sees what it writes, and nobody else ever does", async () => {
      await sandbox.write("a.txt", "kept");
      await sandbox.write("b.txt", "kept too");
      await sandbox.write("d/e.txt", "deep");
      const before = await sandbox.snapshot();
      const { stdout } = await look(
        "echo changed > a.txt; echo more >> a.txt; rm b.txt; mkdir -p new/dir; mv d moved; ln -s a.txt link; cat link moved/e.txt; ls",
      );
      expect(stdout).toBe("changed\nmore\ndeepa.txt\nlink\nmoved\nnew\n");
      expect(await sandbox.snapshot()).toEqual(before);
    });
    test("leaves the content, the mode and the time of a file as they were", async () => {
      await sandbox.write("a.sh", "echo hi\n");
      const before = [await sandbox.stat("a.sh"), (await sandbox.exec("stat -c %a a.sh")).stdout];
      await look(
        "chmod 700 a.sh; touch -d 2001-01-01 a.sh; echo x >> a.sh; truncate -s 0 a.sh 2>/dev/null; sed -i s/hi/ho/ a.sh",
      );
      expect([await sandbox.stat("a.sh"), (await sandbox.exec("stat -c %a a.sh")).stdout]).toEqual(before);
      expect(await text(sandbox, "a.sh")).toBe("echo hi\n");
    });
    test("leaves nothing in the places for passing files either", async () => {
      await sandbox.exec("echo theirs > /tmp/theirs; mkdir -p /results; echo kept > /results/kept");
      const places = "ls -A /tmp /results /home/user";
      const before = (await sandbox.exec(places)).stdout;
      await look("echo x > /tmp/x; rm /tmp/theirs; echo x > /results/y; rm -r /results/kept; echo x > ~/z");
      expect((await sandbox.exec(places)).stdout).toBe(before);
    });
    test("leaves no trace when it fails, when it is stopped and when it takes too long", async () => {
      await sandbox.write("a.txt", "kept");
      expect((await look("echo changed > a.txt; exit 3")).exitCode).toBe(3);
      await expectCode(
        sandbox.exec("echo changed > a.txt; sleep 30", { discardChanges: true, timeoutMs: 200 }),
        "timeout",
      );
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      const running = sandbox.exec("echo changed > a.txt; sleep 30", {
        discardChanges: true,
        signal: controller.signal,
      });
      await expectCode(running, "aborted");
      expect(await text(sandbox, "a.txt")).toBe("kept");
    });
    test("does not undo what others write while it runs, and does not see it", async () => {
      await sandbox.write("a.txt", "before");
      const running = look("rm a.txt; echo mine > b.txt; sleep 0.3; cat b.txt; test -e c.txt || echo none");
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sandbox.write("a.txt", "written meanwhile");
      await sandbox.write("b.txt", "theirs");
      await sandbox.exec("echo also > c.txt");
      expect((await running).stdout).toBe("mine\nnone\n");
      expect([await text(sandbox, "a.txt"), await text(sandbox, "b.txt"), await text(sandbox, "c.txt")]).toEqual([
        "written meanwhile",
        "theirs",
        "also\n",
      ]);
    });
    test("appending to one file inside and outside mixes nothing", async () => {
      await sandbox.exec("for i in 1 2 3; do echo $i >> log; done");
      const running = look("for i in a b c; do echo $i >> log; sleep 0.05; done; cat log");
      for (const line of ["4", "5", "6"]) await sandbox.exec(`echo ${line} >> log; sleep 0.02`);
      expect((await running).stdout).toBe("1\n2\n3\na\nb\nc\n");
      expect(await text(sandbox, "log")).toBe("1\n2\n3\n4\n5\n6\n");
    });
    test("is seen by no watcher", async () => {
      const changes: FileChange[] = [];
      const end = sandbox.watch((batch) => changes.push(...batch));
      await look("echo x > f; mkdir d; sleep 0.1; rm f");
      await new Promise((resolve) => setTimeout(resolve, 50));
      end();
      expect(changes).toEqual([]);
    });
    test("runs beside others of its kind without meeting them", async () => {
      const results = await Promise.all(
        Array.from({ length: 5 }, (_, index) => look(`echo ${index} > f; sleep 0.05; cat f; ls`)),
      );
      expect(results.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 5 }, (_, index) => `${index}\nf\n`));
      await expectCode(sandbox.stat("f"), "not-found");
    });
    test("leaves nothing for the next one", async () => {
      await look("echo x > f; export X=1");
      expect((await look("ls; echo [$X]")).stdout).toBe("[]\n");
    });
    test("keeps read-only mounts closed", async () => {
      await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
      expect((await look("echo x > ro/f; cat ro/f")).stdout).toBe("1");
      expect((await look("rm -rf ro; cat ro/f")).stdout).toBe("1");
    });
    test("may hold no more than the workspace may", async () => {
      const small = await options.createLimited(1_000_000);
      await small.write("held", new Uint8Array(900_000));
      const result = await look("seq 1 100000 > big || echo full; rm held; seq 1 100000 > big && echo room", small);
      expect(result.stdout).toBe("full\nroom\n");
      expect((await small.stat("held")).size).toBe(900_000);
      await small.write("other", new Uint8Array(50_000));
      await small.dispose();
    });
    test("keeps the two names of a hard link one file inside, and leaves the ones outside alone", async () => {
      await sandbox.exec("echo 1 > a; ln a b");
      expect((await look("echo 2 > a; cat b")).stdout).toBe("2\n");
      await sandbox.exec("echo 3 > b");
      expect(await text(sandbox, "a")).toBe("3\n");
    });
    test("takes its directory, its variables and its input as any other", async () => {
      await sandbox.makeDirectory("d");
      const given = { cwd: "d", env: { X: "1" }, stdin: "in", discardChanges: true };
      expect((await sandbox.exec("pwd; echo $X; cat", given)).stdout).toBe("/workspace/d\n1\nin");
      await expectCode(sandbox.exec("pwd", { cwd: "nothing", discardChanges: true }), "not-found");
    });
  });
}
