import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

for (const scheme of ["light", "dark"] as const) {
  test(`a session, a waiting request and the share dialog can be read and used by everyone (${scheme})`, async ({
    page,
    expectAccessible,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const session = new SessionScreen(page);
    await session.open();
    await expectAccessible(page, "the first view");
    await session.run();
    await expect(session.card("find_todos", "done")).toBeVisible();
    await expectAccessible(page, "a finished call");
    await session.prompt("Tidy up the TODOs");
    await expect(session.card("rename_symbol", "waiting for you")).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page, "a waiting request");
    const link = await session.share("Decide requests");
    await expectAccessible(page, "the share dialog");
    await page.goto(link);
    await expect(page.getByRole("button", { name: /^Approve/ }).first()).toBeVisible();
    await expectAccessible(page, "the review page");
    await page.goto("/links");
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectAccessible(page, "the links page");
  });
}

test("on a phone a person can watch, approve and share", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("tab", { name: /^Agent/ }).click({ timeout: 30_000 });
  await page.getByRole("textbox", { name: "Prompt" }).fill("Tidy up the TODOs");
  await page.getByRole("form", { name: "Prompt to the agent" }).getByRole("button", { name: "Run" }).click();
  const approve = page.getByRole("button", { name: /^Approve/ }).first();
  await expect(approve).toBeVisible({ timeout: 60_000 });
  await approve.click();
  await expect(page.getByText(/^Finished after/)).toBeVisible({ timeout: 60_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("the gallery draws every view in its awkward states without an error", async ({ page }) => {
  await page.goto("/gallery");
  const sections = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  // The whole list is there or none of it is; it is fetched after the document.
  await expect(sections.first()).toBeVisible();
  const addresses = await sections.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) {
    await page.goto(address);
    // By its tag: behind an open dialog the main part has no role, because it is hidden from everyone.
    await expect(page.locator("main").first()).not.toBeEmpty({ timeout: 45_000 });
  }
});
