import { megabytes } from "@/lib/core/sandbox/megabytes";
import { formatBytes } from "../ui/format-bytes";

const ONE = 1024 * 1024;

/** `77 kB of 256 MB`: what is taken of a limit, both in the limit's own unit, so that "full" reads the same on either side. */
export function formatRoom(bytes: number, limit: number | undefined): string {
  const taken = bytes < ONE ? formatBytes(bytes) : megabytes(bytes);
  return limit === undefined ? taken : `${taken} of ${megabytes(limit)}`;
}
