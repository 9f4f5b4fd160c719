import { readPage } from "@/lib/server/tools/web-scrape/read-page";
import { median, sample } from "./measure.mjs";
import { PEER } from "./peer-figures.mjs";
import type { Row } from "./report.mjs";

const BYTES = 200_000;
const FORMATS = ["text", "markdown", "html"] as const;

/** Pages of one size that make a reader of HTML work for nothing. */
const PAGES: readonly [name: string, piece: string][] = [
  ["script tags", "<script>"],
  ["nested blocks", "<div>"],
  ["brackets", "<"],
  ["open comments", "<!--"],
  ["nested tables", "<table><tr><td>"],
  ["emphasis", "<b>x</b><i>y</i>"],
  ["nested emphasis", "<b><i>x"],
  ["spaced emphasis", "<i>a</i> "],
  ["list items", "<li>x"],
];

/** The slowest of the three formats for each page, without the thread that `web_scrape` reads in. */
export async function hostilePages(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, piece] of PAGES) {
    const html = piece.repeat(Math.ceil(BYTES / piece.length));
    const slowest = [];
    for (const format of FORMATS) {
      const request = {
        html,
        url: "https://example.com/",
        format,
        maxLength: 50_000,
        includeLinks: true,
        includeImages: true,
      };
      slowest.push(median(await sample(9, () => readPage(request), 2)));
    }
    const what = `web_scrape of 200 KB of ${name}`;
    rows.push({ part: "server", what, result: Math.max(...slowest), unit: "ms", atMost: 100 });
    if (name === "script tags") {
      const result = PEER.hostilePageMs / Math.max(...slowest);
      rows.push({ part: "server", what: "the peer's figure ÷ ours, 200 KB of script tags", result, unit: "×" });
    }
  }
  return rows;
}
