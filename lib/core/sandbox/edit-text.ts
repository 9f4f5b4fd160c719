import type { EditResult } from "./sandbox";
import { SandboxError } from "./sandbox-error";

/**
 * Replaces the only literal occurrence; by position, never by pattern. `written` is undefined when nothing may be written.
 * Refuses an empty old text and bytes that are not UTF-8, which a round trip through text would damage.
 */
export function editText(
  path: string,
  data: Uint8Array,
  oldText: string,
  newText: string,
): { result: EditResult; written: string | undefined } {
  if (oldText === "") throw new SandboxError("failed", "The old text is empty: there is nothing to find.", { path });
  const content = decode(path, data);
  const first = content.indexOf(oldText);
  let occurrences = 0;
  for (let at = first; at >= 0; at = content.indexOf(oldText, at + oldText.length)) occurrences += 1;
  if (occurrences !== 1) return { result: { occurrences, content }, written: undefined };
  const written = content.slice(0, first) + newText + content.slice(first + oldText.length);
  return { result: { occurrences, content: written }, written };
}

function decode(path: string, data: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch (cause) {
    throw new SandboxError("failed", `${path} is not UTF-8 text, so it cannot be edited as text.`, { path, cause });
  }
}
