import { OUTPUT_MODES, type OutputMode, type OutputStyle, rowsText, sqlLiteral } from "./output-modes";
import { setMode, unescaped } from "./parse-sqlite-arguments";
import { isQueryPlan, queryPlan } from "./query-plan";
import { SqlFailure, type SqliteSession } from "./sqlite-engine";

export interface ShellFiles {
  read(name: string): Promise<string>;
  write(name: string, text: string): Promise<void>;
}

const FAILED = 1;

/** What `sqlite3` does with its lines: SQL until a statement is whole, and commands that begin with a dot. */
export class SqliteShell {
  stdout = "";
  stderr = "";
  exitCode = 0;
  hasQuit = false;
  private outputFile: { name: string; text: string } | undefined;

  constructor(
    private readonly session: SqliteSession,
    private readonly style: OutputStyle,
    private readonly files: ShellFiles,
    private readonly bail: boolean,
  ) {}

  /** One argument of the command line; the first failure ends the run. */
  async runArgument(text: string): Promise<boolean> {
    if (text.startsWith(".")) return this.runDot(text, undefined);
    try {
      this.runSql(text);
      return true;
    } catch (error) {
      if (!(error instanceof SqlFailure)) throw error;
      const code = error.code === 1 ? "" : ` (${error.code})`;
      this.stderr += `Error: in prepare, ${error.message}${code}\n`.replace("in prepare", failedStep(error));
      this.exitCode = error.code;
      return false;
    }
  }

