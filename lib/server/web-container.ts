import "server-only";
import { z } from "zod";

/** Whose runtime a page may load when a person asks for Node, and from where its previews are shown. */
export interface WebContainerSetting {
  origin: string;
  /** Sources for frames, as a content security policy writes them. */
  frames: readonly string[];
}

const STACKBLITZ: WebContainerSetting = {
  origin: "https://stackblitz.com",
  frames: ["https://stackblitz.com", "https://*.webcontainer.io", "https://*.webcontainer-api.io"],
};

const LOCAL = String.raw`http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?`;
const HOST = new RegExp(String.raw`^(?:https:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?|${LOCAL})$`);
const FRAME = new RegExp(String.raw`^(?:https:\/\/(?:\*\.)?[a-z0-9][a-z0-9.-]*(?::\d{1,5})?|${LOCAL})$`);
const WORDS = "must be `off`, or the https origin of the host and, after commas, the origins of its previews";

/** Absent: StackBlitz. `off`: nothing is offered. Else `https://host,https://*.previews.host`. */
export const webContainerVariable = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim().toLowerCase()))
  .refine(([first = "", ...others]) => {
    return (first === "off" && others.length === 0) || (HOST.test(first) && others.every((other) => FRAME.test(other)));
  }, WORDS)
  .optional();

/** A value that is none offers nothing; the server does not start with it. */
export function readWebContainer(value: string | undefined): WebContainerSetting | undefined {
  const parsed = webContainerVariable.safeParse(value === "" ? undefined : value);
  if (!parsed.success || parsed.data?.[0] === "off") return undefined;
  const [origin, ...previews] = parsed.data ?? [];
  return origin === undefined ? STACKBLITZ : { origin, frames: [origin, ...previews] };
}

/** What this server offers. */
export function offeredWebContainer(): WebContainerSetting | undefined {
  return readWebContainer(process.env.TOOLWRIGHT_WEBCONTAINER);
}
