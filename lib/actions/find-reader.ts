import "server-only";
import { z } from "zod";
import type { Result } from "@/lib/core/errors/result";
import type { ServerContext } from "@/lib/server/context";
import type { Caller } from "@/lib/server/identity/caller";
import { linkAsReader, ownerAsReader, type Reader } from "@/lib/server/links/reader";

export const linkAddressSchema = z.object({ linkId: z.string().max(64), key: z.string().max(200) });

/** One session, named by its owner or through a link. */
export const readerAddressSchema = z.union([z.object({ sessionId: z.string().max(64) }), linkAddressSchema]);

export function findReader(
  context: ServerContext,
  caller: Caller,
  address: z.output<typeof readerAddressSchema>,
): Promise<Result<Reader>> {
  return "sessionId" in address ? ownerAsReader(context, caller, address.sessionId) : linkAsReader(context, address);
}
