import { chromium } from "@playwright/test";
import { CHROMIUM_ARGUMENTS } from "../chromium-arguments.mjs";
import { findChromium } from "../find-chromium.mjs";

export function openChromium() {
  const executablePath = findChromium({ install: false, log: () => {} });
  if (executablePath === undefined) throw new Error("No Chromium was found. Set CHROMIUM_PATH.");
  return chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
}
