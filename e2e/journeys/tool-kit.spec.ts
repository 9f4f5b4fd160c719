import { OutsideWorld } from "../fixtures/outside-world";
import { OwnServer } from "../fixtures/own-server";
import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";

/** Everything here reaches out: to a web server and a mail server of its own, which the server's operator opened. */
test.describe("tools that reach outside", () => {
  let world: OutsideWorld;
  let server: OwnServer;

  test.beforeAll(async () => {
    world = await OutsideWorld.open();
    server = await OwnServer.create({
      TOOLWRIGHT_TOOL_PRIVATE_HOSTS: world.webHost,
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(world.mailPort),
      SMTP_FROM: "workshop@example.com",
      SMTP_TLS: "none",
    });
  });

  test.afterAll(async () => {
    await server.dispose();
    await world.close();
  });

  test("code as in the documentation fetches, is told a refusal in words, and is kept by its cache", async ({
    page,
  }) => {
    const session = new SessionScreen(page);
    await session.open(server.url);
    await session.replaceDefinition(
      "tools/find_todos.ts",
      `import { tool, withCache } from '@cogitator-ai/core';
import { z } from 'zod';

const getWeather = tool({
  name: 'get_weather',
  description: 'Get the current weather for a city',
  parameters: z.object({
    city: z.string().describe('City name'),
    units: z.enum(['celsius', 'fahrenheit']).default('celsius'),
  }),
  execute: async ({ city, units }, context) => {
    const response = await fetch(\`${world.url}/weather/\${city}?units=\${units}\`, {
      signal: context.signal,
    });
    return response.json();
  },
});

export const findTodos = withCache(getWeather, { strategy: 'exact', ttl: '5m', maxSize: 1000, storage: 'memory' });

export const metadata = tool({
  name: 'cloud_metadata',
  description: 'Reach for what no tool may reach',
  parameters: z.object({}),
  execute: async () => (await fetch('http://169.254.169.254/latest/meta-data/')).text(),
});
`,
    );
    await session.selectTool("get_weather");
    await session.writeArguments('{"city":"Tokyo"}');
    await session.run();
    await expect(session.card("get_weather", "done")).toContainText("/weather/Tokyo?units=celsius");
    const asked = () => world.requests.filter(({ path }) => path.startsWith("/weather/Tokyo")).length;
    expect(asked()).toBe(1);
    await session.run();
    await expect(session.card("get_weather", "done")).toContainText("Answered from the cache");
    expect(asked(), "the second call is answered by the cache").toBe(1);

    await session.selectTool("cloud_metadata");
    await session.run();
    await expect(session.card("cloud_metadata", "failed")).toContainText("169.254.169.254");
  });

  test("a mail goes out once, after a person has read and approved exactly it", async ({ page }) => {
    const session = new SessionScreen(page);
    await session.open(server.url);
    await session.replaceDefinition(
      "agent.ts",
      `import { agent, sendEmail } from "toolwright";

export default agent({ name: "clerk", model: "scripted", instructions: "Write mail.", tools: [sendEmail] });
`,
    );
    await session.replaceDefinition(
      "script.json",
      JSON.stringify({
        scenarios: [
          {
            when: ["invoice"],
            steps: [
              {
                say: "I write to them.",
                calls: [
                  {
                    tool: "send_email",
                    arguments: { to: "ada@example.com", subject: "Invoice 7", body: "It is attached to nothing." },
                  },
                ],
              },
              { say: "Sent: {{result.send_email}}" },
            ],
          },
        ],
      }),
    );
    await session.saved();
    await session.prompt("send the invoice");
    const request = session.card("send_email", "waiting for you");
    await expect(request).toContainText("ada@example.com");
    await expect(request).toContainText("It is attached to nothing.");
    expect(world.mails).toEqual([]);
    await request.getByRole("button", { name: /^Approve/ }).click();
    await session.finished();
    await expect(session.card("send_email", "done")).toBeVisible();
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toContain("Subject: Invoice 7");

    await session.prompt("send the invoice again");
    const second = session.card("send_email", "waiting for you");
    await second.getByRole("button", { name: /^Deny/ }).click();
    await page.getByRole("button", { name: /^Deny/ }).last().click();
    await expect(session.card("send_email", "denied")).toBeVisible();
    expect(world.mails, "a denied mail is not sent").toHaveLength(1);
  });

  test("a secret reaches the host it was granted for, and nothing else ever shows it", async ({ page, stranger }) => {
    const value = "s3cr3t-canary-0a9f8e7d";
    const session = new SessionScreen(page);
    await session.open(server.url);
    await session.replaceDefinition(
      "tools/find_todos.ts",
      `import { tool } from "toolwright";
import { z } from "zod";

export const findTodos = tool({
  name: "who_am_i",
  description: "Ask the service who we are",
  parameters: z.object({}),
  async execute(_, context) {
    const response = await fetch("${world.url}/me", { headers: { authorization: "Bearer " + context.secrets.API_TOKEN } });
    context.log("the handle is " + context.secrets.API_TOKEN);
    return response.json();
  },
});
`,
    );
    await session.selectTool("who_am_i");
    await session.addSecret({ name: "API_TOKEN", value, tools: ["who_am_i"], hosts: ["127.0.0.1"] });
    await session.run();
    const card = session.card("who_am_i", "done");
    await expect(card).toContainText("REDACTED");
    await expect
      .poll(() => world.requests.find(({ path }) => path === "/me")?.headers.authorization)
      .toBe(`Bearer ${value}`);
    await expect(page.locator("body")).not.toContainText(value);

    const link = await session.share();
    const received: string[] = [];
    stranger.page.on("response", async (response) => {
      received.push(await response.text().catch(() => ""));
    });
    await stranger.page.goto(link);
    await expect(stranger.page.getByText("nothing here is executed")).toBeVisible({ timeout: 30_000 });
    await expect(stranger.page.locator("body")).not.toContainText(value);
    expect(received.join("\n")).not.toContain(value);
  });

  test("curl reaches out at the terminal because a person typed it, and the log says what it asked", async ({
    page,
  }) => {
    const session = new SessionScreen(page);
    await session.open(server.url);
    await session.shell(`curl -s ${world.url}/typed -o typed.json; wc -l < typed.json; echo saved`, "saved");
    await expect.poll(() => world.requests.map(({ method, path }) => `${method} ${path}`)).toContain("GET /typed");
    await session.showAgent();
    await expect(session.card("the terminal", "done")).toContainText(`GET ${world.url}/typed: 200`);
  });

  test("an agent's curl goes out once a person approved it, and one that hides in a script does not go out", async ({
    page,
  }) => {
    const session = new SessionScreen(page);
    await session.open(server.url);
    await session.shell(`echo 'curl -sS ${world.url}/hidden' > get.sh; wc -l < get.sh; echo ready`, "ready");
    await session.replaceDefinition(
      "agent.ts",
      `import { agent, codingTools } from "toolwright";

export default agent({ name: "fetcher", model: "scripted", instructions: "Fetch.", tools: codingTools() });
`,
    );
    await session.replaceDefinition(
      "script.json",
      JSON.stringify({
        name: "fetch",
        scenarios: [
          {
            when: ["fetch"],
            steps: [
              { say: "Hidden.", calls: [{ tool: "Bash", arguments: { command: "bash get.sh" } }] },
              { say: "Asked.", calls: [{ tool: "Bash", arguments: { command: `curl -s ${world.url}/asked` } }] },
              { say: "Done." },
            ],
          },
        ],
      }),
    );
    await session.saved();
    const paths = () => world.requests.map(({ path }) => path);
    await session.prompt("fetch it");
    const request = session.card("Bash", "waiting for you");
    await expect(request).toContainText(`${world.url}/asked`, { timeout: 60_000 });
    await expect(request).toContainText("talks to the network");
    expect(paths()).not.toContain("/asked");
    await request.getByRole("button", { name: /^Approve/ }).click();
    await session.finished();
    await expect.poll(paths).toContain("/asked");
    expect(paths(), "what nobody approved was not sent").not.toContain("/hidden");
    await expect(session.card("Bash", "done")).toContainText(`GET ${world.url}/asked: 200`);
  });

  test("a page is read by its selector, and Stop ends a request that never answers", async ({ page }) => {
    const session = new SessionScreen(page);
    await session.open(server.url);
    await session.replaceDefinition(
      "agent.ts",
      `import { agent, httpRequest, webScrape } from "toolwright";

export default agent({ name: "reader", model: "scripted", instructions: "Read.", tools: [webScrape, httpRequest] });
`,
    );
    await session.selectTool("web_scrape");
    await session.writeArguments(JSON.stringify({ url: `${world.url}/page`, selector: "article.lead > h1 ~ p" }));
    await session.run();
    const card = session.card("web_scrape", "done");
    await expect(card).toContainText("It leaves at nine.");
    await expect(card).not.toContainText("Menu");

    await session.selectTool("http_request");
    await session.writeArguments(JSON.stringify({ url: `${world.url}/never` }));
    await session.run();
    await expect.poll(() => world.requests.some(({ path }) => path === "/never")).toBe(true);
    await page.getByRole("button", { name: "Stop" }).first().click();
    await expect(session.card("http_request", "stopped")).toBeVisible();
  });
});

