import { strToU8, zipSync } from "fflate";
import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

test("a command's output comes while it runs, background jobs go on beside it, and real tools answer", async ({
  page,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  const rows = session.terminal.locator(".xterm-rows");
  await session.shell("echo first; sleep 3; echo last-of-all", "last-of-all");
  await session.shell("for n in 1 2; do echo loop-$n; sleep 2; done", /loop-1/);
  await expect(rows).toContainText("loop-2");
  await session.shell("sleep 1 & echo beside; wait; echo waited", "waited");
  await session.shell("echo '{\"a\":{}}' | jq -c '.a.b = 41 + 1'", '{"a":{"b":42}}');
  await session.shell("awk 'NR==FNR{a[$0];next} $0 in a' README.md README.md | wc -l", /\d+/);
  await session.shell("git init -q . && git status --short | head -1", "??");
  await session.shell("node -e 'console.log(6 * 7)'", "42");
});

test("two terminals keep their own directory, and Tab finds a way out", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.shell("cd src && pwd", "/workspace/src");
  await page.getByRole("button", { name: "New terminal" }).click();
  await expect(page.getByRole("tab", { name: /^Terminal 2/ })).toHaveAttribute("aria-selected", "true");
  const second = session.terminal.getByRole("tabpanel").locator(".xterm-rows").last();
  await page.getByRole("textbox", { name: "Terminal input, Terminal 2" }).focus();
  await page.keyboard.type("pwd");
  await page.keyboard.press("Enter");
  await expect(second).toContainText("/workspace");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Terminal input, Terminal 2" })).not.toBeFocused();
});

test("a command runs on, and its shell keeps what it knows, while the window changes its layout", async ({ page }) => {
  const session = new SessionScreen(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await session.open();
  const rows = session.terminal.locator(".xterm-rows");
  await session.shell("kept=still-here", "kept=still-here");
  await session.shell("for n in 1 2 3 4 5 6 7 8; do echo turn-$n; sleep 1; done; echo after-all-turns", /turn-1/);
  await page.setViewportSize({ width: 800, height: 900 });
  await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Browse" }).click();
  await expect(session.terminal).toBeHidden();
  await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Details" }).click();
  await expect(rows).toContainText("turn-1");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(rows).toContainText(/turn-8\s*after-all-turns/, { timeout: 20_000 });
  await expect(rows).toContainText("turn-1");
  await session.shell("echo $kept-and-well", "still-here-and-well");
});

test("a file is made, written and found again, and one part of a change is taken back", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  await session.bringZip("lines.zip", Buffer.from(zipSync({ "lines.txt": strToU8(`${lines.join("\n")}\n`) })));
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await session.shell("sed -i -e '2s/$/ first/' -e '38s/$/ second/' lines.txt && tail -3 lines.txt", "line 38 second");
  await session.showChanges();
  await expect(session.changes).toContainText("lines.txt");
  await session.changes
    .getByRole("button", { name: /^Revert the part at/ })
    .first()
    .click();
  await session.shell("sed -n '2p;38p' lines.txt | paste -sd+", "line 2+line 38 second");
});

test("what was taken back is told to the model and stands in its log", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.prompt("Tidy up the TODOs");
  await expect(session.card("rename_symbol", "waiting for you")).toBeVisible({ timeout: 60_000 });
  await page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await session.finished();
  await session.showChanges();
  await session.changes
    .getByRole("button", { name: /^Revert the part at/ })
    .first()
    .click();
  await expect(session.timeline).toContainText(/Changes of 1 file were declined by the owner/);
});

test("the files, the terminal and the health of the sandbox can be read and used by everyone", async ({
  page,
  expectAccessible,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.shell("echo seen", "seen");
  await expectAccessible(page, "the terminal");
  await page.getByRole("button", { name: /^Runtime:/ }).click();
  await expect(page.getByRole("dialog", { name: "Runtime" })).toBeVisible();
  await expectAccessible(page, "the health light");
  await page.keyboard.press("Escape");
  await session.files.getByRole("treeitem", { name: "README.md" }).dblclick();
  await expectAccessible(page, "an open file");
});
