import "server-only";

/** The cookie that stands for one anonymous person's browser. Its value is a secret; only its hash is stored. */
export const OWNER_COOKIE = "toolwright_owner";

const DAY_SECONDS = 24 * 60 * 60;

export function ownerCookieOptions(secure: boolean): {
  httpOnly: true;
  sameSite: "lax";
  secure: boolean;
  path: "/";
  maxAge: number;
} {
  // 400 days is the longest that browsers keep a cookie.
  return { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge: 400 * DAY_SECONDS };
}

/** 256 random bits as base64url. */
export function createOwnerToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function isOwnerToken(value: string | undefined): value is string {
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value);
}
