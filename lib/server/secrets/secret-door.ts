import "server-only";
import type { TextScanner } from "@/lib/core/redact/text-scanner";

/** The secrets of one call of one tool. Each time a value is put into a request is written to the audit, before it goes. */
export interface SecretDoor {
  /**
   * The value of a secret that this tool was granted, for use towards `target` (a host name, `process` or `mail`). Undefined
   * when there is none by this name, it is not granted to this tool, or not for this target.
   */
  use(name: string, target: string): Promise<string | undefined>;
  /** Puts the values in the place of the handles that stand in a text, for those granted to this tool and target; others stay. */
  fill(text: string, target: string): Promise<string>;
  /** Takes every known secret value out of a text, in all its written forms. */
  redact(text: string): string;
  /** The same for a text that comes in pieces. */
  scanner(): TextScanner;
}
