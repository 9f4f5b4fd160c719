/**
 * Whether a person can see the element if they scroll to it. What stands in a pane that is taken off the screen was not read by anybody,
 * and must not act on keys: its size is 0, so its end would seem to be in sight.
 */
export function isShown(element: Element | null): boolean {
  if (element === null) return false;
  // Browsers before 2024 lack the question; an element without boxes is not drawn there.
  return element.checkVisibility?.() ?? element.getClientRects().length > 0;
}
