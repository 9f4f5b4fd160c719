// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { ChangesDesk, ChangesState } from "@/lib/client/changes-desk";
import { fail, ok } from "@/lib/core/errors/result";
import type { FileChange } from "@/lib/core/sandbox/sandbox";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { TooltipProvider } from "../ui/tooltip";
import { ChangesView } from "./changes-view";

afterEach(cleanup);

const sandbox = new MemorySandbox({ files: new Map([["a.txt", "new text\n"]]) });
const changed: FileChange = { path: "/workspace/a.txt", kind: "changed" };
const git: ChangesState["folded"] = [{ folder: ".git", changes: [{ path: "/workspace/.git/HEAD", kind: "created" }] }];

function setUp(state: Partial<ChangesState> = {}, given: Partial<ChangesDesk> = {}, readOnly = false) {
  const store = createStore<ChangesState>(() => ({
    since: undefined,
    shown: [changed],
    folded: [],
    undo: undefined,
    points: [
      { id: 1, at: 1, about: { kind: "start" }, files: 0 },
      { id: 2, at: 2, about: { kind: "step", runId: "r", step: 2 }, files: 1 },
    ],
    dropped: 0,
    problem: undefined,
    ...state,
  }));
  const done = () => vi.fn(async () => ok(undefined));
  const desk = {
    store,
    before: async () => new TextEncoder().encode("old text\n"),
    compareWith: vi.fn((since: number | undefined) => store.setState({ since })),
    acceptAll: done(),
    acceptFile: done(),
    acceptHunk: done(),
    revertFile: done(),
    revertHunk: done(),
    revertAll: done(),
    rollbackChanges: vi.fn(async () => ok({ listed: [changed], folded: git })),
    rollBack: done(),
    undoRollBack: done(),
    ...given,
  } satisfies ChangesDesk;
  render(
    <TooltipProvider>
      <ChangesView sandbox={sandbox} revision={1} desk={desk} readOnly={readOnly} />
    </TooltipProvider>,
  );
  return { desk, store, user: userEvent.setup() };
}

describe("Changes", () => {
  it("shows what is different line by line, and decides about a file from the keyboard", async () => {
    const { desk, user } = setUp();
    const diff = await screen.findByRole("region", { name: "Diff of a.txt" });
    await waitFor(() => expect(diff.textContent).toMatch(/old text[\s\S]*new text/));
    screen.getByRole("button", { name: "Revert a.txt" }).focus();
    await user.keyboard("{Enter}");
    expect(desk.revertFile).toHaveBeenCalledWith("/workspace/a.txt", new TextEncoder().encode("new text\n"));
    await user.click(screen.getByRole("button", { name: "Accept a.txt" }));
    expect(desk.acceptFile).toHaveBeenCalledWith("/workspace/a.txt");
  });

  it("says in one line how many of git's own files are not listed, also when nothing else is different", async () => {
    setUp({ shown: [], folded: git });
    expect(screen.getByText("Git’s own files: 1 not listed")).toBeTruthy();
    expect(screen.getByText("No changes")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Revert all" })).toBeNull();
  });

  it("asks before everything is reverted, names the files and counts git's, and leaves it when told to", async () => {
    const { desk, user } = setUp({ folded: git });
    await user.click(screen.getByRole("button", { name: "Revert all" }));
    const dialog = screen.getByRole("dialog", { name: "Revert all changes?" });
    expect(within(dialog).getByText("a.txt")).toBeTruthy();
    expect(within(dialog).getByText("Git’s own files: 1")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Leave it" }));
    expect(desk.revertAll).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Revert all" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Revert all" }));
    await waitFor(() => expect(desk.revertAll).toHaveBeenCalledOnce());
  });

  it("compares with a point, rolls back to it after naming what changes, and offers the way back", async () => {
    const { desk, store, user } = setUp();
    await user.selectOptions(screen.getByRole("combobox", { name: "Since" }), "2");
    expect(desk.compareWith).toHaveBeenCalledWith(2);
    await user.click(screen.getByRole("button", { name: "Roll back to here" }));
    const dialog = await screen.findByRole("dialog", { name: "Roll the files back to here?" });
    expect(await within(dialog).findByText("is put back")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Roll back" }));
    await waitFor(() => expect(desk.rollBack).toHaveBeenCalledWith(2));
    store.setState({ undo: 3 });
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(desk.undoRollBack).toHaveBeenCalledOnce();
  });

  it("rolls nothing back that is already so, and says why when the point is gone", async () => {
    const { desk, user } = setUp({ since: 2 }, { rollbackChanges: async () => ok({ listed: [], folded: [] }) });
    await user.click(screen.getByRole("button", { name: "Roll back to here" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText(/Nothing would change/)).toBeTruthy();
    expect(within(dialog).getByRole("button", { name: "Roll back" }).hasAttribute("disabled")).toBe(true);
    expect(desk.rollBack).not.toHaveBeenCalled();
    cleanup();
    const gone = setUp({ since: 2 }, { rollbackChanges: async () => fail("not-found", "This state is gone.") });
    await gone.user.click(screen.getByRole("button", { name: "Roll back to here" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This state is gone.");
  });

  it("decides about nothing in a tab that only watches, and says why", async () => {
    setUp({ since: 2, folded: git, undo: 3 }, {}, true);
    expect(screen.getByText(/Another tab writes these files/)).toBeTruthy();
    await screen.findByRole("region", { name: "Diff of a.txt" });
    for (const name of ["Revert all", "Accept all", "Roll back to here", "Undo", "Revert a.txt", "Accept a.txt"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    expect(screen.getByRole("combobox", { name: "Since" })).toBeTruthy();
  });

  it("says what a refused decision was refused for", async () => {
    const { user } = setUp(
      {},
      { revertFile: async () => fail("changed-meanwhile", "a.txt changed.", { fix: "Look again." }) },
    );
    await user.click(screen.getByRole("button", { name: "Revert a.txt" }));
    expect((await screen.findByRole("alert")).textContent).toContain("a.txt changed. Look again.");
  });
});
