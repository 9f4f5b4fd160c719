import "server-only";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import { closeServer, serverContext } from "../server";

/** Long enough for the answers that are on their way; an open stream would hold the process for ever. */
const EXIT_AFTER_MS = 500;

/** Opens the storage, so that no request waits for it, and ends everything in order when the process is told to end. */
export async function startServer(): Promise<void> {
  if (process.env.NEXT_MANUAL_SIG_HANDLE === "true") {
    process.once("SIGTERM", () => void stop());
    process.once("SIGINT", () => void stop());
  }
  try {
    await serverContext();
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    // An expected hindrance, with its way out in the message; a stack would only hide it.
    console.error(`\nToolwright cannot start.\n${error.message}\n`);
    process.exit(1);
  }
}

async function stop(): Promise<void> {
  const exit = new Promise((resolve) => setTimeout(resolve, EXIT_AFTER_MS));
  try {
    await closeServer();
    await exit;
    process.exit(0);
  } catch (error) {
    console.error("The server could not end in order:", error);
    process.exit(1);
  }
}
