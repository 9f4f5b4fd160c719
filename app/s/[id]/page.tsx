import type { Metadata } from "next";
import { connection } from "next/server";
import { ownSession } from "../../(workbench)/own-session";
import { ProblemPage } from "../../(workbench)/problem-page";
import { SessionPage } from "../../(workbench)/session-page";
import { SharePage } from "../../(workbench)/share-page";
import { describedLink, linkMetadata } from "../../(workbench)/shared-link";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return id.startsWith("l_") ? linkMetadata(id) : { title: "Session", robots: { index: false } };
}

export default async function SessionRoute({ params }: Props) {
  await connection();
  const { id } = await params;
  if (id.startsWith("l_")) return <SharePage linkId={id} described={await describedLink(id)} />;
  const session = await ownSession(id);
  return session.ok ? <SessionPage initial={session.value} /> : <ProblemPage problem={session.problem} />;
}
