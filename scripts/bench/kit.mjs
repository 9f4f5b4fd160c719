import { importBundled } from "./bundle.mjs";

export async function measure() {
  const { measureKit } = await importBundled("kit-entry.ts");
  return measureKit();
}
