import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ExecOptions, ExecResult } from "@/lib/core/sandbox/sandbox";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { PromptLoop, type PromptOptions } from "./prompt-loop";

let sandbox: VirtualSandbox;
beforeAll(async () => {
  sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
  await sandbox.ready();
  await sandbox.write("my notes.md", "text\n");
});
afterAll(() => sandbox.dispose());

function openPrompt(options: Partial<PromptOptions> = {}, cols = 80) {
  let written = "";
  let saved: readonly string[] = [];
  const screen = {
    cols,
    rows: 24,
    widthOf: (character: string) => (/[\u3000-\u9fff]|\p{Emoji_Presentation}/u.test(character) ? 2 : 1),
    write: (text: string) => {
      written += text;
    },
    clear: vi.fn(),
    hasSelection: () => false,
  };
  const said: string[] = [];
  const onLeave = vi.fn();
  const onExit = vi.fn();
  const loop = new PromptLoop(screen, {
    sandbox,
    directory: undefined,
    history: { load: () => [...saved], save: (history) => (saved = history) },
    onRunning: () => undefined,
    onDirectory: () => undefined,
    onEnd: (summary) => said.push(summary),
    onLeave,
    onExit,
    ...options,
  });
  loop.begin();
  return {
    loop,
    screen,
    said,
    onLeave,
    onExit,
    saved: () => saved,
    /** What was written, without colours and movements of the cursor. */
    shown: () => stripMovements(written),
    raw: () => written,
  };
}

