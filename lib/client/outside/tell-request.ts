import type { JsonValue } from "@/lib/core/errors/json-value";
import { fetchAnswerSchema } from "@/lib/core/tool/fetch-request";
import type { OutsideInput } from "@/lib/core/tool/outside";

const LONGEST_ADDRESS = 2_000;

/**
 * Carries a request of the shell out and tells the call's log what went out and what became of it: method, address, status.
 * Secrets are handles in an address, and what else is known to be one is taken out where the log is stored.
 */
export async function tellRequest(
  { method, url }: OutsideInput,
  tell: (line: string) => void,
  work: () => Promise<JsonValue>,
): Promise<JsonValue> {
  const what = `${String(method)} ${String(url).slice(0, LONGEST_ADDRESS)}`;
  try {
    const value = await work();
    const answer = fetchAnswerSchema.safeParse(value);
    const from = answer.success && answer.data.redirected ? ` from ${answer.data.url.slice(0, LONGEST_ADDRESS)}` : "";
    tell(answer.success ? `${what}: ${answer.data.status}${from}` : what);
    return value;
  } catch (error) {
    tell(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}
