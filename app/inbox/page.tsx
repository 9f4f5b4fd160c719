import type { Metadata } from "next";
import { connection } from "next/server";
import { listWaiting } from "@/lib/server/approvals/list-waiting";
import { currentCaller } from "@/lib/server/identity/current-caller";
import { serverContext } from "@/lib/server/server";
import { InboxPage } from "../(workbench)/inbox-page";

export const metadata: Metadata = { title: "Inbox" };

/** Every request that waits for a decision in this browser's sessions. */
export default async function InboxRoute() {
  await connection();
  const [context, caller] = await Promise.all([serverContext(), currentCaller()]);
  return <InboxPage sessions={await listWaiting(context, caller)} />;
}
