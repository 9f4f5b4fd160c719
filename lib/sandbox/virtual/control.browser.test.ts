// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of bash.
import { afterEach, describe, expect, test } from "vitest";
import { expectCode, text } from "@/lib/testing/sandbox-expectations";
import { VirtualSandbox, type VirtualSandboxOptions } from "./virtual-sandbox";
import { workerChannel } from "./worker-channel";

const opened: VirtualSandbox[] = [];

async function create(options: Partial<VirtualSandboxOptions> = {}): Promise<VirtualSandbox> {
  const sandbox = new VirtualSandbox({ connect: workerChannel("/workers/shell.js"), ...options });
  opened.push(sandbox);
  await sandbox.ready();
  return sandbox;
}

afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.dispose();
});

/** How long the page was kept from doing anything else. */
function watchPage(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

const ENDLESS: [what: string, command: string][] = [
  ["a loop", "while :; do :; done"],
  ["a loop with output", "while :; do echo x; done"],
  ["a sleep", "sleep 600"],
  ["a background command", "sleep 600 & wait"],
  ["a subshell in a pipe", "(while :; do :; done) | cat"],
  ["a substitution", "x=$(while :; do :; done)"],
  ["awk", "awk 'BEGIN { while (1) x++ }'"],
  ["sed", "echo x | sed ':a; s/x/x/; ta'"],
  ["jq", "jq -n '[range(1e12)] | length'"],
  ["a regex in grep", "printf 'a%.0s' {1..60} | grep -E '^(a+)+$b'; sleep 600"],
  ["a regex in [[ ]]", "s=$(printf 'a%.0s' {1..60})b; [[ $s =~ ^(a+)+$ ]]; sleep 600"],
  ["a pattern in ${ }", "shopt -s extglob; s=$(printf 'a%.0s' {1..60}); echo ${s//+(+(a))b/x} >/dev/null; sleep 600"],
  ["a sort of much", "seq 2000000 | sort -R | sort -n | sort -r | tail -1; sleep 600"],
];

describe("stop ends every kind of command, with everything written before", () => {
  test.each(ENDLESS)("%s", async (_what, command) => {
    const sandbox = await create();
    const controller = new AbortController();
    const longest = watchPage();
    let printed = "";
    const running = sandbox.exec(`echo started; echo 1 > before; ${command}`, {
      signal: controller.signal,
      onOutput: (piece) => {
        printed += piece.text;
      },
    });
    running.catch(() => undefined);
    await expect.poll(() => printed, { timeout: 10_000 }).toContain("started\n");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const at = performance.now();
    controller.abort();
    const error = await running.then(
      (result) => ({ code: `ended by itself: ${result.exitCode} ${result.stderr}`, output: result.output }),
      (reason) => reason as { code: string; output?: string },
    );
    const took = performance.now() - at;
    expect(error.code).toBe("aborted");
    expect(error.output).toMatch(/^started\n/);
    expect(took).toBeLessThan(2000);
    expect(longest()).toBeLessThan(1000);
    expect(await text(sandbox, "before")).toBe("1\n");
    expect((await sandbox.exec("cat before")).stdout).toBe("1\n");
  });
});

describe("stop is prompt where memory is shared", () => {
  test.each([
    ["a loop", "while :; do :; done"],
    ["a sleep", "sleep 600"],
    ["a loop in a pipe", "while :; do echo x; done | cat > /dev/null"],
  ])("%s", async (_what, command) => {
    const sandbox = await create({ graceMs: 30_000 });
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const controller = new AbortController();
      const running = sandbox.exec(command, { signal: controller.signal });
      await new Promise((resolve) => setTimeout(resolve, 150));
      const at = performance.now();
      controller.abort();
      await expectCode(running, "aborted");
      times.push(performance.now() - at);
    }
    // The fastest of some: the machine that runs the tests may be busy itself.
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

test("a deadline ends what cannot be asked, and tells what was printed", async () => {
  const sandbox = await create({ isolated: false });
  const failed = await sandbox
    .exec("echo a; while :; do :; done", { timeoutMs: 500 })
    .catch((error: { code: string; output?: string }) => error);
  expect(failed).toMatchObject({ code: "timeout", output: "a\n" });
});

const BOMBS: [what: string, command: string, says: RegExp][] = [
  ["a fork bomb", ":(){ :|:& };:", /more than \d+ background commands/],
  ["background commands without end", "while :; do sleep 100 & done", /more than \d+ background commands/],
  ["a string that doubles", "a=x; while :; do a=$a$a; done", /limit/],
  ["a huge width", "printf '%*s' 9999999999 x", /limit/],
  ["recursion", "f() { f; }; f", /recursion depth/],
  ["recursion in subshells", "f() { (f); }; f", /depth|limit|deep/],
  ["recursion in substitutions", "f() { echo $(f); }; f", /limit|depth/],
  ["a brace bomb", "echo {1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}", /limit|more than/],
  ["a long brace list", "echo {1..1000000000} | wc -w", /brace expansion: more than 1000000 words/],
  ["endless output", "while :; do printf '%0100000d\\n' 0; done", /output/],
  ["an endless device", "cat /dev/zero > f || exit 1", /zero/],
];

describe("what grows without end is ended with a reason, and the page goes on", () => {
  test.each(BOMBS)("%s", { timeout: 120_000 }, async (_what, command, says) => {
    const sandbox = await create();
    const longest = watchPage();
    const result = await sandbox.exec(command, { timeoutMs: 60_000 });
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).toMatch(says);
    expect(longest()).toBeLessThan(1000);
    expect((await sandbox.exec("echo alive")).stdout).toBe("alive\n");
  });
});

test("files that fill the workspace are refused with the reason, and the page goes on", async () => {
  const sandbox = await create({ byteLimit: 16_000_000 });
  const result = await sandbox.exec("head -c 1M /dev/zero > f; while :; do cat f f f >> g || exit 1; done");
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toMatch(/No space left on device/);
  expect((await sandbox.exec("rm g; echo alive")).stdout).toBe("alive\n");
});

test("more files than a workspace may hold are refused with the reason", { timeout: 180_000 }, async () => {
  const sandbox = await create();
  const result = await sandbox.exec("touch {1..120000}", { timeoutMs: 120_000 });
  expect(result.exitCode).not.toBe(0);
  expect(result.stderr).toMatch(/No space left|limit|too many|quota/i);
  expect((await sandbox.exec("echo alive")).stdout).toBe("alive\n");
});

test("output of some hundred thousand lines comes whole and in few messages", async () => {
  const sandbox = await create();
  let came = "";
  let messages = 0;
  const result = await sandbox.exec("for i in {1..20000}; do echo $i; done", {
    onOutput: ({ text: piece }) => {
      came += piece;
      messages += 1;
    },
  });
  expect(came).toBe(result.stdout);
  expect(came.split("\n")).toHaveLength(20_001);
  expect(messages).toBeLessThan(400);
});
