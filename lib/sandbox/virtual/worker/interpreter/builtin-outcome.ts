import type { Outcome } from "./interpreter";

export function printed(stdout: string): Outcome {
  return { stdout, stderr: "", exitCode: 0 };
}

export function builtinFailed(name: string, message: string, exitCode = 1): Outcome {
  return { stdout: "", stderr: `bash: ${name}: ${message}\n`, exitCode };
}
