import type { Metadata } from "next";
import { connection } from "next/server";
import { cache } from "react";
import { listWaiting } from "@/lib/server/approvals/list-waiting";
import { currentCaller } from "@/lib/server/identity/current-caller";
import { serverContext } from "@/lib/server/server";
import { InboxPage } from "../(workbench)/inbox-page";

const waitingSessions = cache(async () => {
  await connection();
  const [context, caller] = await Promise.all([serverContext(), currentCaller()]);
  return listWaiting(context, caller);
});

/** The count is in the title from the start: what the page writes there before it is whole is written over. */
export async function generateMetadata(): Promise<Metadata> {
  const waiting = (await waitingSessions()).reduce((sum, { requests }) => sum + requests.length, 0);
  return { title: waiting > 0 ? `(${waiting}) Inbox` : "Inbox" };
}

/** Every request that waits for a decision in this browser's sessions. */
export default async function InboxRoute() {
  return <InboxPage sessions={await waitingSessions()} />;
}
