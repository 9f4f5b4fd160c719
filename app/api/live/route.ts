import { z } from "zod";
import { ok, type Problem } from "@/lib/core/errors/result";
import { currentCaller } from "@/lib/server/identity/current-caller";
import { linkAsReader, linkStillReads, ownerAsReader } from "@/lib/server/links/reader";
import { liveResponse } from "@/lib/server/live/live-response";
import { registerStream, serverContext } from "@/lib/server/server";

export const dynamic = "force-dynamic";

const cursorSchema = z.coerce.number().int().nonnegative();

/** `?session=<id>&after=<seq>` for its owner, or the header `x-toolwright-link: <linkId>.<key>`. */
export async function GET(request: Request): Promise<Response> {
  const context = await serverContext();
  const { searchParams } = new URL(request.url);
  const cursor = cursorSchema.safeParse(request.headers.get("last-event-id") ?? searchParams.get("after") ?? 0);
  if (!cursor.success) return refuse({ code: "invalid-input", message: "`after` is not a sequence number." }, 400);

  const link = request.headers.get("x-toolwright-link");
  const [linkId = "", key = ""] = link?.split(".", 2) ?? [];
  const reader =
    link === null
      ? await ownerAsReader(context, await currentCaller(), searchParams.get("session") ?? "")
      : await linkAsReader(context, { linkId, key });
  if (!reader.ok) return refuse(reader.problem, link === null ? 404 : 403);

  const streams: { end?: () => void } = {};
  const unregister = await registerStream(() => streams.end?.());
  return liveResponse(context, {
    reader: reader.value,
    after: cursor.data,
    signal: request.signal,
    stillAllowed: async () => (link === null ? ok(undefined) : linkStillReads(context, { linkId, key })),
    register(end) {
      streams.end = end;
      return unregister;
    },
  });
}

function refuse(problem: Problem, status: number): Response {
  return Response.json(problem, { status, headers: { "cache-control": "no-store" } });
}
