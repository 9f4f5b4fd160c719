import type { ExampleSession } from "../example-session";
import { tidyTodosWorkspace } from "../tidy-todos/workspace";

const agentFile = `import { agent, readOnlyTools } from "toolwright";
import { drawChart } from "./tools/draw_chart";
import { sumByKind } from "./tools/sum_by_kind";

export default agent({
  name: "bookkeeper",
  instructions: "You answer questions about data/expenses.csv with numbers and a chart. You change no files.",
  tools: [...readOnlyTools(), sumByKind, drawChart],
  limits: { steps: 8 },
});
`;

const sumByKindFile = `import { tool } from "toolwright";
import { z } from "zod";

export const sumByKind = tool({
  name: "sum_by_kind",
  description: "Add up the amounts of a CSV file by one of its columns.",
  parameters: z.object({
    file: z.string().default("data/expenses.csv"),
    groupBy: z.enum(["kind", "date", "note"]).default("kind").describe("The column that makes the groups"),
    since: z.iso.date().optional().describe("Leave out rows before this day"),
  }),
  async execute({ file, groupBy, since }, context) {
    const text = new TextDecoder().decode(await context.sandbox.read(file));
    const [header, ...rows] = text.trim().split("\\n").map((line) => line.split(","));
    const column = (name: string) => {
      const at = header?.indexOf(name) ?? -1;
      if (at < 0) throw new Error(\`\${file} has no column "\${name}"\`);
      return at;
    };
    const [group, amount, date] = [column(groupBy), column("amount"), column("date")];

    const sums = new Map<string, number>();
    for (const row of rows) {
      if (since !== undefined && (row[date] ?? "") < since) continue;
      const key = row[group] ?? "";
      sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(row[amount]) * 100));
    }
    const bars = [...sums].map(([label, cents]) => ({ label, value: cents / 100 })).sort((a, b) => b.value - a.value);
    return { rows: rows.length, bars };
  },
});
`;

const drawChartFile = `import { tool } from "toolwright";
import { z } from "zod";

// A PNG is a signature and a few checked chunks; without compression it needs no library.
export const drawChart = tool({
  name: "draw_chart",
  description: "Draw bars as a PNG image. The image is shown to the person and to the model.",
  parameters: z.object({
    bars: z.array(z.object({ label: z.string(), value: z.number().nonnegative() })).min(1).max(12),
    width: z.number().int().min(100).max(800).default(360),
    color: z.string().regex(/^#[0-9a-f]{6}$/i, "must be like #3b82f6").default("#3b82f6"),
  }),
  execute({ bars, width, color }) {
    const rowHeight = 22;
    const height = bars.length * rowHeight + 8;
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    const most = Math.max(...bars.map((bar) => bar.value), 1);

    const pixels = new Uint8Array(height * (1 + width * 3)).fill(255);
    for (let y = 0; y < height; y += 1) {
      const line = y * (1 + width * 3);
      pixels[line] = 0;
      const row = Math.floor((y - 4) / rowHeight);
      const inBar = y >= 4 && (y - 4) % rowHeight < rowHeight - 6;
      const length = inBar ? Math.round(((bars[row]?.value ?? 0) / most) * (width - 16)) : 0;
      for (let x = 0; x < length; x += 1) pixels.set([red ?? 0, green ?? 0, blue ?? 0], line + 1 + (8 + x) * 3);
    }
    return { legend: bars.map((bar) => \`\${bar.label}: \${bar.value}\`), imageBase64: png(width, height, pixels) };
  },
});

function png(width: number, height: number, pixels: Uint8Array): string {
  const size = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  const chunk = (type: string, data: number[]) => {
    const body = [...[...type].map((letter) => letter.charCodeAt(0)), ...data];
    return [...size(data.length), ...body, ...size(crc32(body))];
  };
  const blocks: number[] = [0x78, 0x01];
  for (let at = 0; at < pixels.length; at += 65535) {
    const part = pixels.subarray(at, at + 65535);
    const isLast = at + 65535 >= pixels.length ? 1 : 0;
    blocks.push(isLast, part.length & 255, part.length >>> 8, ~part.length & 255, (~part.length >>> 8) & 255);
    for (const byte of part) blocks.push(byte);
  }
  blocks.push(...size(adler32(pixels)));
  const bytes = [
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk("IHDR", [...size(width), ...size(height), 8, 2, 0, 0, 0]),
    ...chunk("IDAT", blocks),
    ...chunk("IEND", []),
  ];
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""));
}

function crc32(bytes: number[]): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return ((high << 16) | low) >>> 0;
}
`;

const script = {
  name: "bookkeeper",
  scenarios: [
    {
      when: ["chart", "expense", "spend", "/how much|where .* money/"],
      steps: [
        { say: "I add up the file by kind.", calls: [{ tool: "sum_by_kind", arguments: {} }] },
        {
          say: "The largest is {{result.sum_by_kind.bars.0.label}}. Here is the picture.",
          calls: [{ tool: "draw_chart", arguments: { bars: "{{result.sum_by_kind.bars}}" } }],
        },
        {
          say: "Most went to **{{result.sum_by_kind.bars.0.label}}** ({{result.sum_by_kind.bars.0.value}}), then {{result.sum_by_kind.bars.1.label}} ({{result.sum_by_kind.bars.1.value}}).",
        },
      ],
    },
  ],
};

export const expenseChart: ExampleSession = {
  name: "expense-chart",
  title: "Chart the expenses",
  summary: "Read a CSV file, add it up, and return a picture that the model sees too.",
  definition: {
    files: {
      "agent.ts": agentFile,
      "tools/sum_by_kind.ts": sumByKindFile,
      "tools/draw_chart.ts": drawChartFile,
      "script.json": `${JSON.stringify(script, null, 2)}\n`,
    },
  },
  workspace: {
    "README.md": "# Household\n\nOne file, `data/expenses.csv`: date, kind, amount, note.\n",
    "data/expenses.csv": tidyTodosWorkspace["data/expenses.csv"] ?? "",
  },
  exampleArguments: {
    sum_by_kind: { file: "data/expenses.csv", groupBy: "kind" },
    draw_chart: {
      bars: [
        { label: "rent", value: 950 },
        { label: "food", value: 168.35 },
      ],
    },
  },
  prompt: "Where did the money go? Show me a chart of the expenses.",
};
