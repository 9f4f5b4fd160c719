import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { executeCall } from "@/lib/core/call/execute-call";
import type { EncodedResult } from "@/lib/core/call/outcome";
import { prepareCall } from "@/lib/core/call/prepare-call";
import { wellFormed } from "@/lib/core/call/truncate-text";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import { Bash, ReadOnlyBash } from "./bash";
import { codingTools, readOnlyTools, strictReadOnlyTools } from "./coding-tools";
import { Edit } from "./edit";
import { exec } from "./exec";
import { Glob } from "./glob";
import { Grep } from "./grep";
import { Read } from "./read";
import { sleep } from "./sleep";
import { Write } from "./write";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const timers = {
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

let sandbox: Sandbox;

beforeEach(async () => {
  const virtual = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
  await virtual.ready();
  sandbox = virtual;
});
afterEach(() => sandbox.dispose());

function contextOf(extra: Partial<ToolContext> = {}): ToolContext {
  return {
    agentId: "tester",
    agent: { name: "tester" },
    runId: "r_1",
    callId: "c_1",
    sessionId: "s_1",
    sandbox,
    cwd: sandbox.cwd,
    secrets: {},
    opts: {},
    assigns: {},
    signal: new AbortController().signal,
    log: () => {},
    progress: () => {},
    ...extra,
  };
}

/** One call, as the tool host makes it. */
async function outcomeOf(tool: Tool, args: object, extra: Partial<ToolContext> = {}) {
  const prepared = await prepareCall(tool, args);
  return prepared.ok ? executeCall(tool, prepared.parsed, contextOf(extra), { timers }) : prepared.outcome;
}

async function resultOf(tool: Tool, args: object, extra: Partial<ToolContext> = {}): Promise<EncodedResult> {
  const outcome = await outcomeOf(tool, args, extra);
  if (outcome.status !== "ok") throw new Error(`${outcome.status}: ${outcome.text}`);
  return outcome.result;
}

async function textOf(tool: Tool, args: object, extra: Partial<ToolContext> = {}): Promise<string> {
  const { parts } = await resultOf(tool, args, extra);
  return parts.map((part) => (part.type === "text" ? part.text : `<${part.mediaType}>`)).join("");
}

async function failureOf(tool: Tool, args: object, extra: Partial<ToolContext> = {}): Promise<string> {
  const outcome = await outcomeOf(tool, args, extra);
  if (outcome.status === "ok") throw new Error("it succeeded");
  return outcome.text;
}

const fileText = async (path: string) => new TextDecoder().decode(await sandbox.read(path));
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("the sets", () => {
  it("hold the documented tools in the documented order", () => {
    const names = (tools: readonly Tool[]) => tools.map((tool) => tool.name);
    expect(names(codingTools())).toEqual(["Read", "Bash", "Edit", "Write", "Glob", "Grep"]);
    expect(names(readOnlyTools())).toEqual(["Read", "Bash", "Glob", "Grep"]);
    expect(names(strictReadOnlyTools())).toEqual(["Read", "Glob", "Grep"]);
  });

  it("ask for approval only where an author says so, and before a command line that reaches the network", async () => {
    for (const tool of codingTools()) {
      if (tool.name !== "Bash") expect(tool.requiresApproval).toBeUndefined();
    }
    for (const [args, needsApproval] of [
      [{ command: "ls" }, false],
      [{ command: "curl -s https://a.example" }, true],
      [{ command: "bash fetch.sh", network: true }, true],
    ] as const) {
      const sideEffects = ["process", "filesystem", ...(needsApproval ? ["network"] : [])];
      expect(await prepareCall(Bash, args)).toMatchObject({ ok: true, needsApproval, sideEffects });
    }
    const looking = await prepareCall(ReadOnlyBash, { command: "curl -s https://a.example" });
    expect(looking).toMatchObject({ ok: true, needsApproval: false, sideEffects: ["process"] });
    const prepared = await prepareCall(Bash.with({ requiresApproval: true }), { command: "ls" });
    expect(prepared).toMatchObject({ ok: true, needsApproval: true });
  });

  it("say clearly that they need a sandbox", async () => {
    for (const tool of codingTools()) {
      const args = { path: "a", command: "a", old_text: "a", new_text: "b", content: "", pattern: "a" };
      expect(await failureOf(tool, args, { sandbox: undefined as unknown as Sandbox })).toContain("needs a sandbox");
    }
  });
});

describe("Read", () => {
  it("gives a whole file exactly as it is", async () => {
    for (const content of [
      "one\ntwo\n",
      "no newline",
      "\r\nwindows\r\n",
      "\uFEFFwith a mark",
      numbered(2000),
      `${numbered(2000)}\n`,
    ]) {
      await sandbox.write("a.txt", content);
      expect(await textOf(Read, { path: "a.txt" })).toBe(content);
    }
  });

  it("gives nothing for an empty file", async () => {
    await sandbox.write("a.txt", "");
    expect((await resultOf(Read, { path: "a.txt" })).empty).toBe(true);
  });

  it("names the lines it gives, not the ones that were asked for", async () => {
    await sandbox.write("a.txt", `${numbered(5)}\n`);
    expect(await textOf(Read, { path: "a.txt", offset: 2, limit: 2 })).toBe("(lines 2-3 of 5)\n\nline 2\nline 3");
    expect(await textOf(Read, { path: "a.txt", offset: 4, limit: 100 })).toBe("(lines 4-5 of 5)\n\nline 4\nline 5");
    expect(await textOf(Read, { path: "a.txt", limit: 100 })).toBe(`${numbered(5)}\n`);
  });

  it("cuts at 2000 lines and says where to go on", async () => {
    await sandbox.write("a.txt", numbered(2500));
    const first = await textOf(Read, { path: "a.txt" });
    expect(
      first.startsWith("(showing lines 1-2000 of 2500, output truncated; continue with offset 2001)\n\nline 1\n"),
    ).toBe(true);
    expect(first.endsWith("\nline 2000")).toBe(true);
    const second = await textOf(Read, { path: "a.txt", offset: 2001 });
    expect(second.startsWith("(lines 2001-2500 of 2500)\n\nline 2001\n")).toBe(true);
  });

  it("gives every line once when a reader follows the hints", async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `${index} ${"é語x".repeat(index)}`);
    await sandbox.write("a.txt", lines.join("\n"));
    const seen: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const [header = "", ...rest]: string[] = (await textOf(Read, { path: "a.txt", offset })).split("\n\n");
      seen.push(...rest.join("\n\n").split("\n"));
      const next: string | undefined = /continue with offset (\d+)/.exec(header)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(seen).toEqual(lines);
  });

  it("keeps head and tail of a line that is too long by itself", async () => {
    await sandbox.write("a.txt", `head${"x".repeat(100_000)}tail\nlast`);
    const text = await textOf(Read, { path: "a.txt" });
    expect(text.startsWith("(showing lines 1-1 of 2, output truncated; continue with offset 2)\n\nheadxxx")).toBe(true);
    expect(text).toContain("bytes cut out of 100008 bytes");
    expect(text.endsWith("xxxtail")).toBe(true);
  });

  it("refuses an offset past the end, a directory, a missing file and a wrong number", async () => {
    await sandbox.write("dir/a.txt", numbered(5));
    expect(await failureOf(Read, { path: "dir/a.txt", offset: 99 })).toBe(
      "offset 99 is past the end of dir/a.txt, which has 5 lines",
    );
    expect(await failureOf(Read, { path: "dir" })).toBe("dir is a directory, not a file");
    expect(await failureOf(Read, { path: "nothing.txt" })).toBe("File not found: nothing.txt");
    expect(await failureOf(Read, { path: "dir/a.txt", offset: 0 })).toContain("Invalid arguments: offset:");
  });

  it("knows an image by its content", async () => {
    await sandbox.write("chart.txt", new Uint8Array(Buffer.from(PNG, "base64")));
    expect((await resultOf(Read, { path: "chart.txt", offset: 3 })).parts).toEqual([
      { type: "image", mediaType: "image/png", data: PNG },
    ]);
    await sandbox.write("fake.png", "just words");
    expect(await textOf(Read, { path: "fake.png" })).toBe("just words");
  });

  it("does not send a huge image or a binary file", async () => {
    const huge = new Uint8Array(5_000_001);
    huge.set(Buffer.from(PNG, "base64"));
    await sandbox.write("huge.png", huge);
    expect(await failureOf(Read, { path: "huge.png" })).toBe(
      "huge.png is an image of 5000001 bytes; images over 5000000 bytes are not shown.",
    );
    await sandbox.write("a.bin", new Uint8Array([1, 0, 2]));
    expect(await textOf(Read, { path: "a.bin" })).toBe(
      "a.bin is a binary file (unknown kind, 3 bytes); it is not shown as text.",
    );
    await sandbox.exec("echo x | gzip > a.gz");
    expect(await textOf(Read, { path: "a.gz" })).toMatch(/^a\.gz is a binary file \(gzip data, \d+ bytes\); /);
  });

  it("does not send an image that is too wide or damaged, which would end the request", async () => {
    const wide = new Uint8Array(Buffer.from(PNG, "base64"));
    wide.set([0, 0, 0x23, 0x28], 16);
    await sandbox.write("wide.png", wide);
    expect(await failureOf(Read, { path: "wide.png" })).toBe(
      "wide.png is an image of 9000 × 1 pixels; images with a side over 8000 pixels are not shown.",
    );
    await sandbox.write("cut.png", wide.slice(0, 12));
    expect(await failureOf(Read, { path: "cut.png" })).toBe(
      "cut.png begins as an image/png file of 12 bytes, but it is damaged or cut off.",
    );
  });

  it("decodes UTF-16 text that says so, and says so too", async () => {
    await sandbox.write("wide.txt", new Uint8Array([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0xe9, 0]));
    expect(await textOf(Read, { path: "wide.txt" })).toBe("(decoded from UTF-16LE; Edit cannot change it)\n\na\né");
    expect(await textOf(Read, { path: "wide.txt", offset: 2 })).toBe(
      "(decoded from UTF-16LE; Edit cannot change it)\n\n(lines 2-2 of 2)\n\né",
    );
  });

  it("says when a text is not UTF-8", async () => {
    await sandbox.write("latin.txt", new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
    expect(await textOf(Read, { path: "latin.txt" })).toBe(
      "(not UTF-8: bytes that are no text are shown as \uFFFD)\n\ncaf\uFFFD",
    );
  });
});

