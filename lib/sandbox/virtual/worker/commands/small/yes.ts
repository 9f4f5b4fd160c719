import { defineCommand } from "just-bash/browser";

/** A command here ends before the next of its pipe begins, so one that never ends has to end by itself. */
const MOST_BYTES = 4 * 1024 * 1024;

/** `yes [TEXT…]`: 4 MB of it, more than a reader that stops early takes; then it fails as on a closed pipe. */
export const yes = defineCommand("yes", async (given) => {
  const line = `${given.length === 0 ? "y" : given.join(" ")}\n`;
  return {
    stdout: line.repeat(Math.max(1, Math.floor(MOST_BYTES / line.length))),
    stderr: "yes: stopped after 4 MB: in the embedded shell its reader starts when it has ended\n",
    exitCode: 1,
  };
});
