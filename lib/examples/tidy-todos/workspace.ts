/** A small library with real loose ends. The script of the example depends on its texts; a test holds the two together. */
export const tidyTodosWorkspace: Record<string, string> = {
  "README.md": `# pocketbook

Small helpers for a household ledger: durations, money, slugs.

\`\`\`ts
import { parseDuration, report } from "pocketbook";

parseDuration("1h 30m"); // 5400
report([{ kind: "rent", cents: 95000 }]); // "rent  €950.00"
\`\`\`

No dependencies. Amounts are whole cents, durations are whole seconds.
`,
  "package.json": `{
  "name": "pocketbook",
  "version": "0.3.0",
  "type": "module",
  "main": "src/index.ts",
  "license": "MIT"
}
`,
  "src/index.ts": `export { parseDuration } from "./duration";
export { fmt } from "./money";
export { report } from "./report";
export { slug } from "./slug";
`,
  "src/duration.ts": `// TODO: accept days as well ("2d")
const SECONDS = { h: 3600, m: 60, s: 1 };

type Unit = keyof typeof SECONDS;

/** Seconds in a text such as "1h 30m"; undefined when it is not one. */
export function parseDuration(text: string): number | undefined {
  const parts = text.trim().split(/\\s+/);
  let total = 0;
  for (const part of parts) {
    const match = /^(\\d+)([a-z])$/.exec(part);
    const unit = match?.[2];
    if (match === null || unit === undefined || !(unit in SECONDS)) return undefined;
    total += Number(match[1]) * SECONDS[unit as Unit];
  }
  return total;
}
`,
  "src/money.ts": `// TODO: fmt says nothing, call it formatMoney everywhere
export function fmt(cents: number, currency = "EUR"): string {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.abs(cents);
  // FIXME: half cents round the wrong way for refunds
  return sign + symbolOf(currency) + (whole / 100).toFixed(2);
}

function symbolOf(currency: string): string {
  return { EUR: "€", USD: "$", GBP: "£" }[currency] ?? currency + " ";
}
`,
  "src/report.ts": `import { fmt } from "./money";

export interface Expense {
  kind: string;
  cents: number;
}

/** One line a kind, the largest sum first. */
export function report(expenses: readonly Expense[]): string {
  const sums = new Map<string, number>();
  for (const { kind, cents } of expenses) sums.set(kind, (sums.get(kind) ?? 0) + cents);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, cents]) => kind.padEnd(12) + fmt(cents))
    .join("\\n");
}
`,
  "src/slug.ts": `/** "Rent & Bills" → "rent-bills" */
export function slug(title: string): string {
  // TODO: "Café" should become "cafe", not "caf"
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
`,
  "tests/money.test.ts": `import { expect, test } from "vitest";
import { fmt } from "../src/money";

test("shows cents as an amount", () => {
  expect(fmt(95000)).toBe("€950.00");
  expect(fmt(-1250, "USD")).toBe("-$12.50");
});
`,
  "data/expenses.csv": `date,kind,amount,note
2026-01-02,rent,950.00,January
2026-01-05,food,64.20,market
2026-01-09,food,31.75,bakery and cheese
2026-01-11,travel,48.00,train to the coast
2026-01-17,bills,82.13,electricity
2026-01-20,food,72.40,market
2026-01-24,travel,12.60,bus
2026-01-28,bills,29.99,phone
`,
  "notes/ideas.md": `# Ideas

- [ ] budgets per kind, with a warning at 80 %
- [ ] import from the bank's CSV (different column order!)
- [x] report sorted by size
- Somebody asked for weeks in \`parseDuration\`. Days first.
`,
};
