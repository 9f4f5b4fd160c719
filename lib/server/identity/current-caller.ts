import "server-only";
import { cookies, headers } from "next/headers";
import { type Caller, callerOf } from "./caller";
import { createOwnerToken, isOwnerToken, OWNER_COOKIE, ownerCookieOptions } from "./owner-cookie";

/**
 * The caller of the running request. A browser without the cookie (it was cleared since the page was opened) is given a
 * new one, and then owns nothing.
 */
export async function currentCaller(): Promise<Caller> {
  const jar = await cookies();
  const known = jar.get(OWNER_COOKIE)?.value;
  if (isOwnerToken(known)) return callerOf(known);
  const fresh = createOwnerToken();
  const secure = (await headers()).get("x-forwarded-proto")?.startsWith("https") ?? false;
  jar.set(OWNER_COOKIE, fresh, ownerCookieOptions(secure));
  return callerOf(fresh);
}
