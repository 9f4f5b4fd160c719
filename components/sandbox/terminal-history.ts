const LIMIT = 200;

/** The commands of one session's terminal, kept in this browser. A store that is full or refused costs only the history. */
export function loadTerminalHistory(sessionId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(sessionId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((line): line is string => typeof line === "string") : [];
  } catch {
    return [];
  }
}

export function saveTerminalHistory(sessionId: string, history: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(sessionId), JSON.stringify(history.slice(-LIMIT)));
  } catch {
    // Full, or not allowed: the commands of this visit still work with the arrows.
  }
}

function keyOf(sessionId: string): string {
  return `toolwright:terminal-history:${sessionId}`;
}
