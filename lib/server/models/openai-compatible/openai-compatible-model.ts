import "server-only";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, streamText, tool } from "ai";
import type { Model } from "@/lib/core/model/model";
import type { ToolSchema } from "@/lib/core/tool/tool-types";
import { ProviderErrorReader } from "./provider-error";
import { readStream } from "./read-stream";
import { toChatMessages } from "./to-chat-messages";

export interface OpenAiCompatibleOptions {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

/** A retry is silence on the screen, so there is one at most; after that the person decides. */
const MAX_RETRIES = 1;
/** What every provider of this family accepts. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

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
      const refused = tools.find(({ name }) => !TOOL_NAME.test(name));
      if (refused !== undefined) {
        const message = `The provider refuses the tool name "${refused.name}": only letters, digits, _ and - are allowed, at most 64 of them. Rename the tool.`;
        yield { type: "end", finish: "error", error: { code: "tool-name-refused", message, retryable: false } };
        return;
      }
      const errors = new ProviderErrorReader({ apiKey: options.apiKey, toolNames: tools.map(({ name }) => name) });
      try {
        const { fullStream } = streamText({
          model,
          ...(instructions === "" ? {} : { system: instructions }),
          messages: toChatMessages(messages),
          tools: Object.fromEntries(tools.map((schema) => [schema.name, toChatTool(schema)])),
          maxRetries: MAX_RETRIES,
          abortSignal: signal,
          // Errors come as parts; without this they are printed as well.
          onError() {},
        });
        yield* readStream(fullStream, signal, errors);
      } catch (error) {
        yield { type: "end", finish: "error", error: errors.read(error) };
      }
    },
  };
}

function toChatTool({ description, parameters }: ToolSchema) {
  return tool({ description, inputSchema: jsonSchema<Record<string, unknown>>(parameters) });
}
