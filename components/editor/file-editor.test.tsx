// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { FileEditor } from "./file-editor";

vi.mock("./load-monaco", () => ({ loadMonaco: () => Promise.reject(new Error("offline")) }));
afterEach(cleanup);

it("is a plain field where the code editor cannot be loaded: it says so, edits, saves and goes to a line", async () => {
  const onChange = vi.fn();
  const onSave = vi.fn();
  render(
    <FileEditor
      path="/workspace/a.ts"
      label="Text of a.ts"
      text={"one\ntwo\n"}
      reveal={{ line: 2 }}
      onChange={onChange}
      onSave={onSave}
    />,
  );
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text of a.ts" });
  expect(document.activeElement).toBe(field);
  expect(field.selectionStart).toBe(4);
  const user = userEvent.setup();
  await user.keyboard("x{Control>}s{/Control}");
  expect(onChange).toHaveBeenCalledWith("one\nxtwo\n");
  expect(onSave).toHaveBeenCalledOnce();
});
