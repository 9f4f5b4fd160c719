import { importBundled } from "./bundle.mjs";

export async function measure() {
  const { measureServer } = await importBundled("server-entry.ts");
  return measureServer();
}
