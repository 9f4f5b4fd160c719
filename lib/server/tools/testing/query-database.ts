import { randomBytes } from "node:crypto";
import { Client } from "pg";

export interface QueryDatabase {
  /** As a role that may read and write the tables, and nothing beyond the database. */
  url: string;
  /** As the one who made it. */
  ownerUrl: string;
  /** Runs statements as the one who made it. */
  run(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
  close(): Promise<void>;
}

/** A database of its own on a real server, and a role like the one that an operator should give to tools. */
export async function queryDatabase(serverUrl: string): Promise<QueryDatabase> {
  const name = `toolwright_query_${randomBytes(6).toString("hex")}`;
  const server = new Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await server.query(`CREATE DATABASE ${name}`);
  const ownerUrl = new URL(serverUrl);
  ownerUrl.pathname = `/${name}`;
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = name;
  const owner = new Client({ connectionString: ownerUrl.href });
  await owner.connect();
  await owner.query(`GRANT ALL ON SCHEMA public TO ${name}`);
  return {
    url: url.href,
    ownerUrl: ownerUrl.href,
    run: (sql) => owner.query(sql),
    async close() {
      await owner.end();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.query(`DROP ROLE ${name}`);
      await server.end();
    },
  };
}
