import { z } from "zod";
import { tool } from "@/lib/core/tool/tool";

const LONGEST_MS = 60_000;

export const sleep = tool({
  name: "sleep",
  description: "Wait for some milliseconds.",
  parameters: z.object({ ms: z.int().min(0).max(LONGEST_MS).describe("How long, at most a minute") }),
  category: "utility",
  timeout: LONGEST_MS + 5_000,
  async execute({ ms }, { signal }) {
    const began = Date.now();
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(new Error(`Stopped after ${Date.now() - began} of ${ms} ms`));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
    return { slept: Date.now() - began, requested: ms };
  },
});
