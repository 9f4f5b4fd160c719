import { errorText } from "@/lib/core/errors/error-text";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { SQL_LIMITS } from "./sql-answer";

export const IN_MEMORY = ":memory:";

export interface DatabaseFile {
  /** Undefined for a file that is not there yet. */
  bytes: Uint8Array | undefined;
  /** Writes the file, unless somebody else did since it was read. Gives what is wrong, or nothing. */
  replace(bytes: Uint8Array): Promise<string | undefined>;
}

/** Reads a database that lies in the workspace, or says in words why that cannot be. */
export async function readDatabaseFile(
  sandbox: Sandbox,
  path: string,
  { mayCreate, beside }: { mayCreate: boolean; beside?: string },
): Promise<DatabaseFile | { error: string }> {
  try {
    const before = await markOf(sandbox, path);
    if (before === undefined && !mayCreate) return { error: `Database file not found: ${path}` };
    if (before !== undefined && before.size > SQL_LIMITS.fileBytes) {
      return { error: `${path} is larger than ${SQL_LIMITS.fileBytes / 1024 ** 2} MB` };
    }
    const log = beside === undefined ? undefined : await markOf(sandbox, `${path}${beside}`);
    if (log !== undefined && log.size > 0) {
      return {
        error: `${path} has changes in ${path}${beside} that are not merged; close the program that holds it open`,
      };
    }
    return {
      bytes: before === undefined ? undefined : await sandbox.read(path),
      async replace(bytes) {
        const now = await markOf(sandbox, path);
        if (now?.size !== before?.size || now?.modifiedAt !== before?.modifiedAt) {
          return `${path} was changed by something else meanwhile; nothing was written. Try again.`;
        }
        await sandbox.write(path, bytes);
      },
    };
  } catch (error) {
    return { error: `${path} cannot be used as a database: ${errorText(error)}` };
  }
}

async function markOf(sandbox: Sandbox, path: string): Promise<{ size: number; modifiedAt: number } | undefined> {
  try {
    const { size, modifiedAt } = await sandbox.stat(path);
    return { size, modifiedAt };
  } catch (error) {
    if (SandboxError.isInstance(error) && error.code === "not-found") return undefined;
    throw error;
  }
}
