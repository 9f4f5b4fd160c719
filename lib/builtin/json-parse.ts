import { z } from "zod";
import { errorText } from "@/lib/core/errors/error-text";
import { tool } from "@/lib/core/tool/tool";

export const jsonParse = tool({
  name: "json_parse",
  description: "Parse JSON text.",
  parameters: z.object({ json: z.string().describe("The JSON text") }),
  category: "text",
  execute({ json }) {
    try {
      return { result: JSON.parse(json) as unknown, valid: true };
    } catch (error) {
      return { error: errorText(error), valid: false };
    }
  },
});
