import "server-only";
import { fetchService } from "./fetch/fetch-service";
import type { Service } from "./service";

/** What tools may ask of the server. */
export const serverServices: readonly Service[] = [fetchService];
