import { type NextRequest, NextResponse } from "next/server";
import { createOwnerToken, isOwnerToken, OWNER_COOKIE, ownerCookieOptions } from "@/lib/server/identity/owner-cookie";
import { offeredWebContainer } from "@/lib/server/web-container";

/**
 * Runs before every page: gives it a nonce and a content security policy, and gives a browser that has none its owner
 * cookie. It is no gate: a server action can be posted to any path, so each action finds its caller itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next reads the nonce for its own scripts from the request's policy.
  headers.set("content-security-policy", policy);

  const known = request.cookies.get(OWNER_COOKIE)?.value;
  const fresh = isOwnerToken(known) ? undefined : createOwnerToken();
  if (fresh !== undefined) {
    // The page that is rendered now must already see the owner that the browser is about to store.
    request.cookies.set(OWNER_COOKIE, fresh);
    headers.set("cookie", request.cookies.toString());
  }

  // Next answers an address that cannot be decoded with a bare error; it is simply a page that does not exist.
  const response = isDecodable(request.nextUrl.pathname)
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL(UNKNOWN_PAGE, request.url), { request: { headers } });
  response.headers.set("content-security-policy", policy);
  if (fresh !== undefined) {
    const secure = (request.headers.get("x-forwarded-proto") ?? request.nextUrl.protocol).startsWith("https");
    response.cookies.set(OWNER_COOKIE, fresh, ownerCookieOptions(secure));
  }
  return response;
}

const UNKNOWN_PAGE = "/no-such-page";

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function contentSecurityPolicy(nonce: string, development: boolean): string {
  // The page asks its host whether it is there before it frames it; nothing is loaded unless a person asks for Node.
  const node = offeredWebContainer();
  return [
    "default-src 'self'",
    // `eval` is for React's development build only; `wasm-unsafe-eval` is for the shell's WebAssembly parts.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${development ? " 'unsafe-eval'" : ""}`,
    // The editor writes style attributes; a nonce here would switch 'unsafe-inline' off.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    `connect-src 'self'${node ? ` ${node.origin}` : ""}${development ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    `frame-src ${["'self'", ...(node?.frames ?? [])].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = {
  matcher: [
    {
      // Not the tool host's frame (its own policy), static files, and the API (no document).
      source: "/((?!api/|_next/static|_next/image|tool-host|workers/|vs/|favicon.ico|icon.svg|monaco-types.json).*)",
      // A body that passes through here is cut at 10 MB without a word, so server actions go around.
      missing: [{ type: "header", key: "next-action" }],
    },
  ],
};
