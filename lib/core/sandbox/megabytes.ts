/** How limits and what passes them are told: in units of 1,024 × 1,024 bytes, rounded away from a limit (20 MB and one byte is not "20 MB"). */
export function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`;
}
