// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFileDrafts } from "@/lib/client/file-drafts";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { giveElementsASize } from "@/lib/testing/give-elements-a-size";
import { TooltipProvider } from "../ui/tooltip";
import { FileViewer } from "./file-viewer";

giveElementsASize(600, 400);
beforeEach(() => {
  localStorage.clear();
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
});
afterEach(cleanup);

function Harness({ sandbox, path, editable }: { sandbox: MemorySandbox; path: string; editable: boolean }) {
  const [revision, setRevision] = useState(0);
  const [drafts] = useState(() => createFileDrafts("s", localStorage));
  useEffect(() => sandbox.watch(() => setRevision((now) => now + 1)), [sandbox]);
  return (
    <TooltipProvider>
      <FileViewer
        sandbox={sandbox}
        path={path}
        revision={revision}
        editing={
          editable
            ? {
                drafts,
                renderEditor: ({ label, text, onChange }) => (
                  <textarea aria-label={label} value={text} onChange={(event) => onChange(event.target.value)} />
                ),
              }
            : undefined
        }
      />
    </TooltipProvider>
  );
}

function open(files: Record<string, string | Uint8Array>, name: string, editable = true) {
  const sandbox = new MemorySandbox({ files: new Map(Object.entries(files)) });
  const view = render(<Harness sandbox={sandbox} path={`/workspace/${name}`} editable={editable} />);
  return { sandbox, user: userEvent.setup(), ...view };
}

const onDisk = async (sandbox: MemorySandbox, path: string) => new TextDecoder().decode(await sandbox.read(path));
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name: `Text of ${name}` });

