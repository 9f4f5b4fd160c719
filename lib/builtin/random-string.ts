import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";
import { randomBelow } from "./random";

const DIGITS = "0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHARSETS = {
  alphanumeric: LETTERS + DIGITS,
  alpha: LETTERS,
  numeric: DIGITS,
  hex: `${DIGITS}abcdef`,
} as const;

export const randomString = tool({
  name: "random_string",
  description: "Make a random text from a set of characters, each equally likely.",
  parameters: z.object({
    length: z.int().min(1).max(1000).describe("How many characters"),
    charset: z.enum(["alphanumeric", "alpha", "numeric", "hex"]).default("alphanumeric").describe("Which characters"),
  }),
  category: "utility",
  execute({ length, charset }) {
    const letters = CHARSETS[charset];
    const result = Array.from({ length }, () => letters.charAt(randomBelow(letters.length))).join("");
    return { result, length, charset };
  },
});
