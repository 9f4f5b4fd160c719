import { afterEach, describe, expect, test } from "vitest";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { VirtualSandbox } from "./virtual-sandbox";

const opened: VirtualSandbox[] = [];

async function create(): Promise<VirtualSandbox> {
  const sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
  opened.push(sandbox);
  await sandbox.ready();
  return sandbox;
}

afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.dispose();
});

/** The output, the exit code, and what had come before the command ended by itself. */
async function watch(command: string, endsAt: string) {
  const sandbox = await create();
  let early = "";
  let ended = false;
  const sent = { stdout: "", stderr: "" };
  const result = await sandbox.exec(command, {
    onOutput({ stream, text }) {
      sent[stream] += text;
      if (text.includes(endsAt)) ended = true;
      if (!ended) early += text;
    },
  });
  expect(sent).toEqual({ stdout: result.stdout, stderr: result.stderr });
  return { ...result, early };
}

async function run(command: string) {
  const { stdout, stderr, exitCode } = await (await create()).exec(command);
  return { stdout, stderr, exitCode };
}

describe("output comes while a command runs", () => {
  test.each([
    ["one command after another", "echo a; sleep 0.2; echo END"],
    ["in a loop", "for i in 1 2; do echo a; sleep 0.1; done; sleep 0.1; echo END"],
    [
      "in a while loop that reads a file",
      "printf 'x\\ny\\n' > f; while read -r l; do echo a; sleep 0.1; done < f; sleep 0.1; echo END",
    ],
    ["in a function", "f() { echo a; sleep 0.2; }; f; echo END"],
    ["in a group and in a subshell", "{ echo a; (echo b; sleep 0.2); }; echo END"],
    ["in eval and source", "echo 'echo a; sleep 0.2' > s; source ./s; eval 'echo b; sleep 0.2'; echo END"],
    ["in a script that is run by its name", "echo 'echo a; sleep 0.2' > s; chmod +x s; ./s; echo END"],
    ["in another shell", "bash -c 'echo a; sleep 0.2'; echo END"],
    ["under a time limit", "timeout 5 bash -c 'echo a; sleep 0.2'; echo END"],
    ["in the last command of a pipe", "echo x | while read -r l; do echo a; sleep 0.2; done; echo END"],
    ["of a background command", "(echo a; sleep 0.2) & sleep 0.2; wait; echo END"],
    ["in an EXIT trap", "trap 'echo a; sleep 0.2; echo END' EXIT; exit 0"],
  ])("%s", async (_where, command) => {
    expect((await watch(command, "END")).early).toMatch(/^a\n/);
  });

  test("both streams stand in the order in which they were printed", async () => {
    const { output, stdout, stderr } = await watch("echo 1; echo 2 >&2; echo 3; sleep 0.1; echo 4 >&2", "none");
    expect([output, stdout, stderr]).toEqual(["1\n2\n3\n4\n", "1\n3\n", "2\n4\n"]);
  });

  test("what somebody else reads is not sent", async () => {
    const command =
      "x=$(echo a; echo e >&2); { echo b; } > f; f() { echo c; }; f > g; echo d | cat > h; eval 'echo i' > j";
    const { stdout, stderr } = await watch(command, "none");
    expect([stdout, stderr]).toEqual(["", "e\n"]);
  });

  test("a script that ends in the middle has sent each line once", async () => {
    const command = "set -e; f() { echo a; while true; do echo b; (exit 3); done; }; trap 'echo t' EXIT; f; echo no";
    const { stdout, exitCode } = await watch(command, "none");
    expect([stdout, exitCode]).toEqual(["a\nb\nt\n", 3]);
  });

  test("bytes of one character from two commands are one character", async () => {
    expect((await watch("printf '\\303'; printf '\\251\\n'", "none")).stdout).toBe("é\n");
  });
});

describe("background commands", () => {
  test.each([
    ["the script goes on at once", "sleep 0.2 & echo x; wait; echo y", "x\ny\n", 0],
    ["its end is waited for", "(sleep 0.1; echo late) & echo first", "first\nlate\n", 0],
    ["a reader gets what it prints", "x=$( (sleep 0.1; echo bg) & echo fg; wait; echo end); echo $x", "fg bg end\n", 0],
    ["its variables are its own", "x=1; { x=2; cd /tmp; } & wait; echo $x; pwd", "1\n/workspace\n", 0],
    ["wait gives its exit code", "(exit 7) & wait $!; echo $?; (exit 3) & wait %1; echo $?", "7\n3\n", 0],
    [
      "wait -n gives that of the first to end",
      "(sleep 0.3; exit 1) & (sleep 0.1; exit 2) & wait -n; echo $?",
      "2\n",
      0,
    ],
    ["wait for a stranger", "wait 99999; echo $?", "127\n", 0],
    ["a list runs as one", "false || echo a && echo b & wait", "a\nb\n", 0],
    ["it reads nothing", "echo in | { cat & wait; }; echo x", "x\n", 0],
    ["killed by TERM", "sleep 9 & kill $!; wait $!; echo $?", "143\n", 0],
    ["killed by KILL", "sleep 9 & kill -9 %1; wait $!; echo $?", "137\n", 0],
    [
      "whether it lives",
      "sleep 9 & p=$!; kill -0 $p; echo $?; kill $p; wait; kill -0 $p 2>/dev/null; echo $?",
      "0\n1\n",
      0,
    ],
    ["jobs names them", "sleep 9 & jobs; kill %1", "[1]+  Running                 sleep 9 &\n", 0],
    ["fg is refused", "sleep 0 & fg; echo $?", "1\n", 0],
    [
      "it hears its own trap",
      "(trap 'echo t; exit 4' TERM; while :; do sleep 0.05; done) & sleep 0.1; kill $!; wait $!; echo $?",
      "t\n4\n",
      0,
    ],
  ])("%s", async (_what, command, stdout, exitCode) => {
    expect(await run(command)).toMatchObject({ stdout, exitCode });
  });
});

