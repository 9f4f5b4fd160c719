import { browserCache } from "./cache/browser-cache";
import type { PageService } from "./page-service";

/** What tools may ask of the page itself; every other name is asked of the server. Each loads its engine at first use. */
export const pageServices: readonly PageService[] = [browserCache.service];
