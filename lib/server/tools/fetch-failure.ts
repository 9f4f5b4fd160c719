import "server-only";
import { OutsideError } from "@/lib/core/tool/outside";

/**
 * What went wrong with a request, in the documented words. Rethrows everything that is not a failure of the guarded fetch:
 * that is a fault of the service.
 */
export function fetchFailure(error: unknown, request: { url: string; timeoutMs: number; what?: string }): string {
  if (!OutsideError.isInstance(error)) throw error;
  switch (error.code) {
    case "outside-timeout":
      return `${request.what ?? "Request"} timed out after ${request.timeoutMs}ms`;
    case "outside-stopped":
      return `${request.what ?? "Request"} aborted`;
    case "outside-refused":
      return `Refused to reach ${request.url}: ${error.message}`;
    case "outside-unreachable":
      return error.message;
    default:
      throw error;
  }
}
