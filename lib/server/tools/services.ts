import "server-only";
import type { Service } from "./service";

/** A service with the type of its input forgotten: the dispatcher parses with the very schema that it then hands to. */
export type AnyService = Service<never>;

/** What tools may ask of the server. */
export const serverServices: readonly AnyService[] = [];
