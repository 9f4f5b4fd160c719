// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { chordOf, useActionKeys } from "./use-action-keys";
import type { WorkbenchAction } from "./workbench-action";

afterEach(cleanup);

function Keys({ actions }: { actions: readonly WorkbenchAction[] }) {
  useActionKeys(actions);
  return (
    <>
      <input aria-label="field" />
      <button type="button">elsewhere</button>
    </>
  );
}

function open(more: Partial<WorkbenchAction> = {}) {
  const done: string[] = [];
  const action = (id: string, keys: string, extra: Partial<WorkbenchAction> = {}): WorkbenchAction => ({
    id,
    label: id,
    group: "Test",
    keys,
    perform: () => done.push(id),
    ...extra,
  });
  render(
    <Keys
      actions={[action("sheet", "?"), action("oldest", "g a", more), action("palette", "mod+k"), action("add", "a")]}
    />,
  );
  return { done, elsewhere: screen.getByRole("button"), field: screen.getByRole("textbox") };
}

describe("keys of actions", () => {
  it("run on a single key, on keys one after the other, and on a chord", () => {
    const { done, elsewhere } = open();
    fireEvent.keyDown(elsewhere, { key: "?", shiftKey: true });
    fireEvent.keyDown(elsewhere, { key: "g" });
    fireEvent.keyDown(elsewhere, { key: "a" });
    fireEvent.keyDown(elsewhere, { key: "k", ctrlKey: true });
    expect(done).toEqual(["sheet", "oldest", "palette"]);
  });

  it("rest while something is typed into, except for chords", () => {
    const { done, field } = open();
    fireEvent.keyDown(field, { key: "?" });
    fireEvent.keyDown(field, { key: "g" });
    fireEvent.keyDown(field, { key: "a" });
    fireEvent.keyDown(field, { key: "k", metaKey: true });
    expect(done).toEqual(["palette"]);
  });

  it("rest while a dialog is open", () => {
    const { done, elsewhere } = open();
    elsewhere.setAttribute("role", "alertdialog");
    fireEvent.keyDown(elsewhere, { key: "?" });
    fireEvent.keyDown(elsewhere, { key: "k", ctrlKey: true });
    expect(done).toEqual([]);
  });

  it("do nothing for an action that can do nothing now, and fall back to the single key", () => {
    const { done, elsewhere } = open({ enabled: () => false });
    fireEvent.keyDown(elsewhere, { key: "g" });
    fireEvent.keyDown(elsewhere, { key: "a" });
    expect(done).toEqual(["add"]);
  });

  it("leave a key alone that a card has already used", () => {
    const { done, elsewhere } = open();
    elsewhere.addEventListener("keydown", (event) => event.preventDefault());
    fireEvent.keyDown(elsewhere, { key: "a" });
    expect(done).toEqual([]);
  });

  it.each([
    [{ key: "K", ctrlKey: true, shiftKey: true }, "mod+shift+k"],
    [{ key: "?", shiftKey: true }, "?"],
    [{ key: "Shift", shiftKey: true }, undefined],
    [{ key: "Enter", metaKey: true }, "mod+enter"],
  ])("names %j %s", (event, name) => {
    expect(chordOf({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...event })).toBe(name);
  });
});
