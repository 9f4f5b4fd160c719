import type { ErrorPlace } from "../call/outcome";

const FRAME = /(?:^|[\s(@/])((?:tools\/[A-Za-z0-9_-]{1,64}|agent)\.ts):(\d{1,7})(?::(\d{1,7}))?\)?\s*$/;

/**
 * The author's own line in a stack trace: the topmost frame that lies in a definition file. Words of the error's `message`,
 * which some engines repeat above the frames, are never taken for a frame.
 */
export function errorPlace(stack: string | undefined, message = ""): ErrorPlace | undefined {
  if (stack === undefined) return undefined;
  for (const line of withoutMessage(stack, message).split("\n")) {
    const match = isFrame(line) ? FRAME.exec(line) : null;
    if (match?.[1] === undefined || match[2] === undefined) continue;
    return {
      file: match[1],
      line: Number(match[2]),
      ...(match[3] === undefined ? {} : { column: Number(match[3]) }),
    };
  }
  return undefined;
}

/** A stack that begins with the message has it after the error's name, on the first line. */
function withoutMessage(stack: string, message: string): string {
  const at = message === "" ? -1 : stack.indexOf(message);
  if (at === -1) return stack;
  const before = stack.slice(0, at);
  return before === "" || /^[^\n]*: $/.test(before) ? stack.slice(at + message.length) : stack;
}

/** `    at run (place)` in one family of engines, `run@place` in the other. */
function isFrame(line: string): boolean {
  return /^\s+at /.test(line) || /^[^\s:]*@/.test(line);
}
