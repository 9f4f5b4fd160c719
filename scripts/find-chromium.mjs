// Finds a Chromium for the browser tests, or installs one: Playwright's own where it can be had, else the system's, else Debian's package
// when this process may install it. Returns where it is and says which it uses.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const SYSTEM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function run(command, args, timeout) {
  return spawnSync(command, args, { stdio: "ignore", timeout }).status === 0;
}

export function findChromium({ install = true, log = console.log } = {}) {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (!existsSync(asked))
      throw new Error(`CHROMIUM_PATH is ${asked}, but there is no file there. Unset it or correct it.`);
    log(`chromium: ${asked} (from CHROMIUM_PATH)`);
    return asked;
  }
  const own = chromium.executablePath();
  if (existsSync(own)) {
    log(`chromium: Playwright's own at ${own}`);
    return own;
  }
  const system = SYSTEM_PATHS.find((candidate) => existsSync(candidate));
  if (system) {
    log(`chromium: the system's at ${system}`);
    return system;
  }
  if (!install) return undefined;
  log("chromium: none found; asking Playwright to download its own …");
  if (run("npx", ["playwright", "install", "chromium"], 180_000) && existsSync(own)) {
    log(`chromium: Playwright's own at ${own}`);
    return own;
  }
  if (process.platform === "linux" && process.getuid?.() === 0) {
    log("chromium: the download is not to be had; installing the Debian package …");
    run("apt-get", ["update"], 180_000);
    if (run("apt-get", ["install", "-y", "chromium"], 600_000)) {
      log("chromium: the system's at /usr/bin/chromium (just installed)");
      return "/usr/bin/chromium";
    }
  }
  throw new Error(
    "No Chromium: install Google Chrome or Chromium, or run `npx playwright install chromium`, or set CHROMIUM_PATH.",
  );
}
