// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { FolderDesk, LinkedFolder } from "@/lib/client/folder-desk";
import { TooltipProvider } from "../ui/tooltip";
import { LinkedFolders } from "./linked-folders";

afterEach(cleanup);

const folder: LinkedFolder = {
  name: "project",
  path: "/workspace/project",
  mode: "read-only",
  files: 1200,
  written: 0,
  reports: [],
  problem: undefined,
};

function show(...links: LinkedFolder[]) {
  const store = createStore(() => ({ links }));
  const unlink = vi.fn();
  const desk = { store, unlink, link: vi.fn() } as unknown as FolderDesk;
  const { container } = render(
    <TooltipProvider>
      <LinkedFolders desk={desk} />
    </TooltipProvider>,
  );
  return { store, unlink, container, user: userEvent.setup() };
}

describe("the linked folders", () => {
  it("take no room where none is linked", () => {
    expect(show().container.textContent).toBe("");
  });

  it("say what may happen to each, and what did", () => {
    show(folder, { ...folder, name: "site", path: "/workspace/site", mode: "writable", written: 3 });
    const [first, second] = screen.getAllByRole("listitem");
    expect(first?.textContent).toContain("read-only, 1,200 files");
    expect(second?.textContent).toContain("writes back, 3 written");
  });

  it("are unlinked by a button that names the folder", async () => {
    const { user, unlink } = show(folder);
    await user.click(screen.getByRole("button", { name: "Unlink project" }));
    expect(unlink).toHaveBeenCalledWith("/workspace/project");
  });

  it("say why nothing is written any more, and which files were left", () => {
    const { store } = show(folder);
    act(() =>
      store.setState({
        links: [
          {
            ...folder,
            problem: { code: "lost", message: "The folder is gone.", fix: "Link it again." },
            reports: ["a.txt changed on the disk", "b.txt changed on the disk"],
          },
        ],
      }),
    );
    expect(screen.getByRole("alert").textContent).toContain("The folder is gone.Link it again.");
    expect(screen.getByText("2 were left as they are")).toBeTruthy();
    expect(screen.getByText("b.txt changed on the disk")).toBeTruthy();
  });
});
