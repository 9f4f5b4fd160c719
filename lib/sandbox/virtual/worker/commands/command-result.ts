import type { ExecResult } from "just-bash/browser";

export function succeeded(stdout: string): ExecResult {
  return { stdout, stderr: "", exitCode: 0 };
}

/** `name: message` on stderr. */
export function failed(name: string, message: string, exitCode = 1): ExecResult {
  return { stdout: "", stderr: `${name}: ${message}\n`, exitCode };
}
