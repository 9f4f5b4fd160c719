import type { WebContainer } from "@webcontainer/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { diffSnapshots } from "@/lib/core/sandbox/diff-snapshots";
import { sandboxContract } from "@/lib/testing/sandbox-contract";
import { expectCode, text } from "@/lib/testing/sandbox-expectations";
import {
  framesOf,
  freshClient,
  openHost,
  type StandInHost,
  type StandInSwitches,
} from "@/lib/testing/webcontainer-stand-in/open-host";
import { VirtualSandbox } from "../virtual/virtual-sandbox";
import { workerChannel } from "../virtual/worker-channel";
import { WebContainerSandbox, type WebContainerSandboxOptions } from "./webcontainer-sandbox";

let host: StandInHost;
let container: WebContainer;

/** One container for the file: every sandbox begins with a clean root in it, as every session does. */
beforeAll(async () => {
  host = await openHost();
  container = await (await freshClient(host.origin)).boot({ coep: "require-corp", workdirName: "workspace" });
});
afterAll(() => container?.teardown());

const bases: VirtualSandbox[] = [];
const sandboxes: WebContainerSandbox[] = [];

async function create(
  options: Partial<WebContainerSandboxOptions> = {},
  byteLimit?: number,
): Promise<WebContainerSandbox> {
  const base = new VirtualSandbox({ connect: workerChannel("/workers/shell.js"), byteLimit });
  bases.push(base);
  await base.ready();
  const sandbox = await WebContainerSandbox.open({ base, container, ...options });
  sandboxes.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.dispose();
  for (const base of bases.splice(0)) await base.dispose();
});

sandboxContract("webcontainer (the vendor's client in Chromium)", {
  create: () => create(),
  createLimited: (bytes) => create({}, bytes),
});
// Not the contract of commands: a container has a terminal only, so its two streams come as one and its input is text, and its
// shell is not bash. What holds of commands there stands below: order, stops, deadlines, streaming, cut output, statelessness.
// Nor those of links and of discarded changes, which are the base's and hold there: that they reach it stands below.

