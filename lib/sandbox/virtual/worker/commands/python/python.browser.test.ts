import { afterEach, expect, test, vi } from "vitest";
import type { LoadingProgress } from "@/lib/core/sandbox/sandbox";
import { VirtualSandbox } from "../../../virtual-sandbox";
import { workerChannel } from "../../../worker-channel";
import { PYTHON_BYTES } from "./python-engine";

// Each start makes the interpreter anew, which takes a machine under load many times what it takes an idle one.
vi.setConfig({ testTimeout: 180_000 });

const opened: VirtualSandbox[] = [];
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.dispose();
});

async function open(isolated?: boolean): Promise<VirtualSandbox> {
  const sandbox = new VirtualSandbox({ connect: workerChannel("/workers/shell.js"), isolated });
  opened.push(sandbox);
  await sandbox.ready();
  return sandbox;
}

const text = async (sandbox: VirtualSandbox, path: string) => new TextDecoder().decode(await sandbox.read(path));

test("python3 runs in the worker that people get, with the workspace's files", async () => {
  const sandbox = await open();
  await sandbox.write("lib/mod.py", "import json\ndef tell(): return json.dumps({'é': [1, 2]}, ensure_ascii=False)\n");
  await sandbox.write("main.py", "from lib.mod import tell\nprint(tell(), file=open('out.json', 'w'))\n");
  expect(await sandbox.exec("python3 main.py && cat out.json && ls lib")).toMatchObject({
    stdout: '{"é": [1, 2]}\nmod.py\n',
    stderr: "",
    exitCode: 0,
  });
  expect(await text(sandbox, "out.json")).toBe('{"é": [1, 2]}\n');
});

test("the first program of a shell tells how far the interpreter is loaded, the next has it", async () => {
  const sandbox = await open();
  const heard: (LoadingProgress | undefined)[] = [];
  const onLoading = (progress: LoadingProgress | undefined) => heard.push(progress);
  expect(await sandbox.exec("python3 -c 'print(1)'", { onLoading })).toMatchObject({ stdout: "1\n", stderr: "" });
  expect(heard[0]).toEqual({ what: "Python", bytes: 0, of: PYTHON_BYTES });
  expect(heard.at(-1)).toBeUndefined();
  const before = heard.filter((progress) => progress !== undefined).length;
  await sandbox.exec("python3 -c 'print(2)'", { onLoading });
  expect(heard.filter((progress) => progress !== undefined)).toHaveLength(before);
});

test("what a program prints is seen while it runs, and each line once", async () => {
  const sandbox = await open();
  const seen: { stream: string; text: string; at: number }[] = [];
  const program =
    "import sys, time\nprint('one é'); time.sleep(1); print('two', file=sys.stderr); time.sleep(1); print('three')";
  const result = await sandbox.exec(`python3 -c "${program}"; echo end`, {
    onOutput: (piece) => seen.push({ ...piece, at: performance.now() }),
  });
  expect(result).toMatchObject({ stdout: "one é\nthree\nend\n", stderr: "two\n", output: "one é\ntwo\nthree\nend\n" });
  const texts = seen.map((piece) => piece.text).join("");
  expect(texts).toBe("one é\ntwo\nthree\nend\n");
  const [first] = seen;
  expect(performance.now() - (first?.at ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(1500);
});

test.each([true, false])(
  "a program that never ends is stopped at once (isolated: %s), and keeps its files",
  async (isolated) => {
    const sandbox = await open(isolated);
    const controller = new AbortController();
    const program =
      "open('kept.txt', 'w').write('kept')\nprint('on')\nwhile True:\n  try:\n    while True: pass\n  except BaseException: pass";
    let running: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      running = sandbox.exec(`python3 -c "${program}"`, { signal: controller.signal, onOutput: () => resolve() });
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const at = performance.now();
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    expect(performance.now() - at).toBeLessThan(2000);
    expect(await text(sandbox, "kept.txt")).toBe("kept");
    expect(await sandbox.exec("cat kept.txt; timeout 1 python3 -c 'while True: pass'; echo $?")).toMatchObject({
      stdout: "kept124\n",
    });
  },
);

test("a program that takes too much memory gets MemoryError, one that recurses RecursionError, and the shell goes on", async () => {
  const sandbox = await open();
  expect(await sandbox.exec("python3 -c 'x = [bytes(10**9) for _ in range(2)]'")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("MemoryError"),
  });
  expect(await sandbox.exec("python3 -c 'f = lambda: f() + 1; f()'")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("RecursionError: maximum recursion depth exceeded"),
  });
  expect(await sandbox.exec("echo on")).toMatchObject({ stdout: "on\n" });
});

test("a program finds no way out of its worker", async () => {
  const sandbox = await open();
  const attempts = [
    "import js",
    "from pyodide.code import run_js; run_js('fetch')",
    "import urllib.request as u; u.urlopen('http://localhost/')",
    "import subprocess; subprocess.run(['ls'])",
    "import threading; threading.Thread(target=print).start()",
  ];
  await sandbox.write(
    "attempts.py",
    `for attempt in ${JSON.stringify(attempts)}:
  try:
    exec(attempt)
    print("done", attempt)
  except Exception as error:
    print(type(error).__name__, error)
`,
  );
  expect(await sandbox.exec("python3 attempts.py")).toMatchObject({
    exitCode: 0,
    stdout: [
      "ModuleNotFoundError import of js halted; None in sys.modules",
      "ModuleNotFoundError No module named 'pyodide.code'; 'pyodide' is not a package",
      "URLError <urlopen error [Errno 40] Network unreachable>",
      "OSError [Errno 138] emscripten does not support processes.",
      "RuntimeError can't start new thread",
      "",
    ].join("\n"),
  });
  const code = "import ctypes; ctypes.CDLL(None).emscripten_run_script(b'postMessage(1)')";
  expect(await sandbox.exec(`python3 -c "${code}"`)).toMatchObject({
    exitCode: 139,
    stderr: "python3: the interpreter crashed: eval is not defined\n",
  });
});

test("nothing of a run whose changes nobody may see is kept, and a read-only mount refuses", async () => {
  const sandbox = await open();
  await sandbox.mount(new Map([["a.txt", "a"]]), "/docs", "read-only");
  const dry = await sandbox.exec("python3 -c \"open('new.txt', 'w').write('x')\"; cat new.txt", {
    discardChanges: true,
  });
  expect(dry).toMatchObject({ stdout: "x", exitCode: 0 });
  await expect(sandbox.read("new.txt")).rejects.toMatchObject({ code: "not-found" });
  expect(await sandbox.exec("python3 -c \"open('/docs/a.txt', 'a')\"")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("OSError: [Errno 69] Read-only file system: '/docs/a.txt'"),
  });
});