describe("traps and signals", () => {
  test.each([
    ["EXIT keeps the exit code", "trap 'echo bye $?' EXIT; exit 4", "bye 4\n", 4],
    ["EXIT may change it", "trap 'exit 5' EXIT; exit 4", "", 5],
    ["EXIT after set -e", "set -e; trap 'echo bye' EXIT; false; echo no", "bye\n", 1],
    [
      "EXIT of a subshell is its own",
      "trap 'echo out' EXIT; (trap 'echo in' EXIT; echo sub); echo main",
      "sub\nin\nmain\nout\n",
      0,
    ],
    ["EXIT is not run by $( )", "trap 'echo out' EXIT; x=$(echo v); echo $x", "v\nout\n", 0],
    [
      "ERR for what fails, not for what is asked",
      "trap 'echo e' ERR; false; if false; then :; fi; false || true; ! true; echo x",
      "e\nx\n",
      0,
    ],
    [
      "ERR once for a pipe and for a function",
      "trap 'echo e' ERR; f() { false; }; f; true | false; echo x",
      "e\ne\nx\n",
      0,
    ],
    ["a signal to oneself", "trap 'echo got' TERM; kill $$; echo after", "got\nafter\n", 0],
    ["an ignored one", "trap '' TERM; kill $$; echo after", "after\n", 0],
    ["without a trap it ends the script, and EXIT runs", "trap 'echo bye' EXIT; kill $$; echo no", "bye\n", 143],
    ["KILL runs nothing", "trap 'echo no' KILL; kill -9 $$; echo no", "", 137],
    ["from a background command", "trap 'echo got' USR1; (sleep 0.1; kill -USR1 $$) & wait; echo end", "got\nend\n", 0],
    [
      "trap -p shows them, - puts them back",
      "trap \"echo 'q'\" INT EXIT; trap -p; trap - INT; trap -p INT; trap - EXIT",
      "trap -- 'echo '\\''q'\\''' EXIT\ntrap -- 'echo '\\''q'\\''' SIGINT\n",
      0,
    ],
    ["DEBUG before each command", "trap 'echo x' DEBUG; echo $?", "x\n0\n", 0],
    ["kill -l", "kill -l 9; kill -l TERM; kill -l 143", "KILL\n15\nTERM\n", 0],
  ])("%s", async (_what, command, stdout, exitCode) => {
    expect(await run(command)).toMatchObject({ stdout, exitCode });
  });
});

describe("a time limit within a script", () => {
  test.each([
    ["a loop that computes", "timeout 0.2 bash -c 'echo a; while :; do :; done'; echo $?"],
    ["a sleep", "timeout 0.2 bash -c 'echo a; sleep 20'; echo $?"],
    ["a program that computes", "echo a; timeout 0.2 awk 'BEGIN { while (1) x++ }'; echo $?"],
    [
      "a program in a shell in a longer limit",
      "echo a; timeout 30 bash -c \"timeout 0.2 awk 'BEGIN { while (1) x++ }'; echo \\$?\"",
    ],
    ["read by somebody", "x=$(timeout 0.2 bash -c 'echo a; while :; do :; done'; echo $?); echo \"$x\""],
  ])("ends %s and keeps what it printed", async (_what, command) => {
    expect(await run(command)).toEqual({ stdout: "a\n124\n", stderr: "", exitCode: 0 });
  });
});

describe("a shell that a signal ends", () => {
  test.each([
    ["by its time", "timeout 0.2 bash -c 'trap \"echo bye\" EXIT; sleep 20'; echo $?", "bye\n124\n"],
    [
      "with a code of its own",
      "timeout --preserve-status 0.2 bash -c 'trap \"exit 3\" TERM; sleep 20'; echo $?",
      "3\n",
    ],
    [
      "by kill",
      "bash -c 'trap \"echo got; exit 7\" TERM; sleep 20' & sleep 0.2; kill $!; wait $!; echo $?",
      "got\n7\n",
    ],
    ["which it ignores", "timeout -k 1 0.2 bash -c 'trap \"\" TERM; while :; do :; done'; echo $?", "137\n"],
    ["by KILL, which runs nothing", "timeout -s KILL 0.2 bash -c 'trap \"echo no\" EXIT; sleep 20'; echo $?", "137\n"],
  ])("runs its traps: %s", async (_what, command, stdout) => {
    expect(await run(command)).toMatchObject({ stdout, exitCode: 0 });
  });
});

test("a command that was stopped tells what it had printed", async () => {
  const sandbox = await create();
  const failed = await sandbox.exec("echo a; echo b >&2; sleep 20", { timeoutMs: 200 }).catch((error) => error);
  expect(failed).toMatchObject({ code: "timeout", output: "a\nb\n" });
});

test("output that is cut lies whole beside the workspace", async () => {
  const sandbox = await create();
  const result = await sandbox.exec("seq 1 300000");
  expect(result.truncated).toBe(true);
  expect(result.stdout).toMatch(/^1\n2\n.*characters left out.*\n300000\n$/s);
  const path = result.fullOutputPath ?? "";
  expect(path).toMatch(/^\/results\/output-/);
  expect((await sandbox.exec(`wc -l < ${path}`)).stdout.trim()).toBe("300000");
  expect((await sandbox.snapshot()).entries.size).toBe(0);
});
