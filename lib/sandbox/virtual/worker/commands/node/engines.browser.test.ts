import { afterEach, expect, test } from "vitest";
import { VirtualSandbox } from "../../../virtual-sandbox";
import { workerChannel } from "../../../worker-channel";

const opened: VirtualSandbox[] = [];
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.dispose();
});

async function open(): Promise<VirtualSandbox> {
  const sandbox = new VirtualSandbox({ connect: workerChannel("/workers/shell.js") });
  opened.push(sandbox);
  await sandbox.ready();
  return sandbox;
}

test("node runs in the worker that people get: its engine, its modules and its files", async () => {
  const sandbox = await open();
  await sandbox.write(
    "t.ts",
    'import { writeFileSync } from "node:fs";\nconst n: number = await Promise.resolve(42);\nwriteFileSync("out", String(n));',
  );
  expect(await sandbox.exec("node t.ts && cat out && node -p '[1, { a: 2 }]'")).toMatchObject({
    stdout: "42[ 1, { a: 2 } ]\n",
    stderr: "",
    exitCode: 0,
  });
});

test("a program that never waits is stopped where it stands, and endless recursion is its own error", async () => {
  const sandbox = await open();
  expect(await sandbox.exec("node -e 'const f = () => f() + 1; f()'")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("Maximum call stack size exceeded"),
  });
  const controller = new AbortController();
  const running = sandbox.exec("node -e 'for (;;) {}'", { signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const at = performance.now();
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: "aborted" });
  expect(performance.now() - at).toBeLessThan(2000);
});

test("sqlite3 keeps a database in a file of the workspace", async () => {
  const sandbox = await open();
  const command = `sqlite3 t.db "create table t(a); insert into t values(7)" && sqlite3 -json t.db "select * from t"`;
  expect(await sandbox.exec(command)).toMatchObject({ stdout: '[{"a":7}]\n', stderr: "", exitCode: 0 });
});
