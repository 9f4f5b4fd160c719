import type { Metadata } from "next";
import { connection } from "next/server";
import { ownSession } from "../../../(workbench)/own-session";
import { ProblemPage } from "../../../(workbench)/problem-page";
import { LinkReviewPage, OwnReviewPage } from "../../../(workbench)/review-page";
import { describedLink, linkMetadata } from "../../../(workbench)/shared-link";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return id.startsWith("l_") ? linkMetadata(id) : { title: "Review", robots: { index: false } };
}

/** The requests of one session that wait for a decision, for its owner and for the holder of a review link. */
export default async function ReviewRoute({ params }: Props) {
  await connection();
  const { id } = await params;
  if (id.startsWith("l_")) return <LinkReviewPage linkId={id} described={await describedLink(id)} />;
  const session = await ownSession(id);
  if (!session.ok) return <ProblemPage problem={session.problem} />;
  const { document, events } = session.value;
  return <OwnReviewPage sessionId={document.id} title={document.title} events={events} />;
}
