import type { ErrorPlace } from "../call/outcome";

const FRAME = /(?:^|[\s(@/])((?:tools\/[A-Za-z0-9_-]{1,64}|agent)\.ts):(\d{1,7})(?::(\d{1,7}))?/;

/** The author's own line in a stack trace: the topmost frame that lies in a definition file. */
export function errorPlace(stack: string | undefined): ErrorPlace | undefined {
  if (stack === undefined) return undefined;
  for (const line of stack.split("\n")) {
    const match = FRAME.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) continue;
    return {
      file: match[1],
      line: Number(match[2]),
      ...(match[3] === undefined ? {} : { column: Number(match[3]) }),
    };
  }
  return undefined;
}
