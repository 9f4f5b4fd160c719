import type { KeptResults } from "@/lib/client/cache-desk";
import { ok } from "@/lib/core/errors/result";
import type { GuestCaches } from "@/lib/tool-host/host/tool-host-types";

/** For a tool host in a test that has no cached tool. */
export const noCaches: GuestCaches = { list: () => [], subscribe: () => () => {}, command: () => {} };

/** For a session in a test whose tools keep nothing outside of the tool host. */
export const keptNowhere: KeptResults = { list: async () => ok([]), remove: async () => ok(undefined) };