describe("Write", () => {
  it("creates files and directories and counts lines and UTF-8 bytes", async () => {
    expect(await textOf(Write, { path: "new/dir/a.txt", content: "é\n語\n" })).toBe(
      "Wrote new/dir/a.txt (2 lines, 7 bytes), a new file",
    );
    expect(await fileText("new/dir/a.txt")).toBe("é\n語\n");
    expect(await textOf(Write, { path: "empty", content: "" })).toBe("Wrote empty (0 lines, 0 bytes), a new file");
  });

  it("says when it replaces a file", async () => {
    await sandbox.write("a.txt", "old");
    expect(await textOf(Write, { path: "a.txt", content: "new" })).toBe(
      "Wrote a.txt (1 line, 3 bytes), replacing the file that was there",
    );
  });

  it("refuses a directory and a read-only place", async () => {
    await sandbox.makeDirectory("dir");
    expect(await failureOf(Write, { path: "dir", content: "x" })).toBe("dir is a directory, not a file");
    await sandbox.mount(new Map([["a.txt", "x"]]), "fixed", "read-only");
    expect(await failureOf(Write, { path: "fixed/a.txt", content: "y" })).toMatch(/^Cannot write to fixed\/a\.txt: /);
  });
});

describe("Edit", () => {
  it("replaces the only occurrence and shows the change", async () => {
    await sandbox.write("a.ts", "const a = 1;\nconst b = 2;\n");
    expect(await textOf(Edit, { path: "a.ts", old_text: "b = 2", new_text: "b = 3" })).toBe(
      "Successfully edited a.ts\n\n```diff\n- b = 2\n+ b = 3\n```",
    );
    expect(await fileText("a.ts")).toBe("const a = 1;\nconst b = 3;\n");
  });

  it("takes the replacement literally", async () => {
    await sandbox.write("a.txt", "x MARK y");
    await resultOf(Edit, { path: "a.txt", old_text: "MARK", new_text: "$& $1 $$ $` \\n" });
    expect(await fileText("a.txt")).toBe("x $& $1 $$ $` \\n y");
  });

  it("keeps its fence around text that has one", async () => {
    await sandbox.write("a.md", "```\ncode\n```");
    const text = await textOf(Edit, { path: "a.md", old_text: "```\ncode", new_text: "````\ncode" });
    expect(text).toContain("`````diff\n- ```\n- code\n+ ````\n+ code\n`````");
  });

  it.each([
    [
      "identical texts, even for a missing file",
      { path: "no.txt", old_text: "a", new_text: "a" },
      "No changes made to no.txt. The replacement produced identical content.",
    ],
    [
      "an empty old text",
      { path: "a.txt", old_text: "", new_text: "a" },
      "old_text is empty. Give the passage to replace, or use Write to create a file.",
    ],
    ["a missing file", { path: "no.txt", old_text: "a", new_text: "b" }, "File not found: no.txt"],
    [
      "several occurrences",
      { path: "a.txt", old_text: "aa", new_text: "b" },
      "Found 2 occurrences of old_text in a.txt. Make the match unique by including more surrounding context.",
    ],
    [
      "a short text that is not there",
      { path: "a.txt", old_text: "zz", new_text: "b" },
      "old_text not found in a.txt. The text must match exactly, with its spaces and line breaks.",
    ],
    [
      "other white space",
      { path: "a.txt", old_text: "  first line\nsecond", new_text: "b" },
      "old_text not found in a.txt. Its first line is in the file, so spaces, tabs or line endings differ. Use Read to see them exactly.",
    ],
    [
      "a text that is not there",
      { path: "a.txt", old_text: "nowhere to be found", new_text: "b" },
      "old_text not found in a.txt. Its first line is not in the file either. Use Read to see the current content.",
    ],
  ])("leaves the file alone on %s", async (_what, args, message) => {
    const before = "aaaa\nfirst line\n\tsecond\n";
    await sandbox.write("a.txt", before);
    expect(await failureOf(Edit, args)).toBe(message);
    expect(await fileText("a.txt")).toBe(before);
  });

  it("says when only the line endings differ, both ways", async () => {
    await sandbox.write("windows.txt", "one\r\ntwo\r\n");
    expect(await failureOf(Edit, { path: "windows.txt", old_text: "one\ntwo", new_text: "x" })).toBe(
      "old_text not found in windows.txt. Only the line endings differ: the file has Windows ones (CRLF), so write \\r\\n where a line ends.",
    );
    await sandbox.write("unix.txt", "one\ntwo\n");
    expect(await failureOf(Edit, { path: "unix.txt", old_text: "one\r\ntwo", new_text: "x" })).toBe(
      "old_text not found in unix.txt. Only the line endings differ: the file has plain ones (LF), so write \\n where a line ends.",
    );
    expect(await fileText("windows.txt")).toBe("one\r\ntwo\r\n");
  });

  it("says when an edit brings plain line endings into a file with Windows ones", async () => {
    await sandbox.write("windows.txt", "one\r\ntwo\r\n");
    expect(await textOf(Edit, { path: "windows.txt", old_text: "two", new_text: "2\n3" })).toContain(
      "it holds both now.",
    );
    expect(await textOf(Edit, { path: "windows.txt", old_text: "one", new_text: "1\r\n1.5" })).not.toContain(
      "both now",
    );
  });

  it("refuses to edit what is not UTF-8, and changes no byte of it", async () => {
    const bytes = new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x20, 0x61]);
    await sandbox.write("latin.txt", bytes);
    expect(await failureOf(Edit, { path: "latin.txt", old_text: "caf", new_text: "tea" })).toContain("not UTF-8");
    expect(await sandbox.read("latin.txt")).toEqual(bytes);
  });
});

