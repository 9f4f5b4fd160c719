import { z } from "zod";
import { SEARCH_TIMEOUT_MS, type SearchResult, textTooLarge } from "@/lib/builtin/search-text";
import { OutsideError } from "@/lib/core/tool/outside";
import { createEngine, type EngineWorker } from "../engine-worker";
import type { PageService } from "../page-service";

const search = { text: z.string(), pattern: z.string(), flags: z.string() };
const searchRequestSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("match"), ...search }),
  z.object({ kind: z.literal("replace"), ...search, replacement: z.string() }),
]);

/** Searches texts with patterns of the model's or the author's making; one that takes too long is ended with its worker. */
export function createRegexService(options: {
  start(): EngineWorker | Promise<EngineWorker>;
  timeoutMs?: number;
}): PageService {
  const engine = createEngine({ start: options.start, keep: 1 });
  const timeoutMs = options.timeoutMs ?? SEARCH_TIMEOUT_MS;
  return {
    name: "regex",
    async ask(input, { signal }): Promise<SearchResult> {
      const request = searchRequestSchema.safeParse(input);
      if (!request.success) throw new OutsideError("outside-refused", "The request is not one for a search.");
      const { text, pattern } = request.data;
      const tooLarge = textTooLarge(text);
      if (tooLarge !== undefined) return { error: tooLarge, pattern };
      const reply = await engine.ask({ message: request.data, signal, timeoutMs });
      switch (reply.status) {
        case "replied":
          return reply.value as SearchResult;
        case "timed-out":
          return { error: `Regex execution timed out after ${timeoutMs}ms`, pattern };
        case "stopped":
          throw new OutsideError("outside-stopped", "The search was ended.");
        case "died":
          throw new OutsideError("outside-failed", `The search broke off: ${reply.message}`);
      }
    },
  };
}
