// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { parametersWarnings, toolParametersSchema } from "@/lib/core/schema/tool-parameters-schema";
import type { ToolSchema } from "@/lib/core/tool/tool-types";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { TooltipProvider } from "../ui/tooltip";
import { ProviderMatrix } from "./provider-matrix";
import { lintMarks, lintRows } from "./tool-lint";
import { ToolList } from "./tool-list";

const scrollIntoView = vi.fn<(this: HTMLElement) => void>();
HTMLElement.prototype.scrollIntoView = scrollIntoView;

afterEach(() => {
  cleanup();
  scrollIntoView.mockReset();
});

const tool = (name: string, schema: z.ZodType): ToolSchema => ({
  name,
  description: `The tool ${name}.`,
  parameters: toolParametersSchema(schema),
});
const plain = tool("plain", z.object({ a: z.string() }));
const positive = tool("positive", z.object({ list: z.array(z.object({ n: z.int().positive() })) }));
const impossible = tool("impossible", z.object({ a: z.never() }));

const cell = (name: RegExp) => screen.getByRole("button", { name });

function show(tools: ToolSchema[], selected?: string) {
  return render(
    <TooltipProvider>
      <ProviderMatrix selected={selected} tools={tools} />
    </TooltipProvider>,
  );
}

describe("the matrix of tools and providers", () => {
  it("has a cell for every tool and provider, with its verdict and its number of places in words", () => {
    show([plain, positive, impossible]);
    expect(within(screen.getByRole("grid")).getAllByRole("button")).toHaveLength(21);
    cell(/^plain, OpenAI strict: taken as it stands$/);
    cell(/^positive, Gemini: rewritten, 1 place$/);
    cell(/^impossible, Anthropic: left out, 1 place$/);
  });

  it("lists tool, place, rule, quick fix and what is sent instead of the cell in hand", async () => {
    show([plain, positive]);
    await userEvent.click(cell(/^positive, Gemini/));
    const findings = screen.getByRole("region", { name: "positive with Gemini" });
    expect(within(findings).getByText("list[].n")).toBeDefined();
    expect(within(findings).getByText("exclusiveMinimum")).toBeDefined();
    expect(within(findings).getByText(".min(1)")).toBeDefined();
    expect(within(findings).getByText(/Sent instead: minimum 1/)).toBeDefined();
    expect(within(findings).getByText("same meaning")).toBeDefined();
  });

  it("answers a click in view however many tools there are, under heads that stay", async () => {
    show(Array.from({ length: 12 }, (_, at) => tool(`tool_${at}`, z.object({ a: z.string() }))));
    await userEvent.click(cell(/^tool_11, Gemini/));
    const scrolled = scrollIntoView.mock.contexts[0] as HTMLElement;
    expect(scrolled.nextElementSibling?.contains(screen.getByRole("region", { name: "tool_11 with Gemini" }))).toBe(
      true,
    );
    expect(screen.getByRole("columnheader", { name: "Gemini" }).closest("thead")?.className).toContain("sticky top-0");
  });

  it("ends a sentence of what is sent instead with one full stop", async () => {
    show([tool("price", z.object({ amount: z.number().positive() }))]);
    await userEvent.click(cell(/^price, Gemini/));
    expect(screen.getByText(/^Sent instead: .*More than 0\.$/)).toBeDefined();
  });

  it("says of a member that JSON has no value for that no call from a model can fill it in", async () => {
    const parameters = z.object({ when: z.date(), fine: z.string() });
    show([{ ...tool("remind", parameters), untold: parametersWarnings(parameters) } as ToolSchema]);
    for (const provider of ["OpenAI strict", "MCP"]) {
      await userEvent.click(cell(new RegExp(`^remind, ${provider}: rewritten`)));
      const findings = screen.getByRole("region", { name: `remind with ${provider}` });
      expect(within(findings).getByText(/no call from a model can fill this in/)).toBeDefined();
      expect(within(findings).getByText("never-satisfied")).toBeDefined();
    }
  });

  it("shows what a provider is told", async () => {
    show([positive]);
    await userEvent.click(cell(/^positive, Gemini/));
    await userEvent.click(screen.getByRole("button", { name: "What Gemini is told" }));
    expect(screen.getByRole("region", { name: "JSON Schema of positive" }).textContent).toContain('"minimum": 1');
  });

  it("begins at the worst cell of the selected tool, and of all tools otherwise", () => {
    const { unmount } = show([plain, impossible, positive], "positive");
    expect(screen.getByRole("button", { pressed: true }).getAttribute("aria-label")).toMatch(/^positive, .*rewritten/);
    unmount();
    show([plain, impossible, positive]);
    expect(screen.getByRole("button", { pressed: true }).getAttribute("aria-label")).toMatch(/^impossible, .*left out/);
  });

  it("is walked with the arrow keys, with one cell in the order of Tab", async () => {
    show([plain, positive], "plain");
    await userEvent.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^plain, OpenAI strict/);
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^positive, OpenAI:/);
    expect(screen.getByRole("region", { name: "positive with OpenAI" })).toBeDefined();
    await userEvent.keyboard("{End}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^positive, MCP/);
    await userEvent.keyboard("{Control>}{Home}{/Control}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^plain, OpenAI strict/);
  });

  it("follows the code: a tool that is gone leaves no empty table, and none at all says what to do", () => {
    const { rerender } = show([plain, impossible], "impossible");
    rerender(<ProviderMatrix tools={[plain]} />);
    expect(screen.getByRole("button", { pressed: true }).getAttribute("aria-label")).toMatch(/^plain/);
    rerender(<ProviderMatrix tools={[]} />);
    expect(screen.getByText("No tools yet")).toBeDefined();
  });
});

describe("the mark beside a tool", () => {
  const described = (schema: ToolSchema): DescribedTool => ({
    ...schema,
    sideEffects: [],
    fingerprint: schema.name,
    tags: [],
    requiresApproval: "never",
    givenToAgent: true,
    file: `tools/${schema.name}.ts`,
  });

  it("says the worst that any provider makes of it, and nothing of what is sent with the same meaning", () => {
    const marks = lintMarks([plain, positive, impossible]);
    expect([...marks.keys()]).toEqual(["impossible"]);
    render(
      <TooltipProvider>
        <ToolList
          marks={marks}
          onSelect={() => {}}
          problems={[]}
          selected={undefined}
          tools={[plain, positive, impossible].map(described)}
        />
      </TooltipProvider>,
    );
    expect(within(cell(/^impossible/)).getByText(/^OpenAI strict: a: No arguments can be sent/)).toBeDefined();
    expect(within(cell(/^positive/)).queryByText(/Gemini/)).toBeNull();
  });

  it("draws the hidden characters of a description, in the tooltip too", () => {
    const description = "Reads \u202etxt.exe\u2066 a\u200bfile";
    const { container } = render(
      <TooltipProvider>
        <ToolList
          onSelect={() => {}}
          problems={[]}
          selected={undefined}
          tools={[described({ ...plain, description })]}
        />
      </TooltipProvider>,
    );
    const line = screen.getByTitle("Reads U+202Etxt.exeU+2066 aU+200Bfile");
    expect(line.querySelectorAll("[data-hidden-character]")).toHaveLength(3);
    expect(container.innerHTML).not.toMatch(/[\u202e\u2066\u200b]/);
  });

  it("is judged once for a described tool", () => {
    expect(lintRows([positive])[0]).toBe(lintRows([positive])[0]);
  });
});
