const GAP = 2;

/** Names as `ls` lays them out: down the columns, as many columns as fit. */
export function inColumns(names: readonly string[], columns: number, widthOf: (text: string) => number): string[] {
  const widths = names.map(widthOf);
  const cell = Math.max(0, ...widths) + GAP;
  const across = Math.max(1, Math.floor((columns + GAP) / cell));
  const down = Math.ceil(names.length / across);
  return Array.from({ length: down }, (_, row) => {
    let line = "";
    for (let at = row; at < names.length; at += down) {
      const pad = at + down < names.length ? " ".repeat(Math.max(0, cell - (widths[at] ?? 0))) : "";
      line += (names[at] ?? "") + pad;
    }
    return line;
  });
}
