import "server-only";
import { z } from "zod";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { OutsideError } from "@/lib/core/tool/outside";

const allowedHostsSchema = z.array(z.string().min(1).max(253)).max(100).optional();

/**
 * The hosts that the author's options narrow a tool to; undefined when they say nothing.
 *
 * @throws OutsideError `outside-refused` when the option is there and cannot be read: a wrong narrowing never widens.
 */
export function allowedHosts(settings: Readonly<Record<string, JsonValue>>): readonly string[] | undefined {
  const parsed = allowedHostsSchema.safeParse(settings.allowedHosts);
  if (parsed.success) return parsed.data;
  throw new OutsideError("outside-refused", "The tool's option allowedHosts must be a list of host names.");
}
