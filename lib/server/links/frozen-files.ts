import "server-only";
import { setImmediate } from "node:timers/promises";
import { unzipSync, zipSync } from "fflate";
import type { Redactor } from "@/lib/core/redact/redactor";
import { WORKSPACE_LIMITS } from "@/lib/core/sandbox/workspace-limits";

/** The files of a workspace archive by path; undefined when it cannot be read within the limits of a workspace. */
export function frozenFiles(archive: Uint8Array): Record<string, Uint8Array> | undefined {
  const limits = WORKSPACE_LIMITS.import;
  let bytes = 0;
  let files = 0;
  let isOver = false;
  try {
    const read = unzipSync(archive, {
      // Asked before anything is unpacked, and what is unpacked never grows beyond what was stated.
      filter: ({ originalSize }) => {
        bytes += originalSize;
        files += 1;
        isOver ||= bytes > limits.totalBytes || files > limits.files;
        return !isOver;
      },
    });
    return isOver ? undefined : read;
  } catch {
    return undefined;
  }
}

/** The text of a file; undefined when its bytes are none. */
export function textOf(data: Uint8Array): string | undefined {
  if (data.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}

/**
 * The archive without known secret values, in contents and names. A file that is no text and holds one is left out. Undefined
 * when the archive cannot be read.
 */
export async function redactArchive(archive: Uint8Array, exact: Redactor): Promise<Uint8Array | undefined> {
  if (exact.isIdle) return archive;
  const files = frozenFiles(archive);
  if (files === undefined) return undefined;
  const written: Record<string, Uint8Array> = Object.create(null);
  let isChanged = false;
  for (const [path, data] of Object.entries(files)) {
    // One file may take long; others are served in between.
    await setImmediate();
    const name = exact.text(path);
    const kept = redactFile(data, exact);
    isChanged ||= name !== path || kept !== data;
    if (kept !== undefined) written[name] = kept;
  }
  return isChanged ? zipSync(written, { level: 6 }) : archive;
}

function redactFile(data: Uint8Array, exact: Redactor): Uint8Array | undefined {
  const text = textOf(data);
  if (text !== undefined) {
    const redacted = exact.text(text);
    return redacted === text ? data : new TextEncoder().encode(redacted);
  }
  return exact.find(Buffer.from(data).toString("latin1")).length > 0 ? undefined : data;
}
