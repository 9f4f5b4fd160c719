import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { randomBelow, randomFraction } from "./random";

export const randomNumber = tool({
  name: "random_number",
  description: "Draw a random number. With integer, a whole number from min to max, both included.",
  parameters: z.object({
    min: z.number().default(0).describe("Smallest value"),
    max: z.number().default(1).describe("Largest value"),
    integer: z.boolean().default(false).describe("Only whole numbers"),
  }),
  category: "math",
  execute({ min, max, integer }) {
    if (min > max) return { error: "min must not be greater than max", min, max };
    if (!integer) return { result: Math.min(max, min + randomFraction() * (max - min)), min, max, integer };
    const first = Math.ceil(min);
    const last = Math.floor(max);
    if (first > last) return { error: "There is no whole number between min and max", min, max };
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || !Number.isSafeInteger(last - first + 1)) {
      return { error: "min and max are too far apart for exact whole numbers", min, max };
    }
    return { result: first + randomBelow(last - first + 1), min, max, integer };
  },
});
