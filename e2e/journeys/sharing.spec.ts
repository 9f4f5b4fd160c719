import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";
import { SharedScreen } from "../screens/shared-screen";

test("a link shows the run as it happened, and is dead on the next request after it was revoked", async ({
  page,
  stranger,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.run();
  await expect(session.card("find_todos", "done")).toBeVisible();
  const link = await session.share();

  const shared = new SharedScreen(stranger.page);
  await shared.open(link);
  await expect(shared.run).toContainText("find_todos");

  const dialog = page.getByRole("dialog", { name: "Share this session" });
  await dialog
    .getByRole("button", { name: /Revoke/ })
    .first()
    .click();
  await page
    .getByRole("button", { name: /Revoke/ })
    .last()
    .click();
  await expect(dialog.getByText(/revoked/i).first()).toBeVisible();

  await stranger.page.goto("about:blank");
  await stranger.page.goto(link);
  await expect(stranger.page.getByText(/revoked/i).first()).toBeVisible();
  await expect(stranger.page.getByText("find_todos")).toHaveCount(0);
});

test("a cut, an unknown and a foreign address each say what is wrong and what to do", async ({
  page,
  stranger,
  consoleGuard,
}) => {
  // The browser itself reports a page that is not found.
  consoleGuard.allow(/404/);
  const session = new SessionScreen(page);
  await session.open();
  const link = await session.share();

  await stranger.page.goto(link.slice(0, -3));
  await expect(stranger.page.getByText(/cut|incomplete|missing/i).first()).toBeVisible();
  await expect(stranger.page.getByRole("link").first()).toBeVisible();

  await stranger.page.goto("/s/l_doesnotexist0000000000#abc");
  await expect(stranger.page.getByRole("heading").first()).toBeVisible();
  await expect(stranger.page.getByRole("link").first()).toBeVisible();

  const own = new URL(link).pathname;
  expect(own).toMatch(/^\/s\/l_/);
  await stranger.page.goto("/s/s_AAAAAAAAAAAAAAAAAAAAAA");
  await expect(stranger.page.getByRole("heading").first()).toBeVisible();
});

test("what a preview fetches holds the title and counts, and neither the key nor the content", async ({
  page,
  request,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.run();
  await expect(session.card("find_todos", "done")).toBeVisible();
  const link = new URL(await session.share());
  const key = link.hash.slice(1);
  expect(key.length).toBeGreaterThan(20);

  const html = await (await request.get(link.pathname)).text();
  expect(html).toContain("Tidy the TODOs");
  expect(html).not.toContain(key);
  expect(html).not.toContain("context.sandbox.grep");
  expect(html).not.toContain("matches below src");
});

test("every page says who may frame it, what it may load, and that it is isolated", async ({ page, request }) => {
  const response = await request.get("/");
  const headers = response.headers();
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[^']+'/);
  expect(headers["content-security-policy"]).not.toContain("'unsafe-eval'");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-powered-by"]).toBeUndefined();

  await page.goto("/");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});
