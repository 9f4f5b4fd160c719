// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TypedOptions } from "@/lib/client/terminal/terminal-shell";
import type { ExecResult, SandboxCapabilities } from "@/lib/core/sandbox/sandbox";
import { giveElementsASize } from "@/lib/testing/give-elements-a-size";
import { TooltipProvider } from "../ui/tooltip";
import { RunningTerminals } from "./running-terminals";
import { TerminalPane } from "./terminal-pane";

giveElementsASize(600, 400);

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  // Without a canvas the terminal has no colours, which it bears.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A shell whose commands end when the test says so. */
function slowShell() {
  const commands: { line: string; signal: AbortSignal | undefined; say(text: string): void; end(): void }[] = [];
  const sandbox = {
    cwd: "/workspace",
    capabilities: { shell: true } as SandboxCapabilities,
    list: async () => [],
    stat: async () => {
      throw new Error("There is no file.");
    },
    exec: (line: string, { signal, onOutput }: TypedOptions = {}) =>
      new Promise<ExecResult>((resolve) => {
        commands.push({
          line,
          signal,
          say: (text) => onOutput?.({ stream: "stdout", text }),
          end: () => resolve({ stdout: "", stderr: "", output: "", exitCode: 0, truncated: false } as ExecResult),
        });
      }),
  };
  return { sandbox, commands };
}

function show(terminals: RunningTerminals, sandbox: ReturnType<typeof slowShell>["sandbox"]) {
  return render(
    <TooltipProvider>
      <TerminalPane sandbox={sandbox} sessionId="s" terminals={terminals} onOpen={() => undefined} />
    </TooltipProvider>,
  );
}

async function type(line: string): Promise<void> {
  await userEvent.type(await screen.findByRole("textbox", { name: "Terminal input, Terminal 1" }), line);
}

const rows = () => document.querySelector(".xterm-rows")?.textContent ?? "";

describe("a terminal whose pane goes and comes back", () => {
  it("has the same screen, and its command runs on and is shown to run", async () => {
    const terminals = new RunningTerminals();
    const { sandbox, commands } = slowShell();
    const first = show(terminals, sandbox);
    await type("build{Enter}");
    await waitFor(() => expect(commands).toHaveLength(1));
    commands[0]?.say("one\n");
    await waitFor(() => expect(rows()).toContain("one"));
    const before = document.querySelector(".xterm");
    first.unmount();
    expect(document.querySelector(".xterm")).toBeNull();
    commands[0]?.say("two\n");

    show(terminals, sandbox);
    expect(document.querySelector(".xterm")).toBe(before);
    expect(await screen.findByRole("tab", { name: /Terminal 1.*running|running.*Terminal 1/ })).toBeTruthy();
    await waitFor(() => expect(rows()).toMatch(/build.*one.*two/));
    expect(commands[0]?.signal?.aborted).toBe(false);
    commands[0]?.end();
    await waitFor(() => expect(screen.queryByRole("tab", { name: /running/ })).toBeNull());
    expect(commands).toHaveLength(1);
  });

  it("is closed when its shell was ended meanwhile", async () => {
    const terminals = new RunningTerminals();
    const { sandbox, commands } = slowShell();
    const first = show(terminals, sandbox);
    await type("build{Enter}exit{Enter}");
    await waitFor(() => expect(commands).toHaveLength(1));
    first.unmount();
    commands[0]?.end();
    await new Promise((resolve) => setTimeout(resolve));
    show(terminals, sandbox);
    expect(await screen.findByRole("tab", { name: /^Terminal 2/ })).toBeTruthy();
    expect(screen.queryByRole("tab", { name: /Terminal 1/ })).toBeNull();
  });

  it("begins anew on another sandbox", async () => {
    const terminals = new RunningTerminals();
    const old = slowShell();
    const first = show(terminals, old.sandbox);
    await type("build{Enter}");
    await waitFor(() => expect(old.commands).toHaveLength(1));
    first.unmount();
    const fresh = slowShell();
    show(terminals, fresh.sandbox);
    await waitFor(() => expect(old.commands[0]?.signal?.aborted).toBe(true));
    expect(screen.queryByRole("tab", { name: /running/ })).toBeNull();
    await type("again{Enter}");
    await waitFor(() => expect(fresh.commands).toHaveLength(1));
  });
});

it.each([
  [
    "its tab is closed",
    async () => void (await userEvent.type(screen.getByRole("tab", { selected: true }), "{Delete}")),
  ],
  ["its session is closed", async (terminals: RunningTerminals) => terminals.closeAll()],
])("a command ends when %s", async (_, close) => {
  const terminals = new RunningTerminals();
  const { sandbox, commands } = slowShell();
  show(terminals, sandbox);
  await type("build{Enter}");
  await waitFor(() => expect(commands).toHaveLength(1));
  await close(terminals);
  await waitFor(() => expect(commands[0]?.signal?.aborted).toBe(true));
});
