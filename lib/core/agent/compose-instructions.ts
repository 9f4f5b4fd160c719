import { SUBMIT_RESULT } from "./submitted-result";

const SUBMIT_NOTE = `When you are done, call ${SUBMIT_RESULT} with the result, then stop.`;

/** What a model is told about its task: every part that is there, in order, and how to hand in a result where one is wanted. */
export function composeInstructions(parts: readonly (string | undefined)[], hasOutput: boolean): string {
  return [...parts, hasOutput ? SUBMIT_NOTE : undefined]
    .flatMap((part) => (part === undefined || part.trim() === "" ? [] : [part.trim()]))
    .join("\n\n");
}
