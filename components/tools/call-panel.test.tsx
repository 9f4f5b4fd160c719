// @vitest-environment jsdom
import { cleanup, configure, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { CallPanel, type CallPanelProps } from "./call-panel";

// Nothing is hidden here, and asking the style of every element takes most of the time.
configure({ defaultHidden: true });
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const tool: DescribedTool = {
  name: "search",
  description: "Searches.",
  parameters: {
    type: "object",
    properties: { q: { type: "string", minLength: 1 }, limit: { type: "integer", default: 10 } },
    required: ["q"],
  },
  sideEffects: [],
  fingerprint: "f",
  tags: [],
  requiresApproval: "never",
  givenToAgent: true,
};

function open(props: Partial<CallPanelProps> = {}, answer: Result<unknown> = ok(undefined)) {
  const ran: string[] = [];
  const panel = (more: Partial<CallPanelProps> = {}) => (
    <TooltipProvider>
      <CallPanel
        history={[]}
        onRun={async (text) => {
          ran.push(text);
          return answer;
        }}
        sessionId="s_1"
        tool={tool}
        {...props}
        {...more}
      />
    </TooltipProvider>
  );
  const { rerender, unmount } = render(panel());
  return {
    user: userEvent.setup({ delay: null }),
    ran,
    unmount,
    show: (more: Partial<CallPanelProps>) => rerender(panel(more)),
  };
}

const field = (name: string) => screen.getByRole("textbox", { name }) as HTMLTextAreaElement;
const json = () => field("Arguments as JSON");

describe("the call panel", () => {
  it("runs with exactly the text of the document, by Ctrl+Enter from a field", async () => {
    const { user, ran } = open();
    await user.type(field("q"), "todo");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(ran).toEqual(['{\n  "q": "todo",\n  "limit": 10\n}']);
  });

  it("carries every edit from the form to the JSON and back", async () => {
    const { user } = open();
    await user.type(field("q"), "a");
    await user.click(screen.getByRole("radio", { name: "JSON" }));
    expect(JSON.parse(json().value)).toEqual({ q: "a", limit: 10 });
    await user.clear(json());
    await user.type(json(), '{{"q": "b",   "limit": 1e1}');
    await user.click(screen.getByRole("radio", { name: "Form" }));
    expect(field("q").value).toBe("b");
    expect(field("limit").value).toBe("1e1");
    await user.click(screen.getByRole("radio", { name: "JSON" }));
    expect(json().value).toBe('{"q": "b",   "limit": 1e1}');
  });

  it("never rewrites what is typed as JSON, however broken it is on the way", async () => {
    const { user, ran } = open();
    await user.click(screen.getByRole("radio", { name: "JSON" }));
    await user.clear(json());
    await user.click(json());
    await user.paste('{"q":"a\\"b"}');
    for (let presses = 1; presses <= 10; presses += 1) {
      await user.type(json(), "{Backspace}", {
        initialSelectionStart: json().value.length,
        initialSelectionEnd: json().value.length,
      });
      expect(json().value).toBe('{"q":"a\\"b"}'.slice(0, -presses));
    }
    await user.click(screen.getByRole("button", { name: /Run/ }));
    expect(ran).toEqual([]);
    await user.click(screen.getByRole("radio", { name: "Form" }));
    expect(screen.getByText(/The form follows as soon as the JSON is whole/)).toBeDefined();
  });

  it("says where unfinished text of the form is, and does not run with it", async () => {
    const { user, ran } = open({ initialText: '{"q":"a","limit":3}' });
    await user.type(field("limit"), "x");
    await user.click(screen.getByRole("radio", { name: "JSON" }));
    expect(screen.getByText(/unfinished text at \/limit/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: /Run/ }));
    expect(ran).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Show in the form" }));
    expect(field("limit").value).toBe("3x");
  });

  it("points at what is missing first, and runs anyway when asked again", async () => {
    const { user, ran } = open();
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect(ran).toEqual([]);
    expect(screen.getByText("Needs a value.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Run anyway" }));
    expect(ran).toHaveLength(1);
  });

  it("marks the card below as an earlier call while refused arguments stand above it", async () => {
    const entry = { callId: "c", at: Date.now(), argumentsText: '{"q":"old"}', word: "done", tone: "good" as const };
    const { user } = open({ history: [entry], result: <article>old result</article> });
    expect(screen.queryByText(/An earlier call/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect(screen.getByText(/An earlier call/).nextElementSibling?.textContent).toBe("old result");
    await user.click(screen.getByRole("button", { name: "Run anyway" }));
    expect(screen.queryByText(/An earlier call/)).toBeNull();
  });

  it("does not run while it is blocked, and says why", async () => {
    const { user, ran } = open({ initialText: '{"q":"a"}', blocked: "Another tab drives this session." });
    await user.click(screen.getByRole("button", { name: "Run" }));
    await user.type(field("q"), "{Control>}{Enter}{/Control}");
    expect(ran).toEqual([]);
    expect(screen.getByText("Another tab drives this session.")).toBeDefined();
  });

  it("shows why a call could not be made, with the fix", async () => {
    const { user } = open(
      { initialText: '{"q":"a"}' },
      fail("offline", "The server did not answer.", { fix: "Try again." }),
    );
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The server did not answer.Try again.");
  });

  it("puts earlier arguments in place of the draft, and the draft back on Undo", async () => {
    const entry = { callId: "c", at: Date.now(), argumentsText: '{"q":"old"}', word: "done", tone: "good" as const };
    const { user } = open({ history: [entry] });
    await user.type(field("q"), "new");
    await user.click(screen.getByRole("button", { name: "Earlier arguments" }));
    await user.click(screen.getByRole("menuitem", { name: /old/ }));
    expect(field("q").value).toBe("old");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(field("q").value).toBe("new");
  });

  it("follows a changed schema while nobody typed, and keeps the text when somebody did", async () => {
    const changed = {
      ...tool,
      fingerprint: "g",
      parameters: { type: "object", properties: { size: { type: "integer", default: 7 }, q: { type: "string" } } },
    };
    const untouched = open();
    untouched.show({ tool: changed });
    expect(field("size").value).toBe("7");
    untouched.unmount();
    const touched = open();
    await touched.user.type(field("q"), "mine");
    touched.show({ tool: changed });
    expect(field("q").value).toBe("mine");
    expect(field("size").placeholder).toBe("left out");
  });

  it("has the typed arguments again after a reload of the page", async () => {
    const before = open();
    await before.user.type(field("q"), "typed");
    before.unmount();
    open();
    expect(field("q").value).toBe("typed");
  });
});
