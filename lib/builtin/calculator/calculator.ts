import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { ExpressionError, evaluateExpression, FUNCTION_NAMES } from "./evaluate-expression";

export const calculator = tool({
  name: "calculator",
  description: `Evaluate an arithmetic expression with + - * / % ^, parentheses, pi, e and the functions ${FUNCTION_NAMES.join(", ")} (log is natural).`,
  parameters: z.object({
    expression: z.string().min(1).max(10_000).describe("The expression, for example `sqrt(2) * (1 + 3)^2`"),
  }),
  category: "math",
  execute({ expression }) {
    try {
      return { result: evaluateExpression(expression), expression };
    } catch (error) {
      if (error instanceof ExpressionError) return { error: error.message, expression };
      throw error;
    }
  },
});
