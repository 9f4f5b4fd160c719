import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

const ASKING_SCRIPT = JSON.stringify({
  name: "ask",
  scenarios: [
    {
      when: ["rename"],
      steps: [
        { say: "I rename it.", calls: [{ tool: "rename_symbol", arguments: { from: "fmt", to: "formatMoney" } }] },
        { say: "After the decision: {{result.rename_symbol}}" },
      ],
    },
    {
      when: ["two at once"],
      steps: [
        {
          say: "Two renames.",
          calls: [
            { tool: "rename_symbol", arguments: { from: "fmt", to: "first" } },
            { tool: "rename_symbol", arguments: { from: "slug", to: "second" } },
          ],
        },
        { say: "Both were answered." },
      ],
    },
  ],
});

test.describe("a call that needs a decision", () => {
  test("waits through a reload with the same request, and deciding goes on with the run", async ({ page }) => {
    const session = new SessionScreen(page);
    await session.open();
    await session.replaceDefinition("script.json", ASKING_SCRIPT);
    await session.saved();
    await session.prompt("rename please");
    const request = session.card("rename_symbol", "waiting for you");
    await expect(request).toContainText("formatMoney");

    await page.reload();
    await session.ready();
    await session.showAgent();
    await expect(request).toContainText("formatMoney");
    await expect(page.getByRole("button", { name: "Stop" }).first()).toBeVisible();
    await request.getByRole("button", { name: /^Approve/ }).click();
    await session.finished();
    await expect(session.card("rename_symbol", "done")).toBeVisible();
    await session.showChanges();
    await expect(session.changes).toContainText("formatMoney");
  });

  test("is denied with a reason that the model is told", async ({ page }) => {
    const session = new SessionScreen(page);
    await session.open();
    await session.replaceDefinition("script.json", ASKING_SCRIPT);
    await session.saved();
    await session.prompt("rename please");
    const request = session.card("rename_symbol", "waiting for you");
    await request.getByRole("button", { name: /^Deny/ }).click();
    await page.getByLabel(/Why not/).fill("use priceText instead");
    await page.getByRole("button", { name: /^Deny/ }).last().click();
    await session.finished();
    await expect(session.card("rename_symbol", "denied")).toContainText("use priceText instead");
    await expect(session.agent).toContainText("After the decision");
  });

  test("is decided on the review page while the session waits in another tab", async ({ page, context }) => {
    const session = new SessionScreen(page);
    await session.open();
    await session.replaceDefinition("script.json", ASKING_SCRIPT);
    await session.saved();
    await session.prompt("rename please");
    await expect(session.card("rename_symbol", "waiting for you")).toBeVisible();

    const link = await session.share("Decide requests");
    await page.keyboard.press("Escape");
    const review = await context.newPage();
    await review.goto(link);
    await expect(review.getByText("formatMoney").first()).toBeVisible();
    await review
      .getByRole("button", { name: /^Approve/ })
      .first()
      .click();
    await session.finished();
    await review.close();
  });

  test("is two requests when two calls ask at once, each with its own answer", async ({ page }) => {
    const session = new SessionScreen(page);
    await session.open();
    await session.replaceDefinition("script.json", ASKING_SCRIPT);
    await session.saved();
    await session.prompt("two at once");
    const requests = page.getByRole("article", { name: /^rename_symbol: waiting for you/ });
    await expect(requests).toHaveCount(2);
    await requests
      .first()
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(requests).toHaveCount(1);
    await requests.first().getByRole("button", { name: /^Deny/ }).click();
    await page.getByRole("button", { name: /^Deny/ }).last().click();
    await session.finished();
    await expect(session.agent).toContainText("Both were answered.");
  });

  test("cannot be decided twice: the second tab is told who was first", async ({ page, context }) => {
    const session = new SessionScreen(page);
    await session.open();
    await session.replaceDefinition("script.json", ASKING_SCRIPT);
    await session.saved();
    await session.prompt("rename please");
    await expect(session.card("rename_symbol", "waiting for you")).toBeVisible();
    const link = await session.share("Decide requests");
    await page.keyboard.press("Escape");

    const review = await context.newPage();
    await review.goto(link);
    await expect(review.getByRole("button", { name: /^Approve/ }).first()).toBeVisible();
    await session
      .card("rename_symbol", "waiting for you")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await session.finished();
    await expect(review.getByText(/approved/i).first()).toBeVisible();
    await expect(review.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
    await review.close();
  });
});

test.describe("Stop", () => {
  const SLOW = JSON.stringify({
    name: "slow",
    scenarios: [
      { when: ["talk"], steps: [{ say: `${"A long story about very little. ".repeat(400)}` }] },
      {
        when: ["work"],
        steps: [{ say: "I work.", calls: [{ tool: "Bash", arguments: { command: "sleep 30" } }] }, { say: "Worked." }],
      },
      {
        when: ["rename"],
        steps: [{ say: "I ask.", calls: [{ tool: "rename_symbol", arguments: { from: "fmt", to: "x" } }] }],
      },
    ],
  });

  for (const [state, prompt, sign] of [
    ["while text streams", "talk to me", "A long story"],
    ["while a tool runs", "work for me", "I work."],
    ["while a person is asked", "rename it", "waiting for you"],
  ] as const) {
    test(`ends the run ${state}, and the next prompt is taken`, async ({ page }) => {
      const session = new SessionScreen(page);
      await session.open();
      await session.replaceDefinition("script.json", SLOW);
      await session.saved();
      await session.prompt(prompt);
      await expect(session.agent).toContainText(sign);
      await session.agent.getByRole("button", { name: "Stop", exact: true }).click();
      await expect(session.agent.getByText(/^Stopped/).first()).toBeVisible({ timeout: 5_000 });

      await page.getByRole("textbox", { name: "Prompt" }).fill("work for me");
      await session.agent.getByRole("button", { name: "Run" }).click();
      await expect(session.card("Bash", "running")).toBeVisible();
      await session.agent.getByRole("button", { name: "Stop", exact: true }).click();
      await expect(session.card("Bash", "stopped")).toBeVisible();
    });
  }
});
