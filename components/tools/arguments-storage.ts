/**
 * Arguments that were typed and not yet run, kept for this tab only, so that a reload does not lose them. They may hold
 * anything, so they do not outlive the tab.
 */
export interface ArgumentsStorage {
  read(tool: string): string | undefined;
  write(tool: string, text: string | undefined): void;
}

export function argumentsStorage(scope: string): ArgumentsStorage {
  const key = (tool: string) => `toolwright:arguments:${scope}:${tool}`;
  return {
    read(tool) {
      try {
        return sessionStorage.getItem(key(tool)) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(tool, text) {
      try {
        if (text === undefined) sessionStorage.removeItem(key(tool));
        else sessionStorage.setItem(key(tool), text);
      } catch {
        // A full or forbidden store costs the copy, not the text on the screen.
      }
    },
  };
}