  async runScript(text: string): Promise<void> {
    let held = "";
    let heldFrom = 0;
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      if (this.hasQuit) return;
      if (held.trim() === "") {
        held = "";
        heldFrom = index + 1;
        if (line.startsWith(".")) {
          if (!(await this.runDot(line, index + 1)) && this.bail) return;
          continue;
        }
      }
      held += `${line}\n`;
      const isLast = index === lines.length - 1;
      if (!line.includes(";") && !isLast) continue;
      if (!isLast && !this.session.isComplete(held)) continue;
      if (held.trim() !== "" && !this.runHeld(held, heldFrom) && this.bail) return;
      held = "";
    }
  }

  async end(): Promise<void> {
    await this.closeOutput();
  }

  private runHeld(sql: string, line: number): boolean {
    try {
      this.runSql(sql);
      return true;
    } catch (error) {
      if (!(error instanceof SqlFailure)) throw error;
      const kind = error.step === "prepare" ? "Parse error" : "Runtime error";
      const code = error.code === 1 ? "" : ` (${error.code})`;
      this.stderr += `${kind} near line ${line}: ${error.message}${code}\n`;
      this.exitCode = FAILED;
      return false;
    }
  }

  private runSql(sql: string): void {
    this.session.run(sql, ({ columns, rows }) => {
      if (rows.length === 0) return;
      if (isQueryPlan(columns)) this.print(queryPlan(rows.map((row) => row.map((cell) => cell.text))));
      else this.print(rowsText(columns, rows, this.style));
    });
  }

  private print(text: string): void {
    if (this.outputFile === undefined) this.stdout += text;
    else this.outputFile.text += text;
  }

  private texts(sql: string): string[][] {
    const found: string[][] = [];
    this.session.run(sql, ({ rows }) => found.push(...rows.map((row) => row.map((cell) => cell.text))));
    return found;
  }

  private refuse(message: string): false {
    this.stderr += `Error: ${message}\n`;
    this.exitCode = FAILED;
    return false;
  }

  private async runDot(line: string, at: number | undefined): Promise<boolean> {
    const [name = "", ...given] = words(line.slice(1));
    const [first] = given;
    try {
      switch (name) {
        case "quit":
        case "exit":
          this.hasQuit = true;
          if (first !== undefined) this.exitCode = Number(first) || 0;
          return true;
        case "mode":
          if (first === undefined || !OUTPUT_MODES.includes(first as OutputMode)) {
            return this.refuse(`mode should be one of: ${OUTPUT_MODES.join(" ")}`);
          }
          setMode(this.style, first as OutputMode);
          return true;
        case "header":
        case "headers":
          this.style.header = /^(on|yes|true|1)$/i.test(first ?? "");
          return true;
        case "separator":
          this.style.separator = unescaped(first ?? "|");
          return true;
        case "nullvalue":
          this.style.nullText = first ?? "";
          return true;
        case "print":
          this.print(`${given.join(" ")}\n`);
          return true;
        case "tables":
          this.print(this.tables(first));
          return true;
        case "schema":
          this.print(this.schema(first));
          return true;
        case "dump":
          this.print(this.dump(first));
          return true;
        case "read":
          await this.runScript(await this.files.read(first ?? ""));
          return true;
        case "output":
          await this.closeOutput();
          if (first !== undefined && first !== "stdout") this.outputFile = { name: first, text: "" };
          return true;
        case "import":
          return await this.import(given);
        case "indexes":
        case "indices":
          this.print(
            this.texts(
              `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE ${quoted(first ?? "%")} ORDER BY 1`,
            )
              .map(([index]) => `${index}\n`)
              .join(""),
          );
          return true;
        case "bail":
        case "changes":
        case "timer":
        case "echo":
          return first === "off" ? true : this.refuse(`.${name} is not supported in the embedded shell's sqlite3`);
        default:
          return this.refuse(`unknown command or invalid arguments:  "${name}". Enter ".help" for help`);
      }
    } catch (error) {
      const where = at === undefined ? "" : ` near line ${at}`;
      const message = error instanceof Error ? error.message : String(error);
      this.stderr += `Error${where}: ${message}\n`;
      this.exitCode = FAILED;
      return false;
    }
  }

  private async closeOutput(): Promise<void> {
    if (this.outputFile === undefined) return;
    const { name, text } = this.outputFile;
    this.outputFile = undefined;
    await this.files.write(name, text);
  }

  private tables(pattern = "%"): string {
    const names = this.texts(
      `SELECT name FROM sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite_%' AND name LIKE ${quoted(pattern)} ORDER BY 1`,
    ).map(([name = ""]) => name);
    if (names.length === 0) return "";
    const width = Math.max(...names.map((name) => name.length));
    const columns = Math.max(1, Math.floor(80 / (width + 2)));
    const height = Math.ceil(names.length / columns);
    const lines = Array.from({ length: height }, (_, row) =>
      names
        .filter((_name, index) => index % height === row)
        .map((name) => name.padEnd(width))
        .join("  "),
    );
    return `${lines.join("\n")}\n`;
  }

  private schema(pattern = "%"): string {
    return this.texts(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND tbl_name LIKE ${quoted(pattern)} ORDER BY rowid`,
    )
      .map(([sql]) => `${sql};\n`)
      .join("");
  }

  private dump(pattern = "%"): string {
    let text = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n";
    const tables = this.texts(
      `SELECT name, sql FROM sqlite_schema WHERE type='table' AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name LIKE ${quoted(pattern)} ORDER BY rowid`,
    );
    for (const [name = "", sql = ""] of tables) {
      text += `${sql};\n`;
      const target = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : identifier(name);
      this.session.run(`SELECT * FROM ${identifier(name)}`, ({ rows }) => {
        for (const row of rows) text += `INSERT INTO ${target} VALUES(${row.map(sqlLiteral).join(",")});\n`;
      });
    }
    const others = this.texts(
      `SELECT sql FROM sqlite_schema WHERE type IN ('index','trigger','view') AND sql IS NOT NULL AND tbl_name LIKE ${quoted(pattern)} ORDER BY rowid`,
    );
    return `${text}${others.map(([sql]) => `${sql};\n`).join("")}COMMIT;\n`;
  }

  private async import(given: readonly string[]): Promise<boolean> {
    let isCsv = this.style.mode === "csv";
    let skip = 0;
    const names: string[] = [];
    for (let index = 0; index < given.length; index += 1) {
      const word = given[index] as string;
      if (word === "--csv" || word === "-csv") isCsv = true;
      else if (word === "--skip" || word === "-skip") skip = Number(given[++index]);
      else if (word.startsWith("-")) return this.refuse(`unknown option: "${word}"`);
      else names.push(word);
    }
    const [file, table] = names;
    if (file === undefined || table === undefined) return this.refuse("usage: .import FILE TABLE");
    const records = fieldsOf(await this.files.read(file), isCsv ? "," : this.style.separator, isCsv).slice(skip);
    const exists = this.texts(`SELECT 1 FROM sqlite_schema WHERE name = ${quoted(table)}`).length > 0;
    const rows = exists ? records : records.slice(1);
    if (!exists) {
      const columns = (records[0] ?? []).map((name) => `${identifier(name)} ANY`);
      this.session.run(`CREATE TABLE ${identifier(table)}(${columns.join(", ")})`, () => {});
    }
    const width = this.texts(`SELECT count(*) FROM pragma_table_info(${quoted(table)})`)[0]?.[0];
    const columns = Number(width);
    const statements = rows.map((row) => {
      const values = Array.from({ length: columns }, (_, at) => (row[at] === undefined ? "NULL" : quoted(row[at])));
      return `INSERT INTO ${identifier(table)} VALUES(${values.join(",")});`;
    });
    this.session.run(`BEGIN;${statements.join("\n")}COMMIT;`, () => {});
    return true;
  }
}

function failedStep({ step }: SqlFailure): string {
  return step === "prepare" ? "in prepare" : "stepping";
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}

function fieldsOf(text: string, separator: string, isCsv: boolean): string[][] {
  if (!isCsv) {
    const lines = text.replace(/\n$/, "").split("\n");
    return text === "" ? [] : lines.map((line) => line.replace(/\r$/, "").split(separator));
  }
  const records: string[][] = [];
  let record: string[] = [];
  for (const [whole, quotedField, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    if (whole === "" && record.length === 0) break;
    record.push(quotedField?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    records.push(record);
    record = [];
    if (end === "") break;
  }
  return records;
}
