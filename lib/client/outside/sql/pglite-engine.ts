import { messages, PGlite, type PGliteOptions, protocol, types } from "@electric-sql/pglite";
import { errorText } from "@/lib/core/errors/error-text";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { RowCollector } from "./collect-rows";
import { ONE_STATEMENT, ONLY_SELECT, type SqlAnswer, type SqlRequest } from "./sql-answer";

const READ_ONLY_TRANSACTION = "25006";
const { serialize } = protocol;

/** What is kept as the text that PostgreSQL wrote: a `Date` would lose microseconds and take a time zone on. */
const verbatim = Object.fromEntries(
  [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.TIME, types.TIMETZ, types.INTERVAL, types.NUMERIC].map(
    (type) => [type, (text: string) => text],
  ),
);

/** PostgreSQL in memory, one for as long as the engine lives. */
export class PgliteEngine {
  private constructor(private readonly database: PGlite) {}

  /** A database from a dump that {@link dump} made. */
  static async open(dump: Uint8Array, options: PGliteOptions = {}): Promise<PgliteEngine> {
    const loadDataDir = new Blob([new Uint8Array(dump)], { type: "application/x-gzip" });
    return new PgliteEngine(await PGlite.create({ ...options, parsers: verbatim, loadDataDir }));
  }

  /**
   * One statement in a transaction of its own. For reading, the transaction is READ ONLY and is always rolled back. The
   * protocol's own message takes one statement and counts rows, so the text is never looked at.
   */
  async run({ query, params, maxRows, readOnly }: SqlRequest): Promise<SqlAnswer> {
    return this.database.runExclusive(async () => {
      await this.#send(serialize.query(readOnly ? "BEGIN READ ONLY" : "BEGIN"));
      try {
        const columns = await this.#prepare(query, params.length);
        const rows = new RowCollector(
          columns.map(({ name }) => name),
          maxRows,
        );
        await this.#send(serialize.bind({ values: params.map(toText) }));
        for (const message of await this.#send(serialize.execute({ rows: maxRows + 1 }))) {
          if (!(message instanceof messages.DataRowMessage)) continue;
          if (!rows.add(message.fields.map((text, index) => this.#parsed(text, columns[index]?.dataTypeID ?? 0))))
            break;
        }
        await this.#send(serialize.sync());
        await this.#send(serialize.query(readOnly ? "ROLLBACK" : "COMMIT"));
        return { ok: true, ...rows.collected(), changed: !readOnly };
      } catch (error) {
        await this.#send(serialize.sync());
        await this.#send(serialize.query("ROLLBACK"));
        return { ok: false, error: wordsOf(error, readOnly) };
      }
    });
  }

  async #prepare(query: string, given: number): Promise<messages.RowDescriptionMessage["fields"]> {
    await this.#send(serialize.parse({ text: query }));
    let columns: messages.RowDescriptionMessage["fields"] = [];
    for (const message of await this.#send(serialize.describe({ type: "S" }))) {
      if (message instanceof messages.RowDescriptionMessage) columns = message.fields;
      if (message instanceof messages.ParameterDescriptionMessage && message.dataTypeIDs.length !== given) {
        throw new Error(`The query has ${message.dataTypeIDs.length} parameters, and ${given} values are given.`);
      }
    }
    return columns;
  }

  async #send(message: Uint8Array): Promise<messages.BackendMessage[]> {
    return (await this.database.execProtocol(message, { throwOnError: true, syncToFs: false })).messages;
  }

  #parsed(text: string | null, type: number): unknown {
    return types.parseType(text, type, this.database.parsers);
  }

  /** The whole database as a compressed archive. */
  async dump(): Promise<Uint8Array> {
    return new Uint8Array(await (await this.database.dumpDataDir("gzip")).arrayBuffer());
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** PostgreSQL reads every type from its text. */
function toText(value: JsonValue): string | null {
  if (value === null || typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function wordsOf(error: unknown, readOnly: boolean): string {
  const { code } = error as { code?: unknown };
  const words = errorText(error);
  if (readOnly && code === READ_ONLY_TRANSACTION) return ONLY_SELECT;
  if (/multiple commands/.test(words)) return ONE_STATEMENT;
  return words || "The engine failed without a reason.";
}
