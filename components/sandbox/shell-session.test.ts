import { describe, expect, it } from "vitest";
import type { ExecOptions, ExecResult } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { ShellSession } from "./shell-session";

/** Bash for `cd` alone: enough to see what the session asks for and what it makes of the answer. */
function stubShell(answer: (command: string, options: ExecOptions) => Partial<ExecResult> | Error) {
  const seen: { command: string; cwd: string | undefined }[] = [];
  return {
    seen,
    cwd: "/workspace",
    async exec(command: string, options: ExecOptions = {}): Promise<ExecResult> {
      seen.push({ command, cwd: options.cwd });
      const result = answer(command, options);
      if (result instanceof Error) throw result;
      return { stdout: "", stderr: "", output: "", exitCode: 0, truncated: false, ...result };
    },
  };
}

const never = new AbortController().signal;
const mark = (command: string) => /printf '%s%s\\n' '([^']+)'/.exec(command)?.[1] ?? "";

describe("ShellSession", () => {
  it("goes on in the directory that a command ended in, and does not show the report", async () => {
    const shell = stubShell((command) => ({ output: `hello\n${mark(command)}/workspace/src\n` }));
    const session = new ShellSession(shell);
    let shown = "";
    await session.run("cd src && echo hello", (text) => (shown += text), never);
    expect(shown).toBe("hello\n");
    expect(session.shownDirectory).toBe("~/src");
    await session.run("ls", () => undefined, never);
    expect(shell.seen[1]).toEqual({ command: "ls", cwd: "/workspace/src" });
  });

  it("stays where it was when the command failed before its report", async () => {
    const session = new ShellSession(stubShell(() => ({ output: "bash: syntax error\n", exitCode: 2 })));
    let shown = "";
    const answer = await session.run("cd (", (text) => (shown += text), never);
    expect(answer).toMatchObject({ kind: "done", exitCode: 2 });
    expect(shown).toBe("bash: syntax error\n");
    expect(session.cwd).toBe("/workspace");
  });

  it("leaves commands alone that only have cd inside a word", async () => {
    const shell = stubShell(() => ({ output: "abcd\n" }));
    await new ShellSession(shell).run("echo abcd cdrom", () => undefined, never);
    expect(shell.seen[0]?.command).toBe("echo abcd cdrom");
  });

  it("writes streamed output once", async () => {
    const shell = stubShell((_, options) => {
      options.onOutput?.({ stream: "stdout", text: "one\n" });
      return { output: "one\n" };
    });
    let shown = "";
    await new ShellSession(shell).run("echo one", (text) => (shown += text), never);
    expect(shown).toBe("one\n");
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
    let gone = false;
    const shell = stubShell((command) =>
      gone ? new SandboxError("not-found", "no such directory") : { output: `${mark(command)}/workspace/tmp\n` },
    );
    const session = new ShellSession(shell);
    await session.run("cd tmp", () => undefined, never);
    gone = true;
    expect(await session.run("ls", () => undefined, never)).toMatchObject({ kind: "failed" });
    expect(session.shownDirectory).toBe("~");
  });

  it("says once that variables do not survive", async () => {
    const session = new ShellSession(stubShell(() => ({})));
    expect(await session.run("export A=1", () => undefined, never)).toHaveProperty(
      "note",
      expect.stringContaining("afresh"),
    );
    expect(await session.run("export B=1", () => undefined, never)).toHaveProperty("note", undefined);
  });
});
