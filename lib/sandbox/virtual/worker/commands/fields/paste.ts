import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "0": "", "\\": "\\" };

/** `paste [-s] [-d LIST] [-z] [FILE…]` */
export const paste = textTool("paste", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "paste",
    short: "sd:z",
    long: { serial: "s", "delimiters=": "d", "zero-terminated": "z" },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const list = delimiters(options.findLast(({ name }) => name === "d")?.value ?? "\t");
  const end = has("z") ? "\0" : "\n";
  const names = operands.length === 0 ? ["-"] : operands;
  const texts = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const text = await run.tryRead(name);
    if (text === undefined) return;
    texts.set(name, splitLines(text, end));
  }
  const joined = (parts: readonly string[]): string =>
    parts.map((part, index) => (index === 0 ? part : `${list[(index - 1) % list.length]}${part}`)).join("");
  if (has("s")) {
    for (const name of names) run.print(joined(texts.get(name) ?? []) + end);
    return;
  }
  // Each `-` takes the next line of the one input.
  const shared = names.filter((name) => name === "-").length;
  const rows = Math.max(
    ...names.map((name) => Math.ceil((texts.get(name)?.length ?? 0) / (name === "-" ? shared : 1))),
  );
  for (let row = 0; row < rows; row += 1) {
    run.step();
    let taken = 0;
    const parts = names.map((name) => {
      const lines = texts.get(name) ?? [];
      if (name !== "-") return lines[row] ?? "";
      taken += 1;
      return lines[row * shared + taken - 1] ?? "";
    });
    run.print(joined(parts) + end);
  }
});

function delimiters(written: string): string[] {
  const list = [...written.matchAll(/\\(.)|(.)/gsu)].map(([, escaped, plain]) =>
    escaped === undefined ? (plain ?? "") : (ESCAPES[escaped] ?? escaped),
  );
  return list.length === 0 ? [""] : list;
}
