// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "../ui/tooltip";
import { ImagePreview } from "./image-preview";

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => "blob:x");
  URL.revokeObjectURL = vi.fn();
});
afterEach(cleanup);

/** The head of a PNG of this size; the rest of it is not there. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

function draw(bytes: Uint8Array) {
  render(
    <TooltipProvider>
      <ImagePreview bytes={bytes} mediaType="image/png" name="a.png" />
    </TooltipProvider>,
  );
}

describe("the image preview", () => {
  it("says how large an image is, in pixels and bytes", () => {
    draw(png(320, 200));
    const image = screen.getByRole("img");
    Object.defineProperties(image, { naturalWidth: { value: 320 }, naturalHeight: { value: 200 } });
    fireEvent.load(image);
    expect(screen.getByText("320 × 200 pixels · image/png · 33 B")).toBeTruthy();
  });

  it("zooms by steps, to its own size, and back to the pane", () => {
    draw(png(320, 200));
    const image = screen.getByRole("img");
    Object.defineProperties(image, { naturalWidth: { value: 320 }, naturalHeight: { value: 200 } });
    fireEvent.load(image);
    fireEvent.click(screen.getByRole("button", { name: "Larger" }));
    expect(image.style.width).toBe("480px");
    fireEvent.click(screen.getByTitle("Show it at 100%"));
    expect(image.style.width).toBe("320px");
    fireEvent.click(screen.getByRole("button", { name: "Fit" }));
    expect(image.style.width).toBe("");
  });

  it("does not hand the browser an image whose pixels would not fit into memory", () => {
    draw(png(60_000, 60_000));
    expect(screen.queryByRole("img")).toBeNull();
    expect(URL.createObjectURL).not.toHaveBeenCalled();
    expect(screen.getByText("a.png is too large to draw")).toBeTruthy();
    expect(screen.getByText(/60,000 × 60,000 pixels/)).toBeTruthy();
  });

  it("says so when the browser cannot draw it", () => {
    draw(png(320, 200));
    fireEvent.error(screen.getByRole("img"));
    expect(screen.getByRole("alert").textContent).toContain("a.png cannot be drawn");
  });
});
