// The built page in a real Chromium: what it loads, when it can be used, how fast the form follows an edit, and a run of 10,000 events.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { importBundled, root } from "./bundle.mjs";
import { median } from "./measure.mjs";
import { openChromium } from "./open-chromium.mjs";

const part = "page";
const EDITS = 7;

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function startServer(folder) {
  const port = await freePort();
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_MANUAL_SIG_HANDLE: "true", TOOLWRIGHT_DATA_DIR: folder },
    stdio: "ignore",
  });
  const url = `http://localhost:${port}`;
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error("The server did not answer within a minute.");
}

/** Counts the bytes of page scripts as they came over the wire; Monaco and the workers are told apart by their paths. */
async function countScripts(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Map();
  const counted = { bytes: 0, files: 0 };
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" && new URL(response.url).pathname.startsWith("/_next/")) scripts.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    counted.bytes += encodedDataLength;
    counted.files += 1;
  });
  return counted;
}

/** What the document itself names, as it would be compressed: the scripts that must run before anything answers. */
async function documentScripts(url) {
  const html = await (await fetch(url)).text();
  const tags = html.match(/<script\b[^>]*>/g) ?? [];
  const paths = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []);
  let bytes = 0;
  for (const script of new Set(paths)) {
    bytes += gzipSync(Buffer.from(await (await fetch(new URL(script, url))).arrayBuffer())).byteLength;
  }
  return bytes;
}

/** The form of the selected tool stands with its Run button: a person can call a tool. */
async function waitForForm(page) {
  const call = page.getByRole("tabpanel", { name: "Call", exact: true });
  await call.getByRole("button", { name: /^Run/ }).waitFor({ timeout: 60_000 });
  return page.evaluate(() => performance.now());
}

async function firstLoad(chromium, url) {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const counted = await countScripts(page);
  await page.goto(url, { waitUntil: "commit" });
  const usable = await waitForForm(page);
  const before = counted.bytes;
  await page.locator(".monaco-editor").first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1500);
  const again = [];
  for (let round = 0; round < 5; round += 1) {
    await page.reload({ waitUntil: "commit" });
    again.push(await waitForForm(page));
  }
  const rows = [
    {
      part,
      what: "JavaScript of the first load, gz, without Monaco",
      result: (await documentScripts(url)) / 1000,
      unit: "kB",
      atMost: 200,
    },
    { part, what: "JavaScript until a tool can be called, gz, without Monaco", result: before / 1000, unit: "kB" },
    { part, what: "JavaScript until the page is quiet, gz, without Monaco", result: counted.bytes / 1000, unit: "kB" },
    { part, what: "a tool can be called, first visit", result: usable, unit: "ms" },
    { part, what: "a tool can be called, later visits, median", result: median(again), unit: "ms" },
  ];
  return { page, rows };
}

async function editToForm(page) {
  const file = "tools/find_todos.ts";
  await page.locator(".monaco-editor").first().waitFor({ timeout: 60_000 });
  await page.getByRole("tab", { name: file, exact: true }).click();
  const editor = page.getByRole("textbox", { name: `Code of ${file}` });
  await editor.waitFor({ state: "attached" });
  const text = (name) => `import { tool } from "toolwright";
import { z } from "zod";
export const findTodos = tool({
  name: "find_todos",
  description: "Lists comments.",
  parameters: z.object({ ${name}: z.string().default("src") }),
  execute: () => "none",
});
`;
  const times = [];
  for (let round = 0; round <= EDITS; round += 1) {
    const field = `folder${round}`;
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+a");
    // The clock starts before the text is on its way to the page.
    await page.evaluate((wanted) => {
      window.followed = new Promise((resolve) => {
        const edited = performance.now();
        setTimeout(() => resolve(Number.NaN), 10_000);
        const observer = new MutationObserver(() => {
          const panels = [...document.querySelectorAll("[role=tabpanel]")];
          if (!panels.some((panel) => panel.querySelector("h2") && panel.textContent.includes(wanted))) return;
          observer.disconnect();
          resolve(performance.now() - edited);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
    }, field);
    await page.keyboard.insertText(text(field));
    const followed = await page.evaluate(() => window.followed);
    // The first one opens the tool's form anew.
    if (round > 0) times.push(followed);
    await page.waitForTimeout(1000);
  }
  const what = "edit in Monaco → form follows, median";
  return [{ part, what, result: median(times), unit: "ms", atMost: 150 }];
}

async function longRun(chromium, address) {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) =>
      window.longTasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({
      type: "longtask",
      buffered: true,
    });
  });
  const feed = page.getByRole("feed", { name: "Timeline of the run" });
  const opened = [];
  for (let round = 0; round < 3; round += 1) {
    await page.goto("about:blank");
    await page.goto(address, { waitUntil: "commit" });
    await feed.getByRole("article").first().waitFor({ timeout: 60_000 });
    opened.push(await page.evaluate(() => performance.now()));
  }
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    window.longTasks = [];
  });
  await feed.hover();
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, turn < 30 ? -900 : 700);
    await page.waitForTimeout(40);
  }
  await page.waitForTimeout(300);
  const longest = await page.evaluate(() => Math.max(0, ...window.longTasks));
  await context.close();
  return [
    {
      part,
      what: "run of 10,000 events: link opened → first card, median",
      result: median(opened),
      unit: "ms",
      atMost: 1000,
    },
    {
      part,
      what: "run of 10,000 events: longest task while scrolling (0: none above 50)",
      result: longest,
      unit: "ms",
      atMost: 50,
    },
  ];
}

export async function measure() {
  if (!existsSync(path.join(root, ".next", "BUILD_ID")))
    throw new Error("There is no build: run `npm run build` first.");
  const folder = await mkdtemp(path.join(os.tmpdir(), "toolwright-bench-"));
  const { storeLongRun } = await importBundled("server-entry.ts");
  const address = await storeLongRun(folder);
  const { url, child } = await startServer(folder);
  const chromium = await openChromium();
  try {
    // The server compiles nothing any more, but its first answer still loads its own code.
    await fetch(url);
    const { page, rows } = await firstLoad(chromium, url);
    rows.push(...(await editToForm(page)));
    rows.push(...(await longRun(chromium, url + address)));
    return rows;
  } finally {
    await chromium.close();
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
    await rm(folder, { recursive: true, force: true });
  }
}
