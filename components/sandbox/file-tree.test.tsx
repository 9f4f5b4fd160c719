// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FileChange } from "@/lib/core/sandbox/sandbox";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { giveElementsASize } from "@/lib/testing/give-elements-a-size";
import { TooltipProvider } from "../ui/tooltip";
import { FileTree } from "./file-tree";

giveElementsASize(240, 600);
afterEach(cleanup);

const NO_CHANGES: FileChange[] = [];

function Harness({
  sandbox,
  onOpen,
  onMoved,
  changes,
}: {
  sandbox: MemorySandbox;
  onOpen(path: string, line?: number): void;
  onMoved(from: string, to: string): void;
  changes: FileChange[];
}) {
  const [openPath, setOpenPath] = useState<string>();
  const [revision, setRevision] = useState(0);
  useEffect(() => sandbox.watch(() => setRevision((now) => now + 1)), [sandbox]);
  return (
    <TooltipProvider>
      <FileTree
        sandbox={sandbox}
        revision={revision}
        changes={changes}
        openPath={openPath}
        onMoved={onMoved}
        onOpen={(path, line) => {
          setOpenPath(path);
          if (line === undefined) onOpen(path);
          else onOpen(path, line);
        }}
      />
    </TooltipProvider>
  );
}

async function openTree(files: Record<string, string>, changes = NO_CHANGES) {
  const sandbox = new MemorySandbox({ files: new Map(Object.entries(files)) });
  const onOpen = vi.fn();
  const onMoved = vi.fn();
  render(<Harness sandbox={sandbox} onOpen={onOpen} onMoved={onMoved} changes={changes} />);
  if (Object.keys(files).length > 0) await screen.findAllByRole("treeitem");
  return { sandbox, onOpen, onMoved, user: userEvent.setup() };
}

const names = () => screen.getAllByRole("treeitem").map((item) => item.getAttribute("aria-label"));

