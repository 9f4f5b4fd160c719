/** The text limits that every coding tool shares. */
export const TEXT_LIMITS = {
  lines: 2000,
  /** UTF-8 bytes. */
  bytes: 51_200,
  /** A longer line of a listing is clipped, with a mark. */
  lineCharacters: 500,
} as const;
