const KEY = "toolwright:save-files-by-itself";

/** Whether files are saved by themselves, as the definition is; on unless a person switched it off in this browser. */
export function loadAutosave(): boolean {
  try {
    return localStorage.getItem(KEY) !== "no";
  } catch {
    return true;
  }
}

export function saveAutosave(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "yes" : "no");
  } catch {
    // It holds until the page closes.
  }
}
