import "server-only";

const READING: ReadonlySet<string> = new Set(["SELECT", "WITH", "SHOW", "DESCRIBE", "EXPLAIN", "VALUES", "TABLE"]);

/**
 * Whether a statement begins like one that reads. The engine decides what a statement may do; this only keeps commands from
 * it that a read-only transaction does not cover, such as COPY to a file or the end of the transaction itself.
 */
export function readsOnly(sql: string): boolean {
  return READING.has(firstKeyword(sql));
}

/** The first word in upper case, after white space, comments (block comments nest) and opening parentheses. */
function firstKeyword(sql: string): string {
  let at = 0;
  while (at < sql.length) {
    if (/[\s(]/.test(sql.charAt(at))) {
      at += 1;
    } else if (sql.startsWith("--", at)) {
      const end = sql.slice(at).search(/[\r\n]/);
      if (end === -1) return "";
      at += end;
    } else if (sql.startsWith("/*", at)) {
      at = endOfBlock(sql, at);
    } else {
      return (/^[A-Za-z]+(?![\w$])/.exec(sql.slice(at, at + 20))?.[0] ?? "").toUpperCase();
    }
  }
  return "";
}

function endOfBlock(sql: string, start: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return sql.length;
}
