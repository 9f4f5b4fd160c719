// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ok, type Problem } from "@/lib/core/errors/result";
import { TooltipProvider } from "../ui/tooltip";
import { ImportMenu } from "./import-menu";

afterEach(cleanup);

function shown() {
  const importZip = vi.fn(async () => ok({ files: 1, bytes: 1, skipped: [] as Problem[] }));
  const importFiles = vi.fn(async () => ok({ files: 1, bytes: 1, skipped: [] }));
  const exportZip = vi.fn(async () => ok(new Uint8Array()));
  const { container } = render(
    <TooltipProvider>
      <ImportMenu exportZip={exportZip} importFiles={importFiles} importZip={importZip} title="A session">
        <p>files</p>
      </ImportMenu>
    </TooltipProvider>,
  );
  return { container, importZip, importFiles };
}

/** A file of that size which notices when somebody reads it. */
function zipOf(bytes: number): { file: File; reads: ReturnType<typeof vi.fn> } {
  const file = new File(["PK"], "big.zip", { type: "application/zip" });
  const reads = vi.fn(async () => new ArrayBuffer(2));
  Object.defineProperty(file, "size", { value: bytes });
  for (const way of ["arrayBuffer", "stream", "text", "slice"]) Object.defineProperty(file, way, { value: reads });
  return { file, reads };
}

function zipBrought(outcome: { files: number; bytes: number; skipped: Problem[] }) {
  const { importZip } = shown();
  importZip.mockResolvedValue(ok(outcome));
  const { file } = zipOf(2);
  fireEvent.drop(screen.getByText("files"), { dataTransfer: { files: [file], items: [], types: ["Files"] } });
  return screen.findByRole("button", { name: "Bring it in" }).then((button) => fireEvent.click(button));
}

describe("the end of an import", () => {
  it("says that nothing was brought in, with the reason of each file", async () => {
    const fix = "Pack it again without the way up.";
    const message = "../out.txt would lie outside of the workspace.";
    await zipBrought({
      files: 0,
      bytes: 0,
      skipped: [
        { code: "outside", message, fix },
        { code: "outside", message: "b", fix },
      ],
    });
    expect(await screen.findByRole("dialog", { name: "Nothing was brought in" })).toBeTruthy();
    expect(screen.getByText(/Every file was left out/)).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.getAllByText(fix)).toHaveLength(1);
  });

  it("counts what came in", async () => {
    await zipBrought({ files: 1, bytes: 3, skipped: [] });
    expect(await screen.findByRole("dialog", { name: "The files are in the workspace" })).toBeTruthy();
    expect(screen.getByText(/^1 file, .* is in the workspace\.$/)).toBeTruthy();
  });

  it("asks nothing when a drop holds no file that may come in", async () => {
    const { importFiles } = shown();
    fireEvent.drop(screen.getByText("files"), { dataTransfer: { files: [], items: [], types: ["Files"] } });
    expect(await screen.findByRole("dialog", { name: "Nothing was brought in" })).toBeTruthy();
    expect(importFiles).not.toHaveBeenCalled();
  });
});

describe("a zip that is brought into the workspace", () => {
  it("of 300 MB is refused by its size, and not a byte of it is read", async () => {
    const { container, importZip } = shown();
    const { file, reads } = zipOf(300 * 1024 * 1024);
    fireEvent.drop(screen.getByText("files"), { dataTransfer: { files: [file], items: [], types: ["Files"] } });
    expect(await screen.findByText(/big\.zip \(300 MB\) was not read: a zip may be at most 256 MB/)).toBeTruthy();
    const field = container.querySelector('input[accept*="zip"]') as HTMLInputElement;
    fireEvent.change(field, { target: { files: [file] } });
    expect(reads).not.toHaveBeenCalled();
    expect(importZip).not.toHaveBeenCalled();
  });

  it("within the limit is read, and a person is asked before anything changes", async () => {
    const { importZip } = shown();
    const { file, reads } = zipOf(256 * 1024 * 1024);
    fireEvent.drop(screen.getByText("files"), { dataTransfer: { files: [file], items: [], types: ["Files"] } });
    await waitFor(() => expect(reads).toHaveBeenCalledOnce());
    expect(await screen.findByRole("dialog")).toBeTruthy();
    expect(importZip).not.toHaveBeenCalled();
  });
});
