import type { Metadata } from "next";
import { connection } from "next/server";
import { ownSession } from "../../(workbench)/own-session";
import { ProblemPage } from "../../(workbench)/problem-page";
import { SessionPage } from "../../(workbench)/session-page";
import { SharePage } from "../../(workbench)/share-page";

interface Props {
  params: Promise<{ id: string }>;
}

/** A preview bot learns that something was shared and nothing of what: the key stays in the reader's browser. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: id.startsWith("l_") ? "A shared session" : "Session", robots: { index: false } };
}

export default async function SessionRoute({ params }: Props) {
  await connection();
  const { id } = await params;
  if (id.startsWith("l_")) return <SharePage linkId={id} />;
  const session = await ownSession(id);
  return session.ok ? <SessionPage initial={session.value} /> : <ProblemPage problem={session.problem} />;
}
