import { expect } from "vitest";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError, type SandboxErrorCode } from "@/lib/core/sandbox/sandbox-error";

/** How a contract suite makes what it tests. */
export interface SandboxContractOptions {
  /** A fresh sandbox whose workspace is empty. */
  create(): Promise<Sandbox>;
  /** One whose files may take so many bytes together. */
  createLimited(bytes: number): Promise<Sandbox>;
  /** What the adapter does not do; the suite then checks that it refuses instead. */
  lacks?: readonly SandboxFeature[];
}

/** `views`: commands with `discardChanges`. */
export type SandboxFeature = "views";

const decoder = new TextDecoder();

export async function text(sandbox: Sandbox, path: string): Promise<string> {
  return decoder.decode(await sandbox.read(path));
}

/** The promise rejects with a `SandboxError` of this code. */
export async function expectCode(promise: Promise<unknown>, code: SandboxErrorCode): Promise<void> {
  const error = await promise.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!SandboxError.isInstance(error)) throw new Error(`expected a SandboxError ${code}, got ${String(error)}`);
  expect(error.code).toBe(code);
}
