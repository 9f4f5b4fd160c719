import { expect, it } from "vitest";
import { roomText } from "./room-text";
import { WORKSPACE_LIMITS } from "./workspace-limits";

it.each([
  [77_000, WORKSPACE_LIMITS.bytes, "76 kB of 256 MB"],
  [WORKSPACE_LIMITS.bytes, WORKSPACE_LIMITS.bytes, "256 MB of 256 MB"],
  [5 * 1024 * 1024, undefined, "5 MB"],
])("%i bytes of %s read as %s", (bytes, limit, words) => {
  expect(roomText(bytes, limit)).toBe(words);
});
