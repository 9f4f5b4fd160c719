// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { OpenFileTabs } from "./open-file-tabs";

afterEach(cleanup);

function show(active: string | undefined) {
  const onOpen = vi.fn();
  const onClose = vi.fn();
  render(
    <OpenFileTabs
      root="/workspace"
      paths={["/workspace/a/x.md", "/workspace/b/x.md", "/workspace/c.md"]}
      active={active}
      dirty={new Set(["/workspace/c.md"])}
      panelId="panel"
      onOpen={onOpen}
      onClose={onClose}
    />,
  );
  return { onOpen, onClose, user: userEvent.setup() };
}

describe("the tabs of open files", () => {
  it("name the folder where two files have one name, and say what is unsaved", () => {
    show(undefined);
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Definition",
      "a/x.md",
      "b/x.md",
      "c.md, unsaved",
    ]);
  });

  it("are walked with the arrows, around the end to the definition", async () => {
    const { user, onOpen } = show("/workspace/c.md");
    screen.getByRole("tab", { selected: true }).focus();
    await user.keyboard("{ArrowLeft}");
    expect(onOpen).toHaveBeenLastCalledWith("/workspace/b/x.md");
    await user.keyboard("{ArrowRight}");
    expect(onOpen).toHaveBeenLastCalledWith(undefined);
  });

  it("are closed with Delete, by the button and the middle one, the definition never", async () => {
    const { user, onClose } = show("/workspace/c.md");
    screen.getByRole("tab", { selected: true }).focus();
    await user.keyboard("{Delete}");
    await user.click(screen.getByTitle("Close c.md (Delete)"));
    expect(onClose).toHaveBeenCalledTimes(2);
    screen.getByRole("tab", { name: "Definition" }).focus();
    await user.keyboard("{Delete}");
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});
