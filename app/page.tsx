import { connection } from "next/server";
import { newestSession } from "./(workbench)/own-session";
import { ProblemPage } from "./(workbench)/problem-page";
import { SessionPage } from "./(workbench)/session-page";

/** Straight into work: no landing page, no redirect. */
export default async function HomePage() {
  await connection();
  const session = await newestSession();
  return session.ok ? <SessionPage initial={session.value} /> : <ProblemPage problem={session.problem} />;
}
