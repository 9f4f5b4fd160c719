import { packageSourceZip } from "../fixtures/package-source";
import { expect, test } from "../fixtures/test";
import { SessionScreen } from "../screens/session-screen";
import { SharedScreen } from "../screens/shared-screen";

const NEW_TOOL = `
import { tool } from "toolwright";
import { z } from "zod";

export const countExports = tool({
name: "count_exports",
description: "Count the exported names of every file below a directory, and write a report when asked to.",
parameters: z.object({
path: z.string().default("src/v4/core").describe("Directory to look at"),
report: z.string().optional().describe("File to write the counts to"),
}),
sideEffects: ["filesystem"],
requiresApproval: ({ report }) => report !== undefined,
async execute({ path, report }, context) {
const found = await context.sandbox.grep("^export ", { path, limit: 20000 });
const counts: Record<string, number> = {};
for (const match of found.matches) counts[match.path] = (counts[match.path] ?? 0) + 1;
const files = Object.keys(counts).length;
context.log(files + " files export something");
if (report !== undefined) {
await context.sandbox.write(report, JSON.stringify(counts, null, 2));
}
return { files, exports: found.matches.length };
},
});
`;

const AGENT = `import { agent, codingTools } from "toolwright";
import { countExports } from "./tools/count_exports";

export default agent({
  name: "surveyor",
  instructions: "You survey a source tree and keep notes in it.",
  tools: [...codingTools(), countExports],
  limits: { steps: 12 },
});
`;

const SCRIPT = JSON.stringify({
  name: "survey",
  scenarios: [
    {
      when: ["survey"],
      steps: [
        {
          say: "I look for the parse functions and read the entry.",
          calls: [
            { tool: "Grep", arguments: { pattern: "export (const|function) parse", glob: "*.ts" } },
            { tool: "Read", arguments: { path: "src/index.ts" } },
          ],
        },
        {
          say: "A note goes to the top of the entry.",
          calls: [
            {
              tool: "Edit",
              arguments: {
                path: "src/index.ts",
                old_text: 'import * as z from "./v4/classic/external.js";',
                new_text: '// Surveyed.\nimport * as z from "./v4/classic/external.js";',
              },
            },
          ],
        },
        {
          say: "Now the counts, with a report.",
          calls: [{ tool: "count_exports", arguments: { path: "src/v4/core", report: "EXPORTS.json" } }],
        },
        { say: "There are {{result.count_exports.exports}} exports in {{result.count_exports.files}} files." },
      ],
    },
  ],
});

test("a person writes a tool, calls it, lets an agent use it on a real source tree, decides, and shares what happened", async ({
  page,
  stranger,
}) => {
  test.setTimeout(300_000);
  const session = new SessionScreen(page);
  const { zip, files } = packageSourceZip("zod");
  expect(files).toBeGreaterThan(300);

  await test.step("bring the source tree of an installed package as the workspace", async () => {
    await session.open();
    await session.bringZip("zod.zip", zip);
    await expect(page.getByRole("dialog")).toContainText(`${files} files`, { timeout: 60_000 });
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
    await expect(session.files.getByRole("treeitem", { name: "src" })).toBeVisible();
  });

  await test.step("write a new tool by typing", async () => {
    await session.addTool("count_exports");
    await session.typeDefinition("tools/count_exports.ts", NEW_TOOL);
    await session.replaceDefinition("agent.ts", AGENT);
    await session.replaceDefinition("script.json", SCRIPT);
    await session.saved();
  });

  await test.step("call it by hand", async () => {
    await session.selectTool("count_exports");
    await expect(session.call.getByRole("textbox", { name: "path" })).toHaveValue("src/v4/core");
    await session.run();
    const card = session.card("count_exports", "done");
    await expect(card).toBeVisible({ timeout: 30_000 });
    await expect(card).toContainText("files export something");
    await expect(card).toContainText(/exports: \d{2,}/);
  });

  await test.step("let the agent use it with Grep, Read and Edit, and approve one call", async () => {
    await session.prompt("Please survey this package");
    const request = session.card("count_exports", "waiting for you");
    await expect(request).toBeVisible({ timeout: 60_000 });
    await expect(request).toContainText("EXPORTS.json");
    await expect(page).toHaveTitle(/^\(1\)/);
    await request.getByRole("button", { name: /^Approve/ }).click();
    await session.finished();
    await expect(session.agent).toContainText(/There are \d+ exports in \d+ files\./);
  });

  await test.step("see the diff", async () => {
    await session.showChanges();
    await expect(session.changes).toContainText("src/index.ts");
    await expect(session.changes).toContainText("// Surveyed.");
    await expect(session.changes).toContainText("EXPORTS.json");
  });

  // The tests of this package hold passwords and tokens as examples, which is for a person to know.
  const link = await session.share("Look and replay", "src/v4/classic/tests/string.test.ts");

  await test.step("a stranger opens the link and replays the run; nothing is executed", async () => {
    const shared = new SharedScreen(stranger.page);
    const framesBefore = stranger.page.frames().length;
    await shared.open(link);
    await expect(shared.run).toContainText(/There are \d+ exports in \d+ files\./);
    await shared.toTheStart();
    await expect(shared.run).not.toContainText("There are");
    await shared.play();
    await expect(shared.run).toContainText(/There are \d+ exports in \d+ files\./, { timeout: 120_000 });
    await expect(shared.run).toContainText("Approved by the owner");
    expect(stranger.page.frames().length, "no tool host was opened").toBe(framesBefore);
    await stranger.page.getByRole("tab", { name: "Files" }).first().click();
    await expect(stranger.page.getByRole("treeitem", { name: "EXPORTS.json" })).toBeVisible();
  });

  await test.step("and makes it their own", async () => {
    await stranger.page.getByRole("button", { name: "Make it mine" }).click();
    const fork = new SessionScreen(stranger.page);
    await fork.ready();
    await expect(fork.files.getByRole("treeitem", { name: "EXPORTS.json" })).toBeVisible();
    await fork.selectTool("count_exports");
  });
});
