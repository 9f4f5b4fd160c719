/** What one workspace may hold, and what may be brought into it. */
export const WORKSPACE_LIMITS = {
  /** Bytes of all files together. */
  bytes: 256 * 1024 * 1024,
  /** Files, directories and links. */
  entries: 100_000,
  import: {
    fileBytes: 20 * 1024 * 1024,
    totalBytes: 256 * 1024 * 1024,
    files: 20_000,
    /** Of a zip as it is packed: it is read as a whole. */
    archiveBytes: 256 * 1024 * 1024,
  },
} as const;
