import "server-only";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import type { Model } from "@/lib/core/model/model";
import type { DialectId } from "@/lib/core/schema/dialects/dialect";
import { ProviderErrorReader } from "./provider-error";
import { readStream } from "./read-stream";
import { toChatMessages } from "./to-chat-messages";
import { toChatTools } from "./to-chat-tools";

export interface OpenAiCompatibleOptions {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Whose rules hold for the schemas of tools. */
  dialect: DialectId;
}

/** A retry is silence on the screen, so there is one at most; after that the person decides. */
const MAX_RETRIES = 1;

// The library would print its warnings to the server's log at every step.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Any provider that speaks Chat Completions at a base URL. The key never leaves this closure. */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): Model {
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: options.baseUrl,
    apiKey: options.apiKey,
    includeUsage: true,
  });
  const model = provider.chatModel(options.model);
  return {
    async *stream({ instructions, messages, tools, signal }) {
      const chatTools = toChatTools(tools, options.dialect);
      const errors = new ProviderErrorReader({ apiKey: options.apiKey, toolNames: chatTools.names });
      try {
        const { fullStream } = streamText({
          model,
          ...(instructions === "" ? {} : { system: instructions }),
          messages: toChatMessages(chatTools.messagesForth(messages)),
          tools: chatTools.toolSet,
          maxRetries: MAX_RETRIES,
          abortSignal: signal,
          // Errors come as parts; without this they are printed as well.
          onError() {},
        });
        for await (const part of readStream(fullStream, signal, errors)) {
          const { notices } = chatTools;
          yield part.type === "end" && notices.length > 0 ? { ...part, notices } : chatTools.partBack(part);
        }
      } catch (error) {
        yield { type: "end", finish: "error", error: errors.read(error) };
      }
    },
  };
}
