import { z } from "zod";

const settingsSchema = z.object({ fontSize: z.number().int().min(8).max(32), readerMode: z.boolean() });
/** How a person reads terminals in this browser. */
export type TerminalSettings = z.infer<typeof settingsSchema>;

export const FONT_SIZES = { smallest: 9, usual: 12, largest: 28 } as const;
const KEY = "toolwright:terminal-settings";
const USUAL: TerminalSettings = { fontSize: FONT_SIZES.usual, readerMode: false };

export function loadTerminalSettings(): TerminalSettings {
  try {
    const stored = settingsSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? "null"));
    return stored.success ? stored.data : USUAL;
  } catch {
    return USUAL;
  }
}

export function saveTerminalSettings(settings: TerminalSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold until the page closes.
  }
}
