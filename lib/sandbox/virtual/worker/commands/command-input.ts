import type { ResolvedCommandContext } from "just-bash/browser";
import { bytesFromLatin1 } from "../byte-text";

/** The bytes of a file, or of standard input for `-`. */
export async function inputBytes(context: ResolvedCommandContext, name: string): Promise<Uint8Array> {
  if (name === "-") return bytesFromLatin1(context.stdin as unknown as string);
  return context.fs.readFileBuffer(context.fs.resolvePath(context.cwd, name));
}

/** Why a file could not be read or written, in the words of the GNU tools. */
export function readFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith("EISDIR")) return "Is a directory";
  if (message.startsWith("ENOTDIR")) return "Not a directory";
  if (message.startsWith("ELOOP")) return "Too many levels of symbolic links";
  if (message.startsWith("ENOENT")) return "No such file or directory";
  if (message.startsWith("EEXIST")) return "File exists";
  // `ENOSPC: no space left on device, open '/path'`
  const words = /^E[A-Z]+: ([^,]+)/.exec(message)?.[1];
  return words === undefined ? message : words.replace(/^./, (first) => first.toUpperCase());
}
