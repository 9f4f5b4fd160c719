import { loadSandbox } from "@/lib/sandbox/load-sandbox";
import { median, sample } from "./measure.mjs";
import type { Row } from "./report.mjs";
import type { DiskResult } from "./search-disk-entry";
import { LISTINGS, SEARCHES, searchTree } from "./search-tree";

const part = "search";
const EVERYTHING = 1_000_000;
const AT_MOST = 3;
const ROUNDS = 5;

/** Both tools over the tree in the shell's sandbox, beside what GNU's needed for the same files. */
async function searchRows(disk: { searches: DiskResult[]; listings: DiskResult[] }): Promise<Row[]> {
  const { sandbox } = await loadSandbox({ kind: "virtual", sessionId: "search", files: new Map(searchTree()) });
  const rows: Row[] = [];
  const compare = async (tool: string, gnu: DiskResult, search: () => Promise<number>): Promise<void> => {
    const once = async () => {
      const found = await search();
      if (found !== gnu.found) throw new Error(`${tool} ${gnu.what} found ${found}, the GNU tool ${gnu.found}.`);
    };
    await sample(2, once);
    const before = await window.processorMs();
    const mine = median(await sample(ROUNDS, once));
    const processor = ((await window.processorMs()) - before) / ROUNDS;
    const name = `${tool} ${gnu.what}`;
    rows.push(
      { part, what: `${name}: ${gnu.found} found`, result: mine, unit: "ms" },
      { part, what: `${name}, the GNU tool`, result: gnu.wallMs, unit: "ms" },
      { part, what: `${name} ÷ the GNU tool`, result: mine / gnu.wallMs, unit: "×" },
      {
        part,
        what: `${name} ÷ the GNU tool, processor time`,
        result: processor / gnu.processorMs,
        unit: "×",
        atMost: AT_MOST,
      },
    );
  };
  for (const [index, { pattern, caseSensitive }] of SEARCHES.entries()) {
    const options = { caseSensitive, limit: EVERYTHING };
    await compare("Grep", disk.searches[index] as DiskResult, async () => {
      return (await sandbox.grep(pattern, options)).matches.length;
    });
  }
  for (const [index, { pattern }] of LISTINGS.entries()) {
    await compare("Glob", disk.listings[index] as DiskResult, async () => {
      return (await sandbox.glob(pattern, { limit: EVERYTHING })).paths.length;
    });
  }
  await sandbox.dispose();
  return rows;
}

declare global {
  interface Window {
    searchRows: typeof searchRows;
    /** What the page and its worker have used of the processor. */
    processorMs(): Promise<number>;
  }
}
window.searchRows = searchRows;
