import "server-only";
import type { Service } from "./service";

/** What tools may ask of the server. */
export const serverServices: readonly Service[] = [];
