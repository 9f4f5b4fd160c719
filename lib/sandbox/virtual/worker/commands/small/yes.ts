import { defineCommand } from "just-bash/browser";
import { BROKEN_PIPE } from "../../interpreter/pipe-frame";
import { pipeOf } from "../tool/pipe-of";

/** A command here ends before the next of its pipe begins, so one that never ends has to end by itself. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * `yes [TEXT…]`: as much as the next of the pipe takes, where its words say so; else 4 MB, more than a reader that stops early
 * takes. It ends as one whose pipe was closed.
 */
export const yes = defineCommand("yes", async (given, context) => {
  const line = `${given.length === 0 ? "y" : given.join(" ")}\n`;
  const demand = pipeOf(context)?.demand;
  const count =
    demand === undefined
      ? Math.max(1, Math.floor(MOST_BYTES / line.length))
      : (demand.lines ?? Math.ceil((demand.bytes ?? 0) / line.length));
  const stderr =
    demand === undefined ? "yes: stopped after 4 MB: in the embedded shell its reader starts when it has ended\n" : "";
  return { stdout: line.repeat(count), stderr, exitCode: demand === undefined ? 1 : BROKEN_PIPE };
});
