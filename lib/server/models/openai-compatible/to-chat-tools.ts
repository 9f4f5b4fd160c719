import "server-only";
import { jsonSchema, type ToolSet, tool } from "ai";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { ModelMessage } from "@/lib/core/model/message";
import type { ModelPart } from "@/lib/core/model/model";
import { readArguments } from "@/lib/core/model/read-arguments";
import type { DialectId } from "@/lib/core/schema/dialects/dialect";
import { toolsForProvider } from "@/lib/core/schema/dialects/tools-for-provider";
import type { ToolSchema } from "@/lib/core/tool/tool-types";

export interface ChatTools {
  /** By the names that the provider knows. */
  toolSet: ToolSet;
  /** The same names in the order in which they are sent: a provider's errors only count them. */
  names: string[];
  /** What a person should know: tools that the provider cannot be told of. */
  notices: string[];
  /** Earlier turns as this provider would have had them. */
  messagesForth(messages: readonly ModelMessage[]): ModelMessage[];
  /** A part of the answer with the author's name of the tool and, when a call is whole, arguments in the author's shape. */
  partBack(part: ModelPart): ModelPart;
}

/** The tools of one request in the provider's own terms, and the way back from them. */
export function toChatTools(tools: readonly ToolSchema[], dialect: DialectId): ChatTools {
  const told = toolsForProvider(tools, dialect);
  const toolSet = Object.fromEntries(
    told.tools.map(({ name, description, schema, strict }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, unknown>>(schema.schema),
        ...(strict === undefined ? {} : { strict }),
      }),
    ]),
  );
  return {
    toolSet,
    names: told.tools.map(({ name }) => told.ownName(name)),
    notices: told.leftOut.map(({ tool: name, findings }) => {
      const why = findings.map(({ message, fix }) => `${message} ${fix}`).join(" ");
      return `The model was not told of the tool "${name}". ${why}`;
    }),
    messagesForth(messages) {
      return messages.map((message) => {
        if (message.role === "assistant") {
          return {
            ...message,
            calls: message.calls.map((call) => {
              const known = told.byName.get(call.tool);
              if (known === undefined) return call;
              return { ...call, tool: known.name, arguments: asMembers(known.schema.mapForth(call.arguments)) };
            }),
          };
        }
        if (message.role !== "tool") return message;
        const results = message.results.map((result) => ({
          ...result,
          tool: told.byName.get(result.tool)?.name ?? result.tool,
        }));
        return { ...message, results };
      });
    },
    partBack(part) {
      if (part.type !== "call-start" && part.type !== "call-end") return part;
      const name = told.ownName(part.tool);
      const known = told.byName.get(name);
      if (part.type === "call-start" || known === undefined || known.schema.keepsValues) return { ...part, tool: name };
      const read = readArguments(part.argumentsText);
      // What is no JSON object is refused later, and shown as it came.
      if (!("arguments" in read)) return { ...part, tool: name };
      return { ...part, tool: name, argumentsText: JSON.stringify(known.schema.mapBack(read.arguments)) };
    },
  };
}

/** A map makes JSON of JSON; the root of what a provider is told is an object. */
function asMembers(value: unknown): { [key: string]: JsonValue } {
  return value as { [key: string]: JsonValue };
}
