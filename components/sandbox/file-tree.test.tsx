// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
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
  changes,
}: {
  sandbox: MemorySandbox;
  onOpen(path: string): void;
  changes: FileChange[];
}) {
  const [openPath, setOpenPath] = useState<string>();
  return (
    <TooltipProvider>
      <FileTree
        sandbox={sandbox}
        revision={0}
        changes={changes}
        openPath={openPath}
        onOpen={(path) => {
          setOpenPath(path);
          onOpen(path);
        }}
      />
    </TooltipProvider>
  );
}

async function openTree(files: Record<string, string>, changes = NO_CHANGES) {
  const sandbox = new MemorySandbox({ files: new Map(Object.entries(files)) });
  const onOpen = vi.fn();
  render(<Harness sandbox={sandbox} onOpen={onOpen} changes={changes} />);
  await screen.findAllByRole("treeitem");
  return { sandbox, onOpen, user: userEvent.setup() };
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
    expect(screen.getByText(/cannot hold/)).toBeTruthy();
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
});
