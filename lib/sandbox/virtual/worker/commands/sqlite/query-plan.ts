/** Rows of `EXPLAIN QUERY PLAN` (id, parent, –, detail) as the tree that the shell draws. */
export function queryPlan(rows: readonly (readonly string[])[]): string {
  const below = (parent: string, indent: string): string => {
    const own = rows.filter((row) => row[1] === parent);
    return own
      .map(([id = "", , , detail], index) => {
        const isLast = index === own.length - 1;
        const branch = isLast ? "`--" : "|--";
        return `${indent}${branch}${detail}\n${below(id, `${indent}${isLast ? "   " : "|  "}`)}`;
      })
      .join("");
  };
  return `QUERY PLAN\n${below("0", "")}`;
}

const PLAN_COLUMNS = "id parent notused detail";

export function isQueryPlan(columns: readonly string[]): boolean {
  return columns.join(" ") === PLAN_COLUMNS;
}
