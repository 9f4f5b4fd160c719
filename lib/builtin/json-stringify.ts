import { z } from "zod";
import { errorText } from "@/lib/core/errors/error-text";
import { tool } from "@/lib/core/tool/tool";

export const jsonStringify = tool({
  name: "json_stringify",
  description: "Write a value as JSON text.",
  parameters: z.object({
    data: z.unknown().describe("The value"),
    pretty: z.boolean().default(false).describe("Indent it over several lines"),
    indent: z.int().min(0).max(8).default(2).describe("Spaces for each level, with pretty"),
  }),
  category: "text",
  execute({ data, pretty, indent }) {
    try {
      const result: string | undefined = JSON.stringify(data, null, pretty ? indent : undefined);
      return result === undefined ? { error: "There is no value to write" } : { result, pretty };
    } catch (error) {
      return { error: errorText(error) };
    }
  },
});
