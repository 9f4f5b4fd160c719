import type { Tool } from "./tool-types";

/** Several tools as a tuple: each keeps its own parameter and result types, and it is still a list an agent accepts. */
export function toolset<const T extends readonly Tool[]>(...tools: T): [...T] {
  return [...tools];
}
