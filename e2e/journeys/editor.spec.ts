import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

test("the editor's language services run in workers of their own, served from here", async ({ page, baseURL }) => {
  const complaints: string[] = [];
  const origins = new Set<string>();
  const workerScripts = new Set<string>();
  page.on("console", (message) => {
    if (/web worker|main thread/i.test(message.text())) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http")) origins.add(url.origin);
    const name = /^\/vs\/assets\/(\w+)\.worker/.exec(url.pathname)?.[1];
    if (name !== undefined) workerScripts.add(name);
  });
  const session = new SessionScreen(page);
  await session.open();
  await session.openDefinition("tools/find_todos.ts");
  await expect.poll(() => [...workerScripts].sort()).toEqual(["editor", "json", "ts"]);
  await expect.poll(() => page.workers().filter((worker) => worker.url().startsWith("blob:")).length).toBe(3);
  expect(complaints).toEqual([]);
  expect([...origins]).toEqual([new URL(baseURL ?? "").origin]);
});

test("a person without a mouse is told how to leave the editor, and leaves it", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.openDefinition("agent.ts");
  const editor = session.editor("agent.ts");
  await editor.focus();
  await expect(page.getByText("lets Tab leave the editor")).toBeVisible();
  await page.keyboard.press("Control+m");
  await expect(page.getByText("Tab leaves the editor.")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(editor).not.toBeFocused();

  await page.reload();
  await session.ready();
  await session.openDefinition("agent.ts");
  await session.editor("agent.ts").focus();
  await page.keyboard.press("Tab");
  await expect(session.editor("agent.ts")).not.toBeFocused();
});
