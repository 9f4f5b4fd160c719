// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { PreviewPane } from "./preview-pane";

afterEach(cleanup);

const PORTS = [
  { port: 3000, url: "https://a.previews.example/", ready: true },
  { port: 5173, url: "https://b.previews.example/", ready: true },
];

function show(ports: typeof PORTS) {
  return render(
    <TooltipProvider>
      <PreviewPane ports={ports} />
    </TooltipProvider>,
  );
}

describe("the preview", () => {
  it("says how something comes to be served", () => {
    show([]);
    expect(screen.getByText("Nothing is served yet")).toBeTruthy();
    expect(screen.getByText("npm run dev")).toBeTruthy();
  });

  it("frames the page of the chosen port, closed off from this one", async () => {
    show(PORTS);
    const frame = screen.getByTitle("Preview of port 3000");
    expect(frame.getAttribute("src")).toBe("https://a.previews.example/");
    expect(frame.getAttribute("sandbox")).not.toContain("allow-top-navigation");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Port" }), "5173");
    expect(screen.getByTitle("Preview of port 5173").getAttribute("src")).toBe("https://b.previews.example/");
    const link = screen.getByRole("link", { name: "Open in a new tab" });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
      "https://b.previews.example/",
      "noreferrer",
    ]);
  });

  it("is loaded again, and closed until it is", async () => {
    show(PORTS);
    const first = screen.getByTitle("Preview of port 3000");
    await userEvent.click(screen.getByRole("button", { name: "Reload the preview" }));
    expect(screen.getByTitle("Preview of port 3000")).not.toBe(first);
    await userEvent.click(screen.getByRole("button", { name: "Close the preview" }));
    expect(screen.queryByTitle("Preview of port 3000")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Reload the preview" }));
    expect(screen.getByTitle("Preview of port 3000")).toBeTruthy();
  });
});
