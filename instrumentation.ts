/** Runs once when the server starts, before it takes a request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("@/lib/server/lifecycle/start-server");
  await startServer();
}
