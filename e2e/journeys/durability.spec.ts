import { OwnServer } from "../fixtures/own-server";
import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

test("after kill -9 of the server in the middle of a run every acknowledged event is there and the run goes on", async ({
  page,
  consoleGuard,
}) => {
  test.setTimeout(180_000);
  // The browser itself reports each request that meets a closed port.
  consoleGuard.allow(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|Failed to fetch|network error/i,
  );
  const server = await OwnServer.create();
  try {
    const session = new SessionScreen(page);
    await session.open(`${server.url}/`);
    await session.replaceDefinition(
      "script.json",
      JSON.stringify({
        name: "long",
        scenarios: [
          {
            when: ["go"],
            steps: [
              { say: "First.", calls: [{ tool: "Bash", arguments: { command: "echo one >> log.txt" } }] },
              {
                say: "A long tale. ".repeat(150),
                calls: [{ tool: "Bash", arguments: { command: "echo two >> log.txt" } }],
              },
              { say: "The end." },
            ],
          },
        ],
      }),
    );
    await session.saved();
    await session.prompt("go");
    await expect(session.agent).toContainText("A long tale.");
    await server.kill();
    await expect(page.getByText(/connection/i).first()).toBeVisible({ timeout: 30_000 });

    await server.start();
    const goOn = page.getByRole("button", { name: /^(Continue|Try again|Reconnect)/ }).first();
    await expect(goOn.or(session.agent.getByText(/^Finished after/)).first()).toBeVisible({ timeout: 60_000 });
    if (await goOn.isVisible()) await goOn.click();
    await session.finished();
    await expect(session.agent).toContainText("The end.");
    await session.shell("sort log.txt | uniq -c", /1 one[\s\S]*1 two/);

    await page.reload();
    await session.ready();
    await session.showAgent();
    await expect(session.agent).toContainText("The end.");
  } finally {
    await server.dispose();
  }
});
