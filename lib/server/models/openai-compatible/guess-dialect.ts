import "server-only";
import type { DialectId } from "@/lib/core/schema/dialects/dialect";

const BY_HOST: readonly (readonly [RegExp, DialectId])[] = [
  [/(^|\.)anthropic\.com$/, "anthropic"],
  [/(^|\.)googleapis\.com$/, "gemini"],
  [/(^|\.)amazonaws\.com$/, "bedrock"],
  [/(^|\.)ollama\.(com|ai)$/, "ollama"],
];
const OLLAMA_PORT = "11434";

/** Which provider's rules hold at an address, where the operator did not say. OpenAI's own are what most servers copied. */
export function guessDialect(baseUrl: string): DialectId {
  const { hostname, port } = new URL(baseUrl);
  if (port === OLLAMA_PORT) return "ollama";
  return BY_HOST.find(([host]) => host.test(hostname))?.[1] ?? "openai";
}