describe("a text file", () => {
  it("is saved by itself after a pause", async () => {
    const { user, sandbox } = open({ "a.md": "one" }, "a.md");
    await user.type(await field("a.md"), " two");
    expect(screen.getByText("Unsaved, kept in this browser")).toBeTruthy();
    await waitFor(async () => expect(await onDisk(sandbox, "a.md")).toBe("one two"), { timeout: 3000 });
    await screen.findByText("Saved");
  });

  it("waits for Save once saving by itself is switched off", async () => {
    const { user, sandbox } = open({ "a.md": "one" }, "a.md");
    await field("a.md");
    await user.click(screen.getByRole("checkbox"));
    await user.type(await field("a.md"), "!");
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    await waitFor(async () => expect(await onDisk(sandbox, "a.md")).toBe("one!"));
  });

  it("follows what an agent writes while nothing is unsaved", async () => {
    const { sandbox } = open({ "a.md": "one" }, "a.md");
    await field("a.md");
    await act(() => sandbox.write("a.md", "theirs"));
    await waitFor(async () => expect((await field("a.md")).value).toBe("theirs"));
  });

  it.each([
    ["Keep mine", "one mine", "one mine"],
    ["Take theirs", "theirs", "theirs"],
  ])("overwrites nobody's text unseen: %s", async (choice, shown, kept) => {
    localStorage.setItem("toolwright:save-files-by-itself", "no");
    const { user, sandbox } = open({ "a.md": "one" }, "a.md");
    await user.type(await field("a.md"), " mine");
    await act(() => sandbox.write("a.md", "theirs"));
    const notice = await screen.findByRole("alert");
    expect(await onDisk(sandbox, "a.md")).toBe("theirs");
    await user.click(within(notice).getByRole("button", { name: "Compare" }));
    expect(screen.getByText(/one mine/, { selector: "*:not(textarea)" })).toBeTruthy();
    await user.click(within(notice).getByRole("button", { name: choice }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect((await field("a.md")).value).toBe(shown);
    await waitFor(async () => expect(await onDisk(sandbox, "a.md")).toBe(kept));
  });

  it("has its unsaved text again after a reload, and asks when the file changed since", async () => {
    localStorage.setItem("toolwright:save-files-by-itself", "no");
    const first = open({ "a.md": "one" }, "a.md");
    await first.user.type(await field("a.md"), " mine");
    first.unmount();
    const second = open({ "a.md": "one" }, "a.md");
    expect((await field("a.md")).value).toBe("one mine");
    expect(screen.queryByRole("alert")).toBeNull();
    second.unmount();
    open({ "a.md": "changed" }, "a.md");
    expect((await field("a.md")).value).toBe("one mine");
    expect((await screen.findByRole("alert")).textContent).toMatch(/changed by something else/);
  });

  it("keeps the text of a file that was removed and writes it again when asked", async () => {
    const { user, sandbox } = open({ "a.md": "one" }, "a.md");
    await field("a.md");
    await act(() => sandbox.remove("a.md"));
    await user.click(await screen.findByRole("button", { name: "Write it again" }));
    await waitFor(async () => expect(await onDisk(sandbox, "a.md")).toBe("one"));
  });

  it("says why it could not be saved and keeps the text", async () => {
    const { user, sandbox } = open({ "a.md": "one" }, "a.md");
    sandbox.write = vi.fn(async () => {
      throw new Error("The workspace is full.");
    });
    await user.type(await field("a.md"), "!");
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/workspace is full/);
    expect((await field("a.md")).value).toBe("one!");
  });

  it("cannot be edited where everything is read-only", async () => {
    open({ "a.txt": "one" }, "a.txt", false);
    await screen.findByText("one");
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});

describe("other files", () => {
  const choose = async (word: string) => screen.findByRole("radio", { name: word });

  it("draws Markdown without its scripts", async () => {
    const { user, container } = open({ "a.md": "# Title\n\n<script>alert(1)</script>\n\n**bold**" }, "a.md");
    await user.click(await choose("Preview"));
    expect((await screen.findByText("bold", {}, { timeout: 8000 })).tagName).toBe("STRONG");
    expect(container.querySelector("script")).toBeNull();
  });

  it("draws an SVG as an image only, and has its source", async () => {
    const { user, container } = open({ "a.svg": "<svg onload='alert(1)'/>" }, "a.svg");
    expect((await screen.findByRole("img")).getAttribute("src")).toBe("blob:x");
    expect(container.querySelector("svg[onload]")).toBeNull();
    await user.click(await choose("Text"));
    expect((await field("a.svg")).value).toContain("onload");
  });

  it("shows the bytes of a binary file with what it is, and goes to an offset", async () => {
    const bytes = new Uint8Array(100_000);
    bytes.set([0x25, 0x50, 0x44, 0x46, 0x2d]);
    bytes[0x4e20] = 0x41;
    const { user } = open({ "a.pdf": bytes }, "a.pdf");
    expect(await screen.findByText(/A PDF document/)).toBeTruthy();
    expect(screen.getByText("00000000")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Offset to go to" }), "0x4e20{Enter}");
    expect(screen.getAllByText(/Offset 20000 \(0x4e20\): 65 \(0x41\), “A”/).length).toBeGreaterThan(0);
    await user.clear(screen.getByRole("textbox", { name: "Offset to go to" }));
    await user.type(screen.getByRole("textbox", { name: "Offset to go to" }), "100000");
    expect(screen.getByRole("status").textContent).toMatch(/ends at 99999/);
  });

  it("draws only what is seen of a large binary file", async () => {
    open({ "a.bin": new Uint8Array(20_000_000) }, "a.bin");
    await screen.findByText("00000000");
    expect(document.querySelectorAll("pre").length).toBeLessThan(80);
  });

  it("says what became of a file that is gone, and of a folder", async () => {
    open({ "dir/a": "" }, "nowhere.md").unmount();
    open({ "dir/a": "" }, "nowhere.md");
    expect((await screen.findByRole("alert")).textContent).toMatch(/not there any more/);
    cleanup();
    open({ "dir/a": "" }, "dir");
    expect(await screen.findByText("dir is a folder")).toBeTruthy();
  });
});
