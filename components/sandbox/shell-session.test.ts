import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExecOptions, ExecResult } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { ShellSession } from "./shell-session";

const never = new AbortController().signal;

describe("a session on the embedded shell", () => {
  let sandbox: VirtualSandbox;
  beforeAll(async () => {
    sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
    await sandbox.ready();
    await sandbox.write("src/a b/it's.txt", "text\n");
  });
  afterAll(() => sandbox.dispose());

  /** What the lines show one after the other, each as its own command. */
  async function type(...lines: string[]): Promise<string> {
    const session = new ShellSession(sandbox);
    let shown = "";
    for (const line of lines) await session.run(line, (text) => (shown += text), never);
    return shown;
  }

  it.each<[string, string[], string]>([
    ["the directory", ["cd 'src/a b'", "pwd; ls"], "/workspace/src/a b\nit's.txt\n"],
    ["the way back", ["cd src", "cd -"], "/workspace\n"],
    ["home, which is the workspace", ["cd /tmp", "cd", "pwd"], "/workspace\n"],
    ["a variable", ["x='two words'", 'echo "$x"'], "two words\n"],
    ["a variable of several lines", ["x=$'a\\nb'", 'echo "$x"'], "a\nb\n"],
    ["an exported variable for programs", ["export A=1", "sh -c 'echo $A'"], "1\n"],
    ["an array", ["a=(1 'two x')", `echo "\${a[1]}"`], "two x\n"],
    ["a map", ["declare -A m; m[k]='two x'", `echo "\${m[k]}"`], "two x\n"],
    ["a function", ["greet() { echo hi $1; }", "greet you"], "hi you\n"],
    ["a function of several lines", ["f() {\n  echo 'it''s'\n}", "f"], "its\n"],
    ["that a variable was removed", ["x=1", "unset x", "echo [$x]"], "[]\n"],
    ["what a read script sets", ["echo y=3 > set.sh", ". ./set.sh", "echo $y"], "3\n"],
    ["the exit code", ["false", "echo $?", "echo $?"], "1\n0\n"],
  ])("carries over %s", async (_what, lines, shown) => {
    expect(await type(...lines)).toBe(shown);
  });

  it("leaves no trace of itself among the variables", async () => {
    expect(await type("x=1", "declare -p")).not.toMatch(/toolwright|HOME="\/workspace"/);
  });

  it("tells the exit code of a command that also reports", async () => {
    const answer = await new ShellSession(sandbox).run("cd /nowhere", () => undefined, never);
    expect(answer).toMatchObject({ kind: "done", exitCode: 1 });
  });

  it("says once what does not survive", async () => {
    const session = new ShellSession(sandbox);
    const run = (line: string) => session.run(line, () => undefined, never);
    expect(await run("set -e")).toHaveProperty("note", expect.stringContaining("do not"));
    expect(await run("set -e")).not.toHaveProperty("note");
  });
});

describe("a session on a shell that is no bash, as a container's", () => {
  function session(): { session: ShellSession; asked: [string, string | undefined][] } {
    const asked: [string, string | undefined][] = [];
    const capabilities = { shell: true, persistent: true, promptStop: true, node: true };
    const exec = async (command: string, options: ExecOptions = {}): Promise<ExecResult> => {
      asked.push([command, options.cwd]);
      const moved = /^cd (\S+) && pwd$/.exec(command)?.[1];
      if (moved === "nowhere")
        return {
          stdout: "no such directory\n",
          stderr: "",
          output: "no such directory\n",
          exitCode: 1,
          truncated: false,
        };
      const stdout = moved === undefined ? "ran\n" : `/workspace/${moved}\n`;
      options.onOutput?.({ stream: "stdout", text: stdout });
      return { stdout, stderr: "", output: stdout, exitCode: 0, truncated: false };
    };
    return { session: new ShellSession({ exec, cwd: "/workspace", capabilities }), asked };
  }

  it("sends a line as it is, and goes on where a lone cd went", async () => {
    const { session: shell, asked } = session();
    let shown = "";
    for (const line of ["cd src", "export A=1; npm test"]) await shell.run(line, (text) => (shown += text), never);
    expect(asked).toEqual([
      ["cd src && pwd", "/workspace"],
      ["export A=1; npm test", "/workspace/src"],
    ]);
    expect([shown, shell.shownDirectory]).toEqual(["ran\n", "~/src"]);
  });

  it("stays where it is when the directory is none, and says why", async () => {
    const { session: shell } = session();
    let shown = "";
    await shell.run("cd nowhere", (text) => (shown += text), never);
    expect([shown, shell.cwd]).toEqual(["no such directory\n", "/workspace"]);
  });
});

describe("a session on any shell", () => {
  function stubShell(answer: (command: string, options: ExecOptions) => Partial<ExecResult> | Error) {
    const seen: string[] = [];
    return {
      seen,
      cwd: "/workspace",
      async exec(command: string, options: ExecOptions = {}): Promise<ExecResult> {
        seen.push(command);
        const result = answer(command, options);
        if (result instanceof Error) throw result;
        return { stdout: "", stderr: "", output: "", exitCode: 0, truncated: false, ...result };
      },
    };
  }

  it("leaves commands alone that only have cd inside a word", async () => {
    const shell = stubShell(() => ({ output: "abcd\n" }));
    await new ShellSession(shell).run("echo abcd cdrom", () => undefined, never);
    expect(shell.seen).toEqual(["echo abcd cdrom"]);
  });

  it("writes streamed output once, while the command runs", async () => {
    const shell = stubShell((_, options) => {
      options.onOutput?.({ stream: "stdout", text: "one\n" });
      return { output: "one\n" };
    });
    let shown = "";
    await new ShellSession(shell).run("cd src && echo one", (text) => (shown += text), never);
    expect(shown).toBe("one\n");
  });

  it("stays where it was when the command ended before its report", async () => {
    const session = new ShellSession(stubShell(() => ({ output: "bash: syntax error\n", exitCode: 2 })));
    let shown = "";
    expect(await session.run("cd (", (text) => (shown += text), never)).toMatchObject({ kind: "done", exitCode: 2 });
    expect(shown).toBe("bash: syntax error\n");
    expect(session.cwd).toBe("/workspace");
  });

  it("tells an interruption from a failure", async () => {
    const aborted = stubShell(() => new SandboxError("aborted", "stopped"));
    expect(await new ShellSession(aborted).run("sleep 9", () => undefined, never)).toEqual({ kind: "interrupted" });
    const broken = stubShell(() => new SandboxError("failed", "the worker is gone"));
    expect(await new ShellSession(broken).run("ls", () => undefined, never)).toEqual({
      kind: "failed",
      message: "the worker is gone",
    });
  });

  it("comes back to the workspace when its directory is gone", async () => {
    const session = new ShellSession(
      stubShell(() => new SandboxError("not-found", "no such directory")),
      "/workspace/gone",
    );
    expect(await session.run("ls", () => undefined, never)).toMatchObject({ kind: "failed" });
    expect(session.shownDirectory).toBe("~");
  });
});