describe("commands in the container", () => {
  test("see what was written, and reading sees what they wrote", async () => {
    const sandbox = await create();
    await sandbox.write("in.txt", "é🎉\n");
    expect(await sandbox.exec("cat in.txt > out.txt; cat out.txt")).toMatchObject({ stdout: "é🎉\n", exitCode: 0 });
    expect(await text(sandbox, "out.txt")).toBe("é🎉\n");
  });

  test("tell that their two streams come as one", async () => {
    const sandbox = await create();
    const pieces: string[] = [];
    const result = await sandbox.exec("echo out; echo err >&2; exit 3", {
      onOutput: (piece) => pieces.push(piece.text),
    });
    const output = "out\nerr\n";
    expect(result).toEqual({ stdout: output, stderr: "", output, exitCode: 3, truncated: false, merged: true });
    expect(pieces.join("")).toBe(output);
  });

  test("keep nothing for the next one but files", async () => {
    const sandbox = await create();
    await sandbox.makeDirectory("d");
    await sandbox.exec("cd d; X=1");
    expect((await sandbox.exec("pwd; echo [$X]")).stdout).toBe("/workspace\n[]\n");
  });

  test("run where they are told, with the variables they are given, and refuse what cannot be", async () => {
    const sandbox = await create();
    await sandbox.write("d/e/f", "here");
    const env = { GREETING: 'it\'s "$HOME"' };
    const result = await sandbox.exec('pwd; cat f; echo "$GREETING"', { cwd: "d/e", env });
    expect(result.stdout).toBe('/workspace/d/e\nhereit\'s "$HOME"\n');
    await expectCode(sandbox.exec("pwd", { cwd: "nothing" }), "not-found");
    await expectCode(sandbox.exec("pwd", { cwd: "d/e/f" }), "not-directory");
    await expectCode(sandbox.exec("pwd", { env: { "a b": "x" } }), "failed");
  });

  test("read text as input, and refuse bytes loudly", async () => {
    const sandbox = await create();
    expect((await sandbox.exec("cat", { stdin: "é\n" })).stdout).toBe("é\n");
    await expectCode(sandbox.exec("cat", { stdin: Uint8Array.of(0xff, 0) }), "not-supported");
    await expectCode(sandbox.exec("cat", { stdin: "a\u0003b" }), "not-supported");
  });

  test("stop when told, with what they printed and wrote before", async () => {
    const sandbox = await create();
    const controller = new AbortController();
    const running = sandbox.exec("echo one; echo 1 > before; sleep 30", { signal: controller.signal });
    await expect.poll(() => text(sandbox, "before").catch(() => ""), { timeout: 10_000 }).toBe("1\n");
    const at = performance.now();
    controller.abort();
    await expectCode(running, "aborted");
    expect(performance.now() - at).toBeLessThan(2500);
    expect((await sandbox.exec("echo alive")).stdout).toBe("alive\n");
  });

  test("end at their deadline, with what they wrote before", async () => {
    const sandbox = await create();
    await expectCode(sandbox.exec("echo 1 > before; sleep 30", { timeoutMs: 400 }), "timeout");
    expect(await text(sandbox, "before")).toBe("1\n");
  });

  test("that the small shell lacks are told apart from a mistake", async () => {
    const sandbox = await create();
    const result = await sandbox.exec("no-such-command");
    expect(result.exitCode).toBe(127);
    expect(result.output).toContain("use the Grep and Glob tools, or node");
  });

  test("see a file that is written while they run", async () => {
    const sandbox = await create();
    const running = sandbox.exec("sleep 0.6; cat late");
    await sandbox.write("late", "in time");
    expect((await running).stdout).toBe("in time");
  });

  test("keep head and tail of an output that is too long", async () => {
    const sandbox = await create();
    const result = await sandbox.exec("echo first; seq 1 200000; echo last");
    expect(result.truncated).toBe(true);
    expect(result.stdout.startsWith("first\n")).toBe(true);
    expect(result.stdout.endsWith("last\n")).toBe(true);
    expect(result.stdout.length).toBeLessThan(1_100_000);
    const whole = await text(sandbox, result.fullOutputPath ?? "");
    expect([whole.startsWith("first\n1\n"), whole.endsWith("200000\nlast\n"), whole.includes("\n100000\n")]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("over a view that is thrown away run in the embedded shell, and change nothing", async () => {
    const sandbox = await create();
    await sandbox.write("f", "kept");
    const result = await sandbox.exec("echo gone > f; cat f", { discardChanges: true });
    expect([result.stdout, await text(sandbox, "f")]).toEqual(["gone\n", "kept"]);
  });
});

describe("files on both sides", () => {
  test("what a command creates, changes, moves and removes is so in the workspace", async () => {
    const sandbox = await create();
    for (const path of ["keep", "change", "gone", "dir/a", "dir/b", "old/f"]) await sandbox.write(path, path);
    await sandbox.exec(
      "echo new > change; rm gone; rm -r dir; mv old moved; mkdir empty; echo x > made; mkdir -p a/b; echo y > a/b/c",
    );
    const { entries } = await sandbox.snapshot();
    expect([...entries.keys()].sort()).toEqual(
      ["a/b/c", "change", "empty", "keep", "made", "moved/f"].map((path) => `/workspace/${path}`),
    );
    expect(await text(sandbox, "change")).toBe("new\n");
    expect(await text(sandbox, "moved/f")).toBe("old/f");
  });

  test("a file takes the place of a directory and the other way round, from either side", async () => {
    const sandbox = await create();
    await sandbox.write("a", "file");
    await sandbox.write("b/c", "below");
    await sandbox.exec("rm a; mkdir a; echo 1 > a/x; rm -r b; echo 2 > b");
    expect([await text(sandbox, "a/x"), await text(sandbox, "b")]).toEqual(["1\n", "2\n"]);
    await sandbox.remove("a", { recursive: true });
    await sandbox.write("a", "again");
    await sandbox.remove("b");
    await sandbox.write("b/c", "back");
    expect((await sandbox.exec("cat a b/c")).stdout).toBe("againback");
  });

  test("symbolic links come out and go in", async () => {
    const sandbox = await create();
    await sandbox.write("real/f", "through");
    await sandbox.exec("ln -s real link");
    expect((await sandbox.list(".")).map(({ name, type }) => `${name}:${type}`)).toEqual([
      "link:symlink",
      "real:directory",
    ]);
    expect(await text(sandbox, "link/f")).toBe("through");
    const snapshot = await sandbox.snapshot();
    await sandbox.exec("rm link");
    await sandbox.restore(snapshot);
    expect((await sandbox.exec("readlink link; cat link/f")).stdout).toBe("real\nthrough");
  });

  test("odd names, bytes and empty directories arrive as they are, also in a crowd", async () => {
    const sandbox = await create();
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    const files = new Map<string, Uint8Array>(Array.from({ length: 150 }, (_, index) => [`crowd/${index}`, all]));
    for (const name of ["__proto__", "emoji 🎉", "line\nbreak", "-rf", "constructor"]) files.set(`odd/${name}`, all);
    await sandbox.mount(files, ".", "writable");
    await sandbox.makeDirectory("empty/deep");
    const counted = await sandbox.exec("ls crowd | wc -l; ls -d empty/deep; cat crowd/* | wc -c");
    expect(counted.stdout.replaceAll(" ", "")).toBe("150\nempty/deep\n38400\n");
    await sandbox.exec("cp -r odd copies");
    for (const name of ["__proto__", "emoji 🎉", "line\nbreak", "-rf", "constructor"]) {
      expect(await sandbox.read(`copies/${name}`)).toEqual(all);
    }
  });

  test("a program may be run as one", async () => {
    const sandbox = await create();
    const mode = { type: "file", data: new TextEncoder().encode("echo ran\n"), mode: 0o755, modifiedAt: 0 } as const;
    await sandbox.restore({ entries: new Map([["/workspace/run.sh", mode]]) });
    expect((await sandbox.exec("test -x run.sh && echo executable")).stdout).toBe("executable\n");
  });

  test("below a read-only mount nothing stays changed, and the command is told", async () => {
    const sandbox = await create();
    await sandbox.mount(new Map([["f", "1"]]), "ro", "read-only");
    const result = await sandbox.exec("echo x > ro/f; echo y > ro/new; echo z > ok");
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain("/workspace/ro/f is read-only. What the command did to it was undone.");
    expect(result.output).toContain("/workspace/ro/new is read-only.");
    expect([await text(sandbox, "ro/f"), await text(sandbox, "ok")]).toEqual(["1", "z\n"]);
    expect((await sandbox.exec("cat ro/f; ls ro")).stdout).toBe("1f\n");
    expect((await sandbox.exec("rm -r ro")).exitCode).toBe(1);
    expect((await sandbox.exec("cat ro/f")).stdout).toBe("1");
  });

  test("what has no room in the workspace is undone and told", async () => {
    const sandbox = await create({}, 100_000);
    const result = await sandbox.exec("seq 1 40000 > large; echo small > small");
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain("/workspace/large could not be kept: The workspace is full");
    expect((await sandbox.list(".")).map(({ name }) => name)).toEqual(["small"]);
    expect((await sandbox.exec("ls")).stdout).toBe("small\n");
  });

  test("a path that a program printed names the same file", async () => {
    const sandbox = await create();
    await sandbox.write("d/f", "1");
    expect(await text(sandbox, `${container.workdir}/d/f`)).toBe("1");
    await sandbox.write(`${container.workdir}/d/g`, "2");
    expect((await sandbox.exec("cat d/g")).stdout).toBe("2");
  });

  test("a watcher hears what a command wrote while it runs", async () => {
    const sandbox = await create();
    const heard: string[] = [];
    sandbox.watch((changes) => heard.push(...changes.map(({ path }) => path)));
    const running = sandbox.exec("echo 1 > early; sleep 2");
    await expect.poll(() => heard.some((path) => path.endsWith("early")), { timeout: 1900 }).toBe(true);
    await running;
  });
});

describe("what npm does", () => {
  test("its output streams, its packages stay in the container, and its lock file comes out", async () => {
    const sandbox = await create();
    const pieces: { at: number; text: string }[] = [];
    const result = await sandbox.exec("npm install left-pad", {
      onOutput: (piece) => pieces.push({ at: performance.now(), text: piece.text }),
    });
    expect(result.exitCode).toBe(0);
    expect(pieces.map((piece) => piece.text).join("")).toBe(result.output);
    expect((pieces.at(-1)?.at ?? 0) - (pieces[0]?.at ?? 0)).toBeGreaterThan(150);
    expect((await sandbox.list(".")).map(({ name }) => name)).toEqual(["package-lock.json"]);
    expect((await sandbox.exec("cat node_modules/left-pad/index.js")).stdout).toBe('module.exports = "left-pad";\n');
  });

  test("the next session finds nothing of it: its root is clean, and no change is seen (B67)", async () => {
    const first = await create();
    await first.write("only-a.txt", "a");
    await first.exec("npm install left-pad; echo made > made-by-a");
    await first.dispose();
    const second = await create();
    await second.write("only-b.txt", "b");
    const before = await second.snapshot();
    expect((await second.exec("ls -A")).stdout).toBe("only-b.txt\n");
    expect(diffSnapshots(before, await second.snapshot())).toEqual([]);
  });
});

describe("ports", () => {
  test("a server's port is listed while it listens, with a page that can be framed", async () => {
    const sandbox = await create();
    const changes: number[] = [];
    sandbox.ports.subscribe(() => changes.push(sandbox.ports.list().length));
    const controller = new AbortController();
    const running = sandbox.exec("serve 3000", { signal: controller.signal });
    const url = `${host.origin}/preview/3000/`;
    await expect.poll(() => sandbox.ports.list(), { timeout: 5000 }).toEqual([{ port: 3000, url, ready: true }]);
    expect((await fetch(url)).status).toBe(200);
    controller.abort();
    await expectCode(running, "aborted");
    await expect.poll(() => sandbox.ports.list(), { timeout: 5000 }).toEqual([]);
    expect(changes).toContain(1);
  });
});

describe("a container of one's own", () => {
  async function own(
    switches: StandInSwitches = {},
  ): Promise<{ container: WebContainer; frame: HTMLIFrameElement | undefined }> {
    const other = await openHost(switches);
    const booted = await (await freshClient(other.origin)).boot({ coep: "require-corp", workdirName: "workspace" });
    return { container: booted, frame: framesOf(other.origin)[0] };
  }

  test("whose watcher is silent is compared file by file", async () => {
    const { container: blind } = await own({ noWatch: true });
    const sandbox = await create({ container: blind });
    await sandbox.write("f", "1");
    await sandbox.exec("echo 2 > f; echo 3 > g");
    expect([await text(sandbox, "f"), await text(sandbox, "g")]).toEqual(["2\n", "3\n"]);
    blind.teardown();
  });

  test("that dies in the middle of a command ends it, tells once, and leaves the files", async () => {
    const { container: mortal, frame } = await own();
    let lost = 0;
    const sandbox = await create({ container: mortal, answerMs: 400, heartbeatMs: 200, onLost: () => lost++ });
    await sandbox.write("f", "kept");
    const running = sandbox.exec("sleep 30");
    setTimeout(() => frame?.contentWindow?.postMessage({ type: "stand-in-die" }, "*"), 300);
    await expectCode(running, "failed");
    expect(lost).toBe(1);
    expect(await text(sandbox, "f")).toBe("kept");
    await expectCode(sandbox.exec("echo"), "failed");
    await sandbox.write("g", "still written");
    expect(await text(sandbox, "g")).toBe("still written");
  });

  test("that is let go of ends its commands", async () => {
    const sandbox = await create();
    const running = sandbox.exec("sleep 30");
    setTimeout(() => void sandbox.dispose(), 200);
    await expectCode(running, "disposed");
  });
});
