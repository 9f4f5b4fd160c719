// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FolderDesk, LinkedFolder, RealDirectory } from "@/lib/client/folder-desk";
import { fail, ok } from "@/lib/core/errors/result";
import { TooltipProvider } from "../ui/tooltip";
import { LinkFolderDialog } from "./link-folder-dialog";

afterEach(cleanup);

const directory = { kind: "directory", name: "pro\u202eject" } as RealDirectory;
const linked = ok({ name: "project" } as LinkedFolder);

function open(link: FolderDesk["link"] = vi.fn(async () => linked)) {
  const onClose = vi.fn();
  render(
    <TooltipProvider>
      <LinkFolderDialog directory={directory} link={link} onClose={onClose} />
    </TooltipProvider>,
  );
  return { user: userEvent.setup(), link, onClose };
}

describe("the dialog that links a folder", () => {
  it("links read-only and without .git and node_modules, unless more is allowed", async () => {
    const { user, link, onClose } = open();
    await user.click(screen.getByRole("button", { name: "Link it" }));
    expect(link).toHaveBeenCalledWith(directory, "read-only", { everything: false });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("writes back and takes everything when both are ticked", async () => {
    const { user, link } = open();
    await user.click(screen.getByRole("checkbox", { name: /^Write changes back/ }));
    await user.click(screen.getByRole("checkbox", { name: /^Bring .git/ }));
    await user.click(screen.getByRole("button", { name: "Link it" }));
    expect(link).toHaveBeenCalledWith(directory, "writable", { everything: true });
  });

  it("stays with the reason and what to do when it was refused", async () => {
    const refused = fail("no-permission", "The browser did not allow writing.", { fix: "Link it read-only." });
    const { user, onClose } = open(vi.fn(async () => refused));
    await user.click(screen.getByRole("button", { name: "Link it" }));
    expect((await screen.findByRole("alert")).textContent).toContain("did not allow writing.Link it read-only.");
    expect(onClose).not.toHaveBeenCalled();
  });

  it("cannot be left or confirmed twice while it links", async () => {
    const link = vi.fn(() => new Promise<typeof linked>(() => undefined));
    const { user, onClose } = open(link);
    await user.click(screen.getByRole("button", { name: "Link it" }));
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: /Link it/ }));
    expect(onClose).not.toHaveBeenCalled();
    expect(link).toHaveBeenCalledOnce();
  });

  it("shows what a folder's name hides", () => {
    open();
    expect(screen.getByText("U+202E")).toBeTruthy();
  });
});
