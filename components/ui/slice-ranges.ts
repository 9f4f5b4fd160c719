/** How many entries one level of a tree draws at most. */
export const LEVEL_SIZE = 100;

/**
 * Cuts `start..end` into at most {@link LEVEL_SIZE} equal ranges, so that a list of any length is a tree whose every level
 * is small: a million entries are 100 ranges of 10,000, each 100 ranges of 100.
 */
export function sliceRanges(start: number, end: number): { start: number; end: number }[] {
  let size = LEVEL_SIZE;
  while ((end - start) / size > LEVEL_SIZE) size *= LEVEL_SIZE;
  const ranges: { start: number; end: number }[] = [];
  for (let at = start; at < end; at += size) ranges.push({ start: at, end: Math.min(at + size, end) });
  return ranges;
}
