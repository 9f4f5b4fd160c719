// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useMemo, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Dialog, DialogContent } from "../ui/dialog";
import { TooltipProvider } from "../ui/tooltip";
import { CommandPalette } from "./command-palette";

// The list of the palette follows its own height and scrolls to the chosen line.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
Element.prototype.scrollIntoView = () => undefined;

afterEach(cleanup);

function Screen() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const actions = useMemo(
    () => [
      { id: "all", label: "Show what waits in all sessions", group: "Requests", perform: () => {} },
      {
        id: "open",
        label: "Show the secrets",
        group: "Session",
        keywords: ["token"],
        perform: () => setDialogOpen(true),
      },
    ],
    [],
  );
  return (
    <TooltipProvider>
      <button onClick={() => setPaletteOpen(true)} type="button">
        Where I was
      </button>
      <CommandPalette actions={actions} onOpenChange={setPaletteOpen} open={isPaletteOpen} />
      <Dialog onOpenChange={setDialogOpen} open={isDialogOpen}>
        <DialogContent title="Secrets">Nothing yet</DialogContent>
      </Dialog>
    </TooltipProvider>
  );
}

it("brings the focus back to where it was before the palette when the dialog that it opened closes", async () => {
  const user = userEvent.setup();
  render(<Screen />);
  const start = screen.getByRole("button", { name: "Where I was" });
  await user.click(start);
  await user.keyboard("secrets{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Secrets" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(start));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("gives the focus back when it is closed without a choice", async () => {
  const user = userEvent.setup();
  render(<Screen />);
  const start = screen.getByRole("button", { name: "Where I was" });
  await user.click(start);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(start));
});

it.each(["secrets", "SECRETS show", "token"])(
  "finds by whole pieces of words, not by scattered letters: %s",
  async (typed) => {
    const user = userEvent.setup();
    render(<Screen />);
    await user.click(screen.getByRole("button", { name: "Where I was" }));
    await user.keyboard(typed);
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Show the secrets"]);
  },
);
