/** Runs once when the server starts, before it takes a request. */
export async function register(): Promise<void> {
  // Written as a positive test, so that a bundle for another runtime leaves the import out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startServer } = await import("@/lib/server/lifecycle/start-server");
    await startServer();
  }
}