describe("FileTree", () => {
  it("is walked with the arrows and opened with Enter", async () => {
    const { user, onOpen } = await openTree({ "src/b.ts": "", "src/a.ts": "", "z.md": "" });
    expect(names()).toEqual(["src", "z.md"]);
    screen.getByRole("tree").focus();
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(names()).toEqual(["src", "a.ts", "b.ts", "z.md"]));
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith("/workspace/src/b.ts");
    expect(screen.getByRole("treeitem", { name: "b.ts" }).getAttribute("aria-level")).toBe("2");
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    await waitFor(() => expect(names()).toEqual(["src", "z.md"]));
    await user.keyboard("z{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith("/workspace/z.md");
  });

  it("renames with F2 and makes a file with its folders", async () => {
    const { user, sandbox, onOpen } = await openTree({ "old.ts": "text" });
    screen.getByRole("tree").focus();
    await user.keyboard("{F2}");
    await user.keyboard("new");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(names()).toEqual(["new.ts"]));
    expect(new TextDecoder().decode(await sandbox.read("new.ts"))).toBe("text");
    await user.click(screen.getByRole("button", { name: "New file" }));
    await user.keyboard("deep/er.md{Enter}");
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith("/workspace/deep/er.md"));
    expect((await sandbox.stat("deep/er.md")).type).toBe("file");
  });

  it("asks before it removes, and a name that is taken is refused with the reason", async () => {
    const { user, sandbox } = await openTree({ "a.ts": "1", "b.ts": "2" });
    screen.getByRole("tree").focus();
    await user.keyboard("{Delete}");
    await user.click(await screen.findByRole("button", { name: "Keep" }));
    expect(names()).toEqual(["a.ts", "b.ts"]);
    screen.getByRole("tree").focus();
    await user.keyboard("{F2}");
    await user.clear(screen.getByRole("textbox", { name: /New name/ }));
    await user.keyboard("b.ts{Enter}");
    expect((await screen.findByRole("alert")).textContent).toMatch(/b\.ts/);
    await user.keyboard("{Escape}");
    expect(new TextDecoder().decode(await sandbox.read("b.ts"))).toBe("2");
    screen.getByRole("tree").focus();
    await user.keyboard("{Delete}");
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    await waitFor(() => expect(names()).toEqual(["b.ts"]));
  });

  it("refuses names that leave the workspace", async () => {
    const { user } = await openTree({ "a.ts": "" });
    await user.click(screen.getByRole("button", { name: "New file" }));
    await user.keyboard("../evil{Enter}");
    expect(screen.getByRole("alert").textContent).toMatch(/cannot hold/);
    await user.keyboard("{Escape}");
    expect(names()).toEqual(["a.ts"]);
  });

  it("finds files by a part of their path", async () => {
    const { user, onOpen } = await openTree({ "src/deep/needle.ts": "", "src/other.ts": "" });
    await user.type(screen.getByRole("textbox", { name: "Find a file by name" }), "NEED");
    await waitFor(() => expect(names()).toEqual(["needle.ts"]));
    await user.click(screen.getByRole("treeitem"));
    expect(onOpen).toHaveBeenCalledWith("/workspace/src/deep/needle.ts");
  });

  it("marks changes, and folders that have some, in words", async () => {
    await openTree({ "src/a.ts": "", "b.ts": "" }, [
      { path: "/workspace/src/a.ts", kind: "changed" },
      { path: "/workspace/b.ts", kind: "created" },
    ]);
    expect(names()).toEqual(["src, has changes inside", "b.ts, new"]);
  });

  it("draws only what is seen of twenty thousand files", async () => {
    await openTree(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}.txt`, ""])));
    expect(screen.getAllByRole("treeitem").length).toBeLessThan(80);
    expect(screen.getAllByRole("treeitem")[0]?.getAttribute("aria-setsize")).toBe("20000");
  });

  it("keeps a name that was refused, with the reason, to be mended", async () => {
    const { user, sandbox, onMoved } = await openTree({ "a.ts": "1", "b.ts": "2" });
    screen.getByRole("tree").focus();
    await user.keyboard("{F2}");
    await user.clear(screen.getByRole("textbox", { name: /New name/ }));
    await user.keyboard("b.ts{Enter}");
    await screen.findByRole("alert");
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: /New name/ });
    expect(field.value).toBe("b.ts");
    field.setSelectionRange(4, 4);
    await user.keyboard("x{Enter}");
    await waitFor(() => expect(names()).toEqual(["b.ts", "b.tsx"]));
    expect(new TextDecoder().decode(await sandbox.read("b.tsx"))).toBe("1");
    expect(onMoved).toHaveBeenCalledWith("/workspace/a.ts", "/workspace/b.tsx");
  });

  it("moves with cut and paste, and takes it back with Undo", async () => {
    const { user, sandbox, onMoved } = await openTree({ "dir/x.md": "", "a.md": "1" });
    screen.getByRole("tree").focus();
    await user.keyboard("a{Control>}x{/Control}");
    expect(names()).toEqual(["dir", "a.md, cut"]);
    await user.keyboard("{Home}{Control>}v{/Control}");
    await waitFor(() => expect(names()).toEqual(["dir", "a.md", "x.md"]));
    expect(onMoved).toHaveBeenCalledWith("/workspace/a.md", "/workspace/dir/a.md");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(names()).toEqual(["dir", "x.md", "a.md"]));
    expect(new TextDecoder().decode(await sandbox.read("a.md"))).toBe("1");
  });

  it("moves what is dragged onto a folder", async () => {
    const { sandbox } = await openTree({ "dir/x.md": "", "a.md": "1" });
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, text: string) => data.set(type, text),
      get types() {
        return [...data.keys()];
      },
    };
    fireEvent.dragStart(screen.getByRole("treeitem", { name: "a.md" }), { dataTransfer });
    fireEvent.dragOver(screen.getByRole("treeitem", { name: "dir" }), { dataTransfer });
    fireEvent.drop(screen.getByRole("treeitem", { name: "dir" }), { dataTransfer });
    await waitFor(async () => expect((await sandbox.stat("dir/a.md")).type).toBe("file"));
  });

  it("brings back what was removed with Undo", async () => {
    const { user, sandbox } = await openTree({ "a.md": "1", "b.md": "2" });
    screen.getByRole("tree").focus();
    await user.keyboard("{Delete}");
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    await waitFor(() => expect(names()).toEqual(["b.md"]));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(names()).toEqual(["a.md", "b.md"]));
    expect(new TextDecoder().decode(await sandbox.read("a.md"))).toBe("1");
  });

  it("has everything else in a menu of the keyboard", async () => {
    const { user } = await openTree({ "a.md": "1" });
    screen.getByRole("tree").focus();
    await user.keyboard("{Shift>}{F10}{/Shift}");
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    await waitFor(() => expect(names()).toEqual(["a copy.md", "a.md"]));
  });

  it("finds words in files and opens one at its line", async () => {
    const { user, onOpen } = await openTree({ "src/a.ts": "one\nThe Needle (here)\n", "b.ts": "nothing" });
    await user.click(screen.getByRole("button", { name: "Search in the contents of files" }));
    await user.type(screen.getByRole("textbox", { name: "Find words in files" }), "needle (");
    const line = await screen.findByRole("option");
    expect(line.getAttribute("aria-label")).toBe("src/a.ts, line 2: The Needle (here)");
    screen.getByRole("listbox").focus();
    await user.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledWith("/workspace/src/a.ts", 2);
  });

  it("says of what searches leave out that it is ignored", async () => {
    await openTree({ ".gitignore": "*.log\n", "a.log": "", "a.ts": "", "node_modules/x.js": "" });
    await waitFor(() => expect(names()).toEqual(["node_modules, ignored", ".gitignore", "a.log, ignored", "a.ts"]));
  });

  it("keeps the place of the keyboard when an agent writes and removes files", async () => {
    const { sandbox, user, onOpen } = await openTree({ "b.md": "", "d.md": "", "f.md": "" });
    screen.getByRole("tree").focus();
    await user.keyboard("{ArrowDown}");
    await act(() => sandbox.write("a.md", ""));
    await waitFor(() => expect(names()).toContain("a.md"));
    await user.keyboard("{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith("/workspace/d.md");
    await act(() => sandbox.remove("d.md"));
    await waitFor(() => expect(names()).toEqual(["a.md", "b.md", "f.md"]));
    await user.keyboard("{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith("/workspace/f.md");
  });

  it("goes to a name by its first letters", async () => {
    const { user, onOpen } = await openTree({ "alpha.md": "", "read.md": "", "robot.md": "" });
    screen.getByRole("tree").focus();
    await user.keyboard("ro{Enter}");
    expect(onOpen).toHaveBeenLastCalledWith("/workspace/robot.md");
  });

  it("draws what a name hides", async () => {
    await openTree({ "a\u202egnp.exe": "", "two\nlines": "" });
    expect(document.querySelectorAll("[data-hidden-character]")).toHaveLength(2);
  });

  it("offers the next step where there is nothing", async () => {
    const { user, onOpen } = await openTree({});
    await user.click(await screen.findByRole("button", { name: "New file" }));
    await user.keyboard("first.md{Enter}");
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith("/workspace/first.md"));
  });
});
