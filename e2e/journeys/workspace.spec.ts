import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

test("what is done at the terminal is a file in the tree and survives a reload", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.shell("echo hello > made-here.txt && cat made-here.txt", "hello");
  await expect(session.files.getByRole("treeitem", { name: "made-here.txt" })).toBeVisible();
  await session.shell("grep -rn TODO src | wc -l", /\d/);

  await page.waitForTimeout(1_000);
  await page.reload();
  await session.ready();
  await expect(session.files.getByRole("treeitem", { name: "made-here.txt" })).toBeVisible();
  await session.shell("cat made-here.txt", "hello");
});

test("Ctrl+C ends a command that would never end, and gives the prompt back", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.shell("while true; do :; done", "while true");
  await page.waitForTimeout(500);
  await page.keyboard.press("Control+c");
  await session.shell("echo still-here", "still-here");
  await expect(session.files.getByRole("treeitem", { name: "README.md" })).toBeVisible();
});

test("the arrow keys bring earlier commands back", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.shell("echo first-command", "first-command");
  await session.terminal.getByRole("textbox", { name: "Terminal input" }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("-again");
  await page.keyboard.press("Enter");
  await expect(session.terminal.locator(".xterm-rows")).toContainText("first-command-again");
});

test("a zip is brought in without what would leave the workspace, and taken out whole", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  const zip = zipSync({
    "kept/näme with 🎉.txt": strToU8("kept"),
    "../escaped.txt": strToU8("out"),
    "/absolute.txt": strToU8("out"),
    "huge.bin": [new Uint8Array(21 * 1024 * 1024), { level: 9 }],
  });
  await session.bringZip("mixed.zip", Buffer.from(zip));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 file", { timeout: 30_000 });
  await expect(dialog).toContainText("../escaped.txt");
  await expect(dialog).toContainText("huge.bin");
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(session.files.getByRole("treeitem", { name: "kept" })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Bring files or take them out" }).click();
  await page.getByRole("menuitem", { name: "Save the workspace as a zip" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const out = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  expect(Object.keys(out).filter((name) => !name.endsWith("/"))).toEqual(["kept/näme with 🎉.txt"]);
  expect(strFromU8(out["kept/näme with 🎉.txt"] ?? new Uint8Array())).toBe("kept");
});

test("a file that is not text is shown for what it is", async ({ page }) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.bringZip(
    "odd.zip",
    Buffer.from(
      zipSync({ "latin1.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9]), "blob.bin": new Uint8Array([0, 1, 2, 255]) }),
    ),
  );
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await session.files.getByRole("treeitem", { name: "latin1.txt" }).dblclick();
  await expect(page.getByText(/not UTF-8/i).first()).toBeVisible();
});

test("a second tab on the same session watches, and takes over only when it is told to", async ({ page, context }) => {
  const session = new SessionScreen(page);
  await session.open();
  const second = await context.newPage();
  await second.goto("/");
  await expect(second.getByText(/another tab/i).first()).toBeVisible({ timeout: 30_000 });
  const taken = new SessionScreen(second);
  await expect(taken.files.getByRole("treeitem", { name: "README.md" })).toBeVisible();
  await session.shell("echo written-there > there.txt && git init -q && echo done-there", "done-there");
  await taken.files.getByRole("treeitem", { name: "there.txt" }).dblclick();
  await expect(second.getByText("written-there").first()).toBeVisible();
  await expect(second.getByText("The terminal is in the other tab")).toBeVisible();
  await taken.showChanges();
  const { changes } = taken;
  await expect(changes).toContainText("Another tab writes these files");
  await expect(changes).toContainText("there.txt");
  await expect(changes).toContainText(/Git’s own files: \d+ not listed/);
  await expect(changes.getByRole("button", { name: "Revert all" })).toHaveCount(0);
  await expect(changes.getByText(".git/HEAD")).toBeHidden();
  await second.getByRole("button", { name: "Take over here" }).click();
  await taken.ready();
  await taken.run();
  await expect(taken.card("find_todos", "done")).toBeVisible();
  await expect(page.getByText(/another tab/i).first()).toBeVisible();
  await second.close();
});
