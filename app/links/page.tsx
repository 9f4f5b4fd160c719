import type { Metadata } from "next";
import { connection } from "next/server";
import { currentCaller } from "@/lib/server/identity/current-caller";
import { listLinks } from "@/lib/server/links/list-links";
import { serverContext } from "@/lib/server/server";
import { LinksPage } from "../(workbench)/links-page";

export const metadata: Metadata = { title: "Links" };

/** Every link this browser's sessions have given out. */
export default async function LinksRoute() {
  await connection();
  const [context, caller] = await Promise.all([serverContext(), currentCaller()]);
  return <LinksPage links={await listLinks(context, caller, {})} />;
}
