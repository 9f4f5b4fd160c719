import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

/** A whole tool file with this body, so that each case shows only what it is about. */
function toolFile(name: string, parameters: string, execute: string, rest = ""): string {
  return `import { tool } from "toolwright";
import { z } from "zod";
export const findTodos = tool({
  name: "${name}",
  description: "One case.",
  parameters: ${parameters},
  ${rest}
  execute: ${execute},
});
`;
}

test("a newcomer runs the example at once: code, form, files and a terminal stand there, and the result names its parts", async ({
  page,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  await expect(session.terminal).toBeVisible();
  await expect(session.call.getByRole("textbox", { name: "path" })).toHaveValue("src");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await session.run();
  const card = session.card("find_todos", "done");
  await expect(card).toBeVisible();
  await expect(card).toContainText("matches below src");
  await expect(card).toContainText("count");
});

test("the form and the schema follow the code, and a broken text is marked while the last good version stays callable", async ({
  page,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.replaceDefinition(
    "tools/find_todos.ts",
    toolFile(
      "shout",
      'z.object({ word: z.string().default("hey"), times: z.number().int().min(1) })',
      "({ word, times }) => word.repeat(times)",
    ),
  );
  await session.selectTool("shout");
  await expect(session.call.getByRole("textbox", { name: "word" })).toHaveValue("hey");
  await session.call.getByRole("textbox", { name: "times" }).fill("2");
  await session.run();
  await expect(session.card("shout", "done")).toContainText("heyhey");

  await session.replaceDefinition(
    "tools/find_todos.ts",
    'import { tool } from "toolwright";\n\nexport const findTodos = tool({ name: "shout", \n',
  );
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("tools/find_todos.ts", {
    timeout: 15_000,
  });
  await session.run();
  await expect(session.card("shout", "done")).toContainText("heyhey");
});

test("every bad definition is told in words that name the file and the fix", async ({ page }) => {
  test.setTimeout(180_000);
  const session = new SessionScreen(page);
  const problems = page.getByRole("region", { name: "Problems" });
  await session.open();
  const file = "tools/find_todos.ts";

  await session.replaceDefinition(file, `throw new Error("not today");\n`);
  await expect(problems).toContainText("not today");
  await expect(problems).toContainText(file);

  await session.replaceDefinition(file, toolFile("find todos!", "z.object({})", "() => 1"));
  await expect(problems).toContainText("find todos!");

  await session.replaceDefinition(file, toolFile("rename_symbol", "z.object({})", "() => 1"));
  await expect(problems).toContainText("rename_symbol");
  await expect(problems).toContainText("tools/rename_symbol.ts");

  await session.replaceDefinition(file, "for (;;) {}\n");
  await expect(problems).toContainText(/did not finish loading|never finish|loading/i, { timeout: 30_000 });

  await session.replaceDefinition(file, toolFile("find_todos", "z.object({})", "() => 'back again'"));
  await session.selectTool("find_todos");
  await session.run();
  await expect(session.card("find_todos", "done")).toContainText("back again");
});

test("an exception names the author's own line", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.replaceDefinition(
    "tools/find_todos.ts",
    toolFile("find_todos", "z.object({})", `() => {\n    throw new RangeError("too far");\n  }`),
  );
  await session.selectTool("find_todos");
  await session.run();
  const card = session.card("find_todos", "failed");
  await expect(card).toContainText("too far");
  await expect(card.getByRole("button", { name: "tools/find_todos.ts:9" })).toBeVisible();
});

test("an endless loop is stopped, the page stays live, and the code was saved before it ran", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.replaceDefinition(
    "tools/find_todos.ts",
    toolFile("find_todos", "z.object({})", "() => { for (;;) {} }", "timeout: 1500,"),
  );
  await session.selectTool("find_todos");
  await session.run();
  await page.getByRole("tab", { name: "Runs", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Runs" })).toContainText("find_todos");
  await expect(session.card("find_todos", "timed out")).toContainText('Tool "find_todos" timed out after 1500ms');

  await session.showFiles();
  await page.reload();
  await session.ready();
  await expect(page.getByRole("code").or(page.locator(".view-lines")).first()).toContainText("for (;;)");
  await expect(page.getByRole("tabpanel", { name: /Call|Agent/ })).toBeVisible();
});

test("no result can break the page: BigInt, a cycle, nothing, an image, five megabytes of text", async ({ page }) => {
  test.setTimeout(180_000);
  const session = new SessionScreen(page);
  await session.open();
  const cases: [execute: string, state: string, shows: RegExp][] = [
    ["() => ({ big: 12345678901234567890n })", "done", /12345678901234567890/],
    ["() => { const a: Record<string, unknown> = { n: 1 }; a.self = a; return a; }", "done", /\[cycle\]/],
    ["() => undefined", "done, empty", /./],
    [
      '() => ({ image: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" })',
      "done",
      /image attached/,
    ],
    ['() => "x".repeat(5_000_000)', "done", /cut|truncated|4\.8 MB|5 MB|MB/i],
    ["() => { throw undefined; }", "failed", /./],
  ];
  for (const [execute, state, shows] of cases) {
    await session.replaceDefinition("tools/find_todos.ts", toolFile("find_todos", "z.object({})", execute));
    await session.selectTool("find_todos");
    await session.saved();
    await session.run();
    const card = session.card("find_todos", state);
    await expect(card).toBeVisible({ timeout: 30_000 });
    await expect(card).toContainText(shows);
  }
});

test("null, left out and empty stay apart from the form to the call", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.replaceDefinition(
    "tools/find_todos.ts",
    toolFile(
      "find_todos",
      "z.object({ note: z.string().nullable().optional() })",
      '({ note }) => note === undefined ? "it was left out" : note === null ? "it was null" : "it was [" + note + "]"',
    ),
  );
  await session.selectTool("find_todos");
  const state = session.call.getByRole("radiogroup", { name: "note: set, null or left out" });
  for (const [choice, answer] of [
    ["left out", "it was left out"],
    ["null", "it was null"],
    ["set", "it was []"],
  ] as const) {
    await state.getByRole("radio", { name: choice }).click();
    await session.run();
    await expect(session.card("find_todos", "done")).toContainText(answer);
  }
});

test("arguments that are not JSON are kept as they were typed and said to be wrong", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.writeArguments('{"path": "a\\"b');
  await expect(session.call.getByRole("textbox", { name: "Arguments as JSON" })).toHaveValue('{"path": "a\\"b');
  await expect(session.call.getByRole("textbox", { name: "Arguments as JSON" })).toHaveAttribute(
    "aria-invalid",
    "true",
  );

  // The form objects first; a person may insist, and then the schema has the last word.
  await session.writeArguments('{"limit": "many"}');
  await session.run();
  await session.call.getByRole("button", { name: "Run anyway" }).click();
  await expect(session.card("find_todos", "invalid arguments|failed")).toContainText("limit");
});
