const LIMIT = 200;

/** The commands of one terminal, kept in this browser. A store that is full or refused costs only the history. */
export function terminalHistory(sessionId: string, terminalId: string) {
  const key = keyOf(sessionId, terminalId);
  return {
    load(): string[] {
      try {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(stored) ? stored.filter((line): line is string => typeof line === "string") : [];
      } catch {
        return [];
      }
    },
    save(history: readonly string[]): void {
      try {
        localStorage.setItem(key, JSON.stringify(history.slice(-LIMIT)));
      } catch {
        // Full, or not allowed: the commands of this visit still work with the arrows.
      }
    },
    forget(): void {
      try {
        localStorage.removeItem(key);
      } catch {
        // What cannot be written holds nothing.
      }
    },
  };
}

/** The first terminal's key is the one that earlier versions used for the only one. */
function keyOf(sessionId: string, terminalId: string): string {
  return `toolwright:terminal-history:${sessionId}${terminalId === "1" ? "" : `:${terminalId}`}`;
}
