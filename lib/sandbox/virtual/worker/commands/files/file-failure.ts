import { readFailure } from "../command-input";

const REASONS: readonly (readonly [string, string])[] = [
  ["EROFS", "Read-only file system"],
  ["ENOSPC", "No space left on device"],
  ["EEXIST", "File exists"],
  ["ENOTEMPTY", "Directory not empty"],
  ["EINVAL", "Invalid argument"],
  ["EBUSY", "Device or resource busy"],
];

/** Why a file could not be made, changed or removed, in the words of the GNU tools. */
export function fileFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return REASONS.find(([code]) => message.startsWith(code))?.[1] ?? readFailure(error);
}
