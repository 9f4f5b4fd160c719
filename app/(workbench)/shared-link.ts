import "server-only";
import type { Metadata } from "next";
import { cache } from "react";
import { describeLink, type LinkDescription } from "@/lib/server/links/describe-link";
import { serverContext } from "@/lib/server/server";
import { countsOfLink } from "./link-counts";

/** What a preview bot may learn of a link; asked for once per request. */
export const describedLink = cache(async (linkId: string): Promise<LinkDescription | undefined> => {
  const described = await describeLink(await serverContext(), linkId);
  return described.ok ? described.value : undefined;
});

/** A title and counts, and nothing of what was shared: the key stays in the reader's browser. */
export async function linkMetadata(linkId: string): Promise<Metadata> {
  const described = await describedLink(linkId);
  const robots = { index: false };
  if (described === undefined) return { title: "No such link", description: "There is no such link.", robots };
  const title = described.role === "review" ? `Review ${described.title}` : described.title;
  const description = countsOfLink(described);
  return { title, description, robots, openGraph: { title, description, siteName: "Toolwright", type: "website" } };
}
