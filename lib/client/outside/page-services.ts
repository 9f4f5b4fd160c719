import { browserCache } from "./cache/browser-cache";
import type { PageService } from "./page-service";
import { createRegexService } from "./regex/create-regex-service";
import { createPgliteService } from "./sql/create-pglite-service";
import { createSqliteService } from "./sql/create-sqlite-service";
import { loadEmptyDatabase } from "./sql/load-empty-database";
import { createWasmService } from "./wasm/create-wasm-service";
import { createWebContainerService } from "./webcontainer/create-webcontainer-service";

/** `opfs-disable` keeps the SQL engine from looking for a store of its own. */
const start = (name: string) => () => new Worker(`/workers/${name}.js?opfs-disable`, { type: "module", name });

async function textAt(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/** What tools may ask of the page itself; every other name is asked of the server. Each loads its engine at first use. */
export const pageServices: readonly PageService[] = [
  browserCache.service,
  createRegexService({ start: start("regex") }),
  createWasmService({ start: start("wasm") }),
  createSqliteService({ start: start("sqlite") }),
  createWebContainerService({ program: () => textAt("/workers/run-call.js") }),
  createPgliteService({ start: start("pglite"), empty: loadEmptyDatabase }),
];
