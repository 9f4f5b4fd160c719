import { errorText } from "@/lib/core/errors/error-text";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";

/** What a model is told when a file could not be used. `doing` starts a sentence: "Cannot read", "Cannot write to". */
export function fileError(error: unknown, path: string, doing: string): Error {
  if (SandboxError.isInstance(error)) {
    if (error.code === "not-found") return new Error(`File not found: ${path}`, { cause: error });
    if (error.code === "is-directory") return new Error(`${path} is a directory, not a file`, { cause: error });
  }
  return new Error(`${doing} ${path}: ${errorText(error) || "unknown reason"}`, { cause: error });
}
