import { megabytes } from "./megabytes";

const KILOBYTE = 1024;

/** `76 kB of 256 MB`: what is taken of a limit, in units of 1,024 on either side, so that "full" reads the same on both. */
export function roomText(bytes: number, limit: number | undefined): string {
  const taken = bytes < KILOBYTE * KILOBYTE ? `${Math.ceil(bytes / KILOBYTE)} kB` : megabytes(bytes);
  return limit === undefined ? taken : `${taken} of ${megabytes(limit)}`;
}
