// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TooltipProvider } from "../ui/tooltip";
import { addTerminal, changeTerminal, closeTerminal, loadOpenTerminals, saveOpenTerminals } from "./open-terminals";
import { TerminalTabList } from "./terminal-tab-list";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function Harness() {
  const [open, setOpen] = useState(() => loadOpenTerminals("s"));
  saveOpenTerminals("s", open);
  return (
    <TooltipProvider>
      <TerminalTabList
        terminals={open.terminals}
        active={open.active}
        running={new Set(["2"])}
        panelId="panel"
        onSelect={(active) => setOpen({ ...open, active })}
        onAdd={() => setOpen(addTerminal(open))}
        onClose={(id) => setOpen(closeTerminal(open, id))}
        onRename={(id, name) => setOpen(changeTerminal(open, id, { name }))}
      />
    </TooltipProvider>
  );
}

const tabs = () => screen.getAllByRole("tab").map((tab) => tab.textContent);
const active = () => screen.getByRole("tab", { selected: true }).textContent;

describe("the tabs of the terminals", () => {
  it("are opened, walked with the arrows and closed with Delete", async () => {
    const user = userEvent.setup();
    render(<Harness />);
    await user.click(screen.getByRole("button", { name: "New terminal" }));
    await user.click(screen.getByRole("button", { name: "New terminal" }));
    expect(tabs()).toEqual(["Terminal 1", "running, Terminal 2", "Terminal 3"]);
    screen.getByRole("tab", { selected: true }).focus();
    await user.keyboard("{ArrowRight}");
    expect(active()).toBe("Terminal 1");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Terminal 1"));
    await user.keyboard("{Delete}");
    expect(tabs()).toEqual(["running, Terminal 2", "Terminal 3"]);
    expect(active()).toBe("running, Terminal 2");
  });

  it("are renamed with F2, and Escape keeps the name", async () => {
    const user = userEvent.setup();
    render(<Harness />);
    screen.getByRole("tab").focus();
    await user.keyboard("{F2}build{Enter}");
    expect(tabs()).toEqual(["build"]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("build"));
    await user.keyboard("{F2}other{Escape}");
    expect(tabs()).toEqual(["build"]);
  });

  it("are there again after a reload, and the last one that closes leaves a fresh one", async () => {
    const user = userEvent.setup();
    const { unmount } = render(<Harness />);
    await user.click(screen.getByRole("button", { name: "New terminal" }));
    unmount();
    render(<Harness />);
    expect(active()).toBe("running, Terminal 2");
    await user.click(screen.getByTitle("Close Terminal 2 (Delete)"));
    await user.click(screen.getByTitle("Close Terminal 1 (Delete)"));
    expect(tabs()).toHaveLength(1);
  });
});
