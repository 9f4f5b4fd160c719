// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { JsonTree } from "./json-tree";

afterEach(cleanup);

const elements = (container: HTMLElement) => container.querySelectorAll("*").length;

describe("JsonTree", () => {
  it("draws a million entries as one closed line, and every opened level stays small", async () => {
    const user = userEvent.setup();
    const list = Array.from({ length: 1_000_000 }, (_, index) => index);
    const { container } = render(<JsonTree value={list} label="Result" />);
    expect(elements(container)).toBeLessThan(20);
    await user.click(screen.getByRole("button", { name: /1,000,000 items/ }));
    expect(container.querySelectorAll("button")).toHaveLength(101);
    await user.click(screen.getByText("990,000 … 999,999"));
    await user.click(screen.getByText("999,900 … 999,999"));
    expect(screen.getByText("999999")).toBeTruthy();
    expect(elements(container)).toBeLessThan(2000);
  });

  it("draws ten megabytes of text as a preview that grows by pieces", async () => {
    const user = userEvent.setup();
    const text = "x".repeat(10_000_000);
    const { container } = render(<JsonTree value={{ text }} label="Result" />);
    expect(container.textContent?.length).toBeLessThan(1000);
    await user.click(screen.getByRole("button", { name: /Show 20 kB more of 10 MB/ }));
    expect(container.textContent?.length).toBeGreaterThan(20_000);
    expect(container.textContent?.length).toBeLessThan(25_000);
  });

  it("closes the bracket of a line also while its entries are shown", () => {
    render(<JsonTree value={[{ a: 1, b: 2 }]} label="Result" openDepth={2} />);
    const lines = screen.getAllByRole("button", { expanded: true }).map(({ textContent }) => textContent);
    expect(lines).toEqual(["[ 1 item ]", "0: { 2 fields }"]);
  });

  it("opens and closes with the keyboard and says so", async () => {
    const user = userEvent.setup();
    render(<JsonTree value={{ a: { b: 1 } }} label="Result" />);
    const branch = screen.getByRole("button", { name: /^a:/, expanded: false });
    branch.focus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: /^a:/, expanded: true })).toBe(branch);
    expect(screen.getByText("1")).toBeTruthy();
  });

  it("keeps null, an empty text, an empty list and an empty object apart", () => {
    const { container } = render(<JsonTree value={{ a: null, b: "", c: [], d: {} }} label="Result" />);
    expect(container.textContent).toContain("a: null");
    expect(container.textContent).toContain('b: ""');
    expect(container.textContent).toContain("c: []");
    expect(container.textContent).toContain("d: {}");
  });

  it("draws hidden characters in values and in names", () => {
    const { container } = render(<JsonTree value={{ "a\u200b": "b\u202ec" }} label="Result" />);
    const marks = [...container.querySelectorAll("[data-hidden-character]")].map((mark) => mark.textContent);
    expect(marks).toEqual(["U+200B", "U+202E"]);
  });
});
