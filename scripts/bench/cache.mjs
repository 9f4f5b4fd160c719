import { importBundled } from "./bundle.mjs";

export async function measure() {
  const { measureCache } = await importBundled("cache-entry.ts");
  return measureCache();
}
