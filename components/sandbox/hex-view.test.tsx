// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { giveElementsASize } from "@/lib/testing/give-elements-a-size";
import { HexView, readOffset } from "./hex-view";

giveElementsASize(600, 400);
afterEach(cleanup);

describe("the hex view", () => {
  it("shows sixteen bytes a row with what can be printed of them", async () => {
    render(<HexView bytes={Uint8Array.of(0x41, 0x00, 0x7e, 0xff)} />);
    const row = (await screen.findByText("00000000")).closest("pre");
    expect(row?.textContent?.trim()).toMatch(/^00000000 {2}41 00 7e ff\s+A·~·$/);
  });

  it("is empty for an empty file, and says so", () => {
    render(<HexView bytes={new Uint8Array()} />);
    expect(screen.getByText("0 bytes")).toBeTruthy();
    expect(document.querySelectorAll("pre").length).toBe(0);
  });

  it("shows a file in parts that is taller than a browser can draw, and goes to an offset in any of them", async () => {
    render(<HexView bytes={new Uint8Array(20_000_000)} />);
    expect(screen.getByText(/From byte 0 to 8,000,000; go to an offset/)).toBeTruthy();
    fireEvent.change(screen.getByRole("textbox", { name: "Offset to go to" }), { target: { value: "16000001" } });
    fireEvent.click(screen.getByRole("button", { name: "Go to offset" }));
    expect(screen.getByText(/From byte 16,000,000 to 20,000,000/)).toBeTruthy();
    await screen.findByText("00f42400");
    const rows = document.querySelectorAll("pre").length;
    expect(rows).toBeGreaterThan(10);
    expect(rows).toBeLessThan(80);
  });

  it("reads offsets in both notations, and nothing else as one", () => {
    fc.assert(
      fc.property(fc.nat(), (offset) => {
        expect(readOffset(String(offset))).toBe(offset);
        expect(readOffset(` 0x${offset.toString(16)} `)).toBe(offset);
        expect(readOffset(`${offset.toString(16)}H`)).toBe(offset);
      }),
    );
    for (const text of ["", "x", "1.5", "-1", "0x", "0xg", "ff"]) expect(readOffset(text)).toBeUndefined();
  });
});
