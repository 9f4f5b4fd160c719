/** One link as its maker sees it. Its key was shown once and is kept nowhere. */
export interface LinkSummary {
  linkId: string;
  sessionId: string;
  title: string;
  role: "view" | "review";
  createdAt: number;
  expiresAt: number | undefined;
  views: number;
  lastViewedAt: number | undefined;
  status: "active" | "expired" | "revoked";
}

/** What a role allows, in a few words. */
export const ROLE_WORDS = { view: "look and replay", review: "decide requests" } as const;
