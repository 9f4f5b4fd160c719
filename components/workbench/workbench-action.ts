/** One thing a person can do, in the palette, on the sheet of keys, and on the keys themselves. */
export interface WorkbenchAction {
  id: string;
  /** A verb and its object: "Run the agent". */
  label: string;
  /** Heads the list it stands in. */
  group: string;
  /** Other words a person may type for it. */
  keywords?: readonly string[];
  /** `mod+k`, `?`, or one after the other: `g a`. Single keys are off while typing and while a dialog is open. */
  keys?: string;
  /** False when it can do nothing now; it is then not offered, and its keys do nothing. */
  enabled?: () => boolean;
  perform(): void;
}

export function isEnabled(action: WorkbenchAction): boolean {
  return action.enabled?.() ?? true;
}