function stripMovements(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's orders begin with escape
  return text.replaceAll(/\u001b\[[0-9;?!]*[A-Za-z]/g, "");
}

const hanging = {
  cwd: "/workspace",
  list: async () => [],
  exec: (_: string, { onOutput }: ExecOptions = {}): Promise<ExecResult> => {
    onOutput?.({ stream: "stdout", text: "begun\n" });
    return new Promise(() => undefined);
  },
};

describe("the prompt", () => {
  it("runs a line, shows its output and how it ended, and remembers it", async () => {
    const { loop, shown, said, saved } = openPrompt();
    await loop.take("echo hi; exit 3\r");
    expect(shown()).toContain("\r\nhi\n(exit code 3)\r\n");
    expect(said).toEqual(["Ended with exit code 3."]);
    expect(saved()).toEqual(["echo hi; exit 3"]);
  });

  it("goes on in the directory of the last command and shows it", async () => {
    const { loop, shown } = openPrompt();
    await loop.take("mkdir -p a/b && cd a/b\r");
    expect(shown()).toMatch(/~\/a\/b \$ \r$/);
  });

  it("has its prompt back at once after Ctrl+C, also when the command does not end", async () => {
    const { loop, shown, said } = openPrompt({ sandbox: hanging });
    const running = loop.take("sleep 100\r");
    await loop.take("\u0003");
    await running;
    expect(shown()).toMatch(/begun\n\^C\r\n[\s\S]*~ \$ \r$/);
    expect(said).toEqual(["Stopped."]);
  });

  it("keeps what is typed while a command runs for the next prompt", async () => {
    const { loop, shown } = openPrompt();
    const running = loop.take("echo one\r");
    await loop.take("echo two\r");
    await running;
    expect(shown()).toMatch(/\none\n[\s\S]*\ntwo\n/);
  });

  it("completes a name with spaces so that the shell reads it back", async () => {
    const { loop, shown } = openPrompt();
    await loop.take("cat my");
    await loop.take("\t");
    await loop.take("\r");
    expect(shown()).toContain("cat my\\ notes.md");
    expect(shown()).toContain("\r\ntext\n");
  });

  it("runs a pasted block as one command, after Enter", async () => {
    const { loop, shown } = openPrompt();
    await loop.take("\u001b[200~for i in 1 2; do\n  echo n$i\ndone\n\u001b[201~");
    expect(shown()).not.toContain("n1");
    await loop.take("\r");
    expect(shown()).toContain("\r\nn1\nn2\n");
  });

  it("gives Tab to the page after Escape, once", async () => {
    const { loop, onLeave } = openPrompt();
    const tab = { type: "keydown", key: "Tab", shiftKey: false, ctrlKey: false, metaKey: false };
    expect(loop.ownsKey(tab)).toBe(true);
    await loop.take("\u001b");
    expect(onLeave).toHaveBeenCalledOnce();
    expect(loop.ownsKey({ ...tab, key: "Escape" })).toBe(true);
    expect(loop.ownsKey(tab)).toBe(false);
    expect(loop.ownsKey(tab)).toBe(true);
  });

  it("names the file that holds what the limit cut", async () => {
    const cut = {
      cwd: "/workspace",
      list: async () => [],
      exec: async () => ({
        stdout: "",
        stderr: "",
        output: "",
        exitCode: 0,
        truncated: true,
        fullOutputPath: "/results/x.txt",
      }),
    };
    const { loop, shown } = openPrompt({ sandbox: cut });
    await loop.take("yes\r");
    expect(shown()).toContain("the whole is in /results/x.txt");
  });

  it("draws over its own rows when a long line wraps", async () => {
    const { loop, raw } = openPrompt({}, 20);
    await loop.take("x".repeat(50));
    const before = raw().length;
    await loop.take("\u0001");
    // Two rows up from the end of the line, where its beginning is.
    expect(raw().slice(before)).toContain("\u001b[2A\r\u001b[J");
  });

  it("does not let a file name send orders to the terminal", async () => {
    const listed = {
      ...hanging,
      list: async () => ["a\u001b[2J", "ab"].map((name) => ({ name, type: "file" as const, size: 0 })),
    };
    const { loop, raw } = openPrompt({ sandbox: listed });
    await loop.take("cat a");
    await loop.take("\t");
    expect(raw()).not.toContain("a\u001b[2J");
    expect(raw()).toContain("a\ufffd[2J");
  });

  it("keeps the order of what is typed while names are looked up", async () => {
    const { loop, shown } = openPrompt();
    await loop.take("cat my");
    await Promise.all([loop.take("\t"), loop.take("| wc -l"), loop.take("\r")]);
    expect(shown()).toContain("cat my\\ notes.md | wc -l");
    expect(shown()).toMatch(/\n1\n/);
  });

  it("shows every command of unmarked lines before its output", async () => {
    const { loop, shown } = openPrompt();
    await loop.take("echo a$((1))\necho b$((2))\n");
    expect(shown()).toMatch(/\$ echo a\$\(\(1\)\)\s+a1\n[\s\S]*\$ echo b\$\(\(2\)\)\s+b2\n/);
  });

  it("goes below all rows of a line that is given up in its middle", async () => {
    const { loop, raw } = openPrompt({}, 20);
    await loop.take("x".repeat(50));
    await loop.take("\u0001");
    const before = raw().length;
    await loop.take("\u0003");
    expect(raw().slice(before).startsWith("\u001b[2B\r\u001b[14C^C\r\n")).toBe(true);
  });

  it("gives the terminal its modes back after output that changed them", async () => {
    const { loop, raw } = openPrompt();
    await loop.take("printf '\\033[?1049h\\033[?25l'\r");
    expect(raw()).toContain("\u001b[?47l\u001b[?1000l\u001b[!p\u001b[?2004h");
  });

  it("draws no more rows than the terminal has", async () => {
    const { loop, raw } = openPrompt();
    const lines = Array.from({ length: 100 }, (_, index) => `echo line${index}`).join("\n");
    await loop.take(`\u001b[200~${lines}\u001b[201~`);
    const before = raw().length;
    await loop.take("x");
    expect(raw().slice(before)).toContain("echo line99x");
    expect(raw().slice(before).split("\n").length).toBeLessThanOrEqual(24);
  });

  it.each(["\u0004", "exit\r"])("ends with %j", async (keys) => {
    const { loop, onExit } = openPrompt();
    await loop.take(keys);
    expect(onExit).toHaveBeenCalledOnce();
  });

  it("is not ended by Ctrl+D while something is typed", async () => {
    const { loop, onExit } = openPrompt();
    await loop.take("ls");
    await loop.take("\u0004");
    expect(onExit).not.toHaveBeenCalled();
  });
});