test("SQL runs on a database file of the workspace, a query without end is ended, and a change asks first", async ({
  page,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.replaceDefinition(
    "agent.ts",
    `import { agent, sqlQuery } from "toolwright";

export default agent({ name: "clerk", model: "scripted", instructions: "Query.", tools: [sqlQuery] });
`,
  );
  await session.selectTool("sql_query");
  await session.writeArguments(
    JSON.stringify({
      query: "CREATE TABLE towns (name TEXT, people INTEGER)",
      database: "sqlite",
      connectionString: "towns.db",
      readOnly: false,
    }),
  );
  await session.run();
  await session
    .card("sql_query", "waiting for you")
    .getByRole("button", { name: /^Approve/ })
    .click();
  // The engine is fetched and compiled for the first statement.
  await expect(session.card("sql_query", "done")).toBeVisible({ timeout: 60_000 });
  await session.writeArguments(
    JSON.stringify({ query: "SELECT name FROM sqlite_master", database: "sqlite", connectionString: "towns.db" }),
  );
  await session.run();
  await expect(session.card("sql_query", "done")).toContainText("towns");
  await session.writeArguments(
    JSON.stringify({ query: "DROP TABLE towns", database: "sqlite", connectionString: "towns.db" }),
  );
  await session.run();
  await expect(session.card("sql_query", "failed")).toContainText(
    "Only SELECT queries are allowed when readOnly=true.",
  );
});

test("the provider matrix names a tool that one provider cannot be told, and says what to do", async ({
  page,
  expectAccessible,
}) => {
  const session = new SessionScreen(page);
  await session.open();
  await session.replaceDefinition(
    "tools/find_todos.ts",
    `import { tool } from "toolwright";
import { z } from "zod";

export const findTodos = tool({
  name: "amount",
  description: "One of two shapes.",
  parameters: z.object({ n: z.number().int().positive(), note: z.string().optional() }),
  execute: ({ n }) => n,
});
`,
  );
  await session.selectTool("amount");
  const matrix = await session.openProviders();
  await expect(matrix.getByRole("row", { name: /amount/ })).toBeVisible();
  await expectAccessible(page, "the provider matrix");
});
