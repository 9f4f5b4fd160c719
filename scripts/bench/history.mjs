import { importBundled } from "./bundle.mjs";

export async function measure() {
  const { measureHistory } = await importBundled("history-entry.ts");
  return measureHistory();
}
