import "server-only";
import type { NamedSecret } from "@/lib/core/redact/redactor";

const HOLDS_KEY = /^TOOLWRIGHT_\w*(?:KEY|TOKEN|SECRET|PASSWORD)$/;
const HOLDS_ADDRESS = /^(?:DATABASE_URL|TOOLWRIGHT_\w*URL)$/;
/** A shorter one is a word of an example, and would be taken out of every sentence. */
const SHORTEST = 8;

/** The server's own keys from its settings: nobody may use them through a tool, and no text may show them. */
export function ownKeys(variables: Readonly<Record<string, string | undefined>>): NamedSecret[] {
  return Object.entries(variables).flatMap(([name, value = ""]) => {
    const isKey = HOLDS_KEY.test(name) || (HOLDS_ADDRESS.test(name) && /:\/\/[^/@\s]*:[^/@\s]+@/.test(value));
    return isKey && value.length >= SHORTEST ? [{ name, value }] : [];
  });
}
