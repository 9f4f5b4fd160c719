import { FRAME_DOCUMENT, FRAME_HEADERS } from "@/lib/tool-host/frame-document";

/**
 * The frame that authored code runs below. A route of its own, because a `srcdoc` frame inherits the page's policy, which
 * (rightly) refuses `eval`. The proxy must leave this path alone: these headers are the isolation.
 */
export function GET(): Response {
  return new Response(FRAME_DOCUMENT, { headers: FRAME_HEADERS });
}
