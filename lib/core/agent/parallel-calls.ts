/** How many calls of one model turn run at the same time when nothing else is said. */
export const DEFAULT_PARALLEL_CALLS = 4;
