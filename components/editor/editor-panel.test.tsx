// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { DefinitionProblem } from "@/lib/tool-host/described-definition";
import { EditorPanel } from "./editor-panel";

const loadMonaco = vi.hoisted(() => vi.fn());
vi.mock("./load-monaco", () => ({ loadMonaco }));

beforeEach(() => {
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onSave = vi.fn();
const onRun = vi.fn();

function Panel({ problems = [], readOnly }: { problems?: DefinitionProblem[]; readOnly?: boolean }) {
  const [files, setFiles] = useState<Record<string, string>>({
    "script.json": "{}",
    "tools/b.ts": "one\ntwo\nthree",
    "agent.ts": "the agent",
  });
  const [active, setActive] = useState("agent.ts");
  return (
    <TooltipProvider>
      <EditorPanel
        activePath={active}
        files={files}
        note="The last version still runs."
        onAdd={(path) => {
          if (path in files) return `${path} exists already.`;
          setFiles({ ...files, [path]: "" });
          setActive(path);
          return undefined;
        }}
        onChange={(path, text) => setFiles((all) => ({ ...all, [path]: text }))}
        onOpen={setActive}
        onRun={onRun}
        onSave={onSave}
        problems={problems}
        readOnly={readOnly}
      />
    </TooltipProvider>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Code of/ });

test("before the code editor has arrived the text can be read, changed, saved and run", async () => {
  loadMonaco.mockReturnValue(new Promise(() => {}));
  render(<Panel />);
  expect(field().value).toBe("the agent");
  await userEvent.type(field(), "!{Control>}s{Enter}{/Control}");
  expect(field().value).toBe("the agent!");
  expect(onSave).toHaveBeenCalledOnce();
  expect(onRun).toHaveBeenCalledOnce();
});

test("when the code editor cannot be loaded the text field stays and says why", async () => {
  loadMonaco.mockRejectedValue(new Error("/vs/loader.js answered 404"));
  render(<Panel />);
  expect((await screen.findByRole("status")).textContent).toContain("/vs/loader.js answered 404");
  expect(field().value).toBe("the agent");
});

test("the tabs stand in reading order and move with the arrow keys", async () => {
  loadMonaco.mockReturnValue(new Promise(() => {}));
  render(<Panel />);
  const tabs = screen.getAllByRole("tab");
  expect(tabs.map((tab) => tab.getAttribute("data-path"))).toEqual(["agent.ts", "tools/b.ts", "script.json"]);
  tabs[0]?.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(field().value).toBe("one\ntwo\nthree");
  expect(document.activeElement).toBe(screen.getAllByRole("tab")[1]);
  await userEvent.keyboard("{End}{ArrowRight}");
  expect(field().value).toBe("the agent");
});

test("a problem is said with its fix, marks its tab, and leads to its line", async () => {
  loadMonaco.mockReturnValue(new Promise(() => {}));
  render(
    <Panel
      problems={[
        { code: "syntax", message: "Wrong here.", fix: "Mend it.", file: "tools/b.ts", line: 3, severity: "error" },
      ]}
    />,
  );
  expect(screen.getByRole("region", { name: "Problems" }).textContent).toContain("Wrong here. Mend it.");
  expect(screen.getByText("The last version still runs.")).toBeDefined();
  expect(screen.getByRole("tab", { name: /b\.ts, has an error/ })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "tools/b.ts:3" }));
  expect(document.activeElement).toBe(field());
  expect(field().selectionStart).toBe("one\ntwo\n".length);
});

test("a new tool gets a file of its name; a name that cannot be one is refused in words", async () => {
  loadMonaco.mockReturnValue(new Promise(() => {}));
  render(<Panel />);
  await userEvent.click(screen.getByRole("button", { name: "New tool file" }));
  const name = screen.getByRole("textbox", { name: "Name of the new tool" });
  await userEvent.type(name, "count words{Enter}");
  expect(screen.getByRole("alert").textContent).toContain("letters, digits");
  await userEvent.clear(name);
  await userEvent.type(name, "b{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("tools/b.ts exists already.");
  await userEvent.clear(name);
  await userEvent.type(name, "count_words{Enter}");
  expect(screen.getByRole("tab", { selected: true }).getAttribute("data-path")).toBe("tools/count_words.ts");
});

test("nothing can be changed in a tab that only watches", () => {
  loadMonaco.mockReturnValue(new Promise(() => {}));
  render(<Panel readOnly />);
  expect(field().readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "New tool file" })).toBeNull();
});