describe("Bash", () => {
  it("gives output, and the exit code only when it is not 0", async () => {
    expect(await textOf(Bash, { command: "echo hello; echo oops >&2" })).toBe("hello\noops");
    expect(await textOf(Bash, { command: "echo before; exit 3" })).toBe("before\n\n(exit code: 3)");
    expect((await resultOf(Bash, { command: "true" })).empty).toBe(true);
    expect(await textOf(Bash, { command: "false" })).toBe("(exit code: 1)");
  });

  it("runs in the workspace or where it is told, with the granted secrets", async () => {
    await sandbox.write("src/a.txt", "x");
    expect(await textOf(Bash, { command: "pwd" })).toBe(sandbox.cwd);
    expect(await textOf(Bash, { command: "ls", cwd: "src" })).toBe("a.txt");
    expect(await textOf(Bash, { command: 'echo "$TOKEN"' }, { secrets: { TOKEN: "s3cret" } })).toBe("s3cret");
  });

  it("keeps the head and the tail of long output and names the file that holds the whole", async () => {
    const text = await textOf(Bash, { command: "seq 1 30000; exit 3" });
    expect(text.startsWith("1\n2\n3\n")).toBe(true);
    const [, path = ""] = /\n29999\n30000\n\n\(output truncated; the whole output is in (\S+), .*\)/.exec(text) ?? [];
    expect(text.endsWith("\n\n(exit code: 3)")).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThan(52_000);
    expect(await fileText(path)).toBe(`${Array.from({ length: 30_000 }, (_, index) => index + 1).join("\n")}\n`);
    expect(await textOf(Read, { path, offset: 29_999 })).toBe("(lines 29999-30000 of 30000)\n\n29999\n30000");
    expect((await sandbox.snapshot()).entries.size).toBe(0);
  });

  it("names the whole output also where the shell itself had cut it, and where changes are thrown away", async () => {
    for (const tool of [Bash, ReadOnlyBash]) {
      const text = await textOf(tool, { command: "seq 1 300000" });
      const path = /the whole output is in (\S+),/.exec(text)?.[1] ?? "";
      const whole = await fileText(path);
      expect([whole.startsWith("1\n2\n"), whole.trimEnd().endsWith("\n300000")]).toEqual([true, true]);
      expect(whole.split("\n").length).toBeGreaterThanOrEqual(300_000);
    }
  });

  it("names the file that the sandbox itself keeps, and none where nothing is kept", async () => {
    const output = "x\n";
    const cut = { stdout: output, stderr: "", output, exitCode: 0, truncated: true };
    sandbox.exec = async () => ({ ...cut, fullOutputPath: "/results/kept" });
    expect(await textOf(Bash, { command: "x" })).toContain("the whole output is in /results/kept,");
    sandbox.exec = async () => cut;
    expect(await textOf(Bash, { command: "x" })).toBe("x\n\n(output truncated)");
  });

  it("tells what a command printed before its time was over", async () => {
    sandbox.exec = async () => {
      throw new SandboxError("timeout", "too long", { output: `begun\n${"y\n".repeat(60_000)}` });
    };
    const text = await failureOf(Bash, { command: "yes", timeout: 2 });
    expect(text).toMatch(/^Command timed out after 2 seconds\. Output until then:\n\nbegun\ny\n/);
    expect(text).toMatch(/\(output truncated; the whole output is in \/results\/\S+, /);
  });

  it("ends a command that takes too long and says after how many seconds", async () => {
    expect(await failureOf(Bash, { command: "echo begun; sleep 30", timeout: 0.5 })).toMatch(
      /^Command timed out after 0\.5 seconds/,
    );
  });

  it("may take as long as its parameters allow: the limit of the call itself is longer, as that of exec and sleep", async () => {
    for (const [tool, args, longest] of [
      [Bash, { command: "x", timeout: 600 }, 600_000],
      [ReadOnlyBash, { command: "x", timeout: 600 }, 600_000],
      [exec, { command: "x", timeout: 300_000 }, 300_000],
      [sleep, { ms: 60_000 }, 60_000],
    ] as const) {
      expect(await prepareCall(tool, args)).toMatchObject({ ok: true });
      expect(tool.timeout, tool.name).toBeGreaterThan(longest);
    }
    for (const [tool, args] of [
      [Bash, { command: "x", timeout: 600.001 }],
      [exec, { command: "x", timeout: 300_001 }],
      [sleep, { ms: 60_001 }],
    ] as const) {
      expect(await prepareCall(tool, args)).toMatchObject({ ok: false });
    }
  });

  it("stops when the call is stopped", async () => {
    const controller = new AbortController();
    const settled = outcomeOf(Bash, { command: "sleep 30" }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await settled).toMatchObject({ status: "stopped" });
  });

  it("says that a sandbox without a shell has none", async () => {
    expect(await failureOf(Bash, { command: "ls" }, { sandbox: new MemorySandbox() })).toBe(
      "Bash is not supported by the active sandbox",
    );
  });
});

describe("the read-only Bash", () => {
  it("runs for real and leaves no trace", async () => {
    await sandbox.write("a.txt", "kept");
    await sandbox.write("b.txt", "kept too");
    const before = await sandbox.snapshot();
    const command = "echo changed > a.txt; rm b.txt; mkdir -p new/dir; echo x > c.txt; ls; cat a.txt";
    expect(await textOf(ReadOnlyBash, { command })).toBe("a.txt\nc.txt\nnew\nchanged");
    const after = await sandbox.snapshot();
    expect([...after.entries.keys()]).toEqual([...before.entries.keys()]);
    expect(await fileText("a.txt")).toBe("kept");
    expect(await fileText("b.txt")).toBe("kept too");
  });

  it("leaves no trace of a command that failed or took too long", async () => {
    await sandbox.write("a.txt", "kept");
    await textOf(ReadOnlyBash, { command: "echo changed > a.txt; exit 1" });
    expect(await fileText("a.txt")).toBe("kept");
    await failureOf(ReadOnlyBash, { command: "echo changed > a.txt; sleep 30", timeout: 0.2 });
    expect(await fileText("a.txt")).toBe("kept");
  });
});

describe("the read-only Bash beside others", () => {
  it("undoes nothing that others write while it runs", async () => {
    await sandbox.write("a.txt", "before");
    const running = textOf(ReadOnlyBash, { command: "echo mine > a.txt; sleep 0.2; cat a.txt" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sandbox.write("a.txt", "theirs");
    expect(await running).toBe("mine");
    expect(await fileText("a.txt")).toBe("theirs");
  });

  it("does not run where changes cannot be discarded, and says why", async () => {
    const refusal = new SandboxError("not-supported", "This sandbox cannot discard changes.");
    sandbox.exec = () => Promise.reject(refusal);
    expect(await failureOf(ReadOnlyBash, { command: "ls" })).toBe(
      "Command failed: This sandbox cannot discard changes.",
    );
  });
});

describe("Glob and Grep", () => {
  beforeEach(async () => {
    await sandbox.write("src/a.ts", "const one = 1;\nconst two = 2;\n");
    await sandbox.write("src/deep/b.ts", "const ONE = one;\n");
    await sandbox.write("node_modules/x/c.ts", "const one = 1;\n");
    await sandbox.write("README.md", "one\n");
    await sandbox.write("a.bin", new Uint8Array([0, 1, 2]));
  });

  it("lists what a pattern matches, sorted, and says when the limit cut the list", async () => {
    expect(await textOf(Glob, { pattern: "**/*.ts" })).toBe("2 matches for **/*.ts:\nsrc/a.ts\nsrc/deep/b.ts");
    expect(await textOf(Glob, { pattern: "*.ts", cwd: "src" })).toBe("1 match for *.ts:\na.ts");
    expect(await textOf(Glob, { pattern: "**/*.ts", limit: 1 })).toBe(
      "1 match for **/*.ts:\nsrc/a.ts\n(there are more: the limit of 1 cut the list)",
    );
    expect(await textOf(Glob, { pattern: "**/*.ts", include_ignored: true })).toContain("node_modules/x/c.ts");
    expect(await textOf(Glob, { pattern: "*.rs" })).toBe("No files matched *.rs");
    expect(await failureOf(Glob, { pattern: "*", cwd: "nowhere" })).toMatch(/^Glob failed: /);
  });

  it("takes the path of one file, and says that a file is no place to start in", async () => {
    for (const pattern of ["src/a.ts", "./src/a.ts", "/workspace/src/a.ts"]) {
      expect(await textOf(Glob, { pattern })).toBe(`1 match for ${pattern}:\nsrc/a.ts`);
    }
    expect(await textOf(Glob, { pattern: "node_modules/x/c.ts" })).toContain("\nnode_modules/x/c.ts");
    expect(await textOf(Glob, { pattern: "src/none.ts" })).toBe("No files matched src/none.ts");
    expect(await failureOf(Glob, { pattern: "*", cwd: "src/a.ts" })).toMatch(/^Glob failed: .*not a directory/i);
    for (const path of ["src/a.ts", "./src/a.ts", "/workspace/src/a.ts"]) {
      expect(await textOf(Grep, { pattern: "two", path })).toBe("src/a.ts:2: const two = 2;");
    }
  });

  it("lists matching lines with path and line", async () => {
    expect(await textOf(Grep, { pattern: "\\bone\\b", glob: "*.ts" })).toBe(
      "src/a.ts:1: const one = 1;\nsrc/deep/b.ts:1: const ONE = one;",
    );
    expect(await textOf(Grep, { pattern: "one", path: "src/a.ts" })).toBe("src/a.ts:1: const one = 1;");
    expect(await textOf(Grep, { pattern: "ONE", case_sensitive: false, path: "README.md" })).toBe("README.md:1: one");
  });

  it("says what it left out", async () => {
    expect(await textOf(Grep, { pattern: "const", limit: 1, glob: "*.ts" })).toBe(
      "src/a.ts:1: const one = 1;\n(there are more: the limit of 1 cut the list)",
    );
    expect(await textOf(Grep, { pattern: "nothing here" })).toBe(
      "No matches for nothing here\n(1 binary file(s) skipped)",
    );
  });

  it("says how long a line is that it shows a part of", async () => {
    await sandbox.write("long.txt", `${"🎉".repeat(1000)}NEEDLE${"🎉".repeat(1000)}`);
    const text = await textOf(Grep, { pattern: "NEEDLE" });
    expect(text).toMatch(/^long\.txt:1: ….*NEEDLE.*… \[clipped: the line has 4006 characters\]/u);
    expect(text).toBe(wellFormed(text));
  });

  it("says that a pattern with a line break cannot match", async () => {
    expect(await textOf(Grep, { pattern: "1;\\nconst", path: "src" })).toContain("lines are searched one by one");
    expect(await textOf(Grep, { pattern: "\\\\n", path: "src" })).toBe("No matches for \\\\n");
  });

  it("refuses a broken pattern and a missing path in words", async () => {
    expect(await failureOf(Grep, { pattern: "(" })).toMatch(/^Invalid regex: /);
    expect(await failureOf(Grep, { pattern: "a", path: "nowhere" })).toBe("Path not found: nowhere");
  });
});
