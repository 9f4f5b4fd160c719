import { defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { bytesFromLatin1 } from "../../byte-text";
import { heedStop } from "../../running-command";
import { failed, succeeded } from "../command-result";
import { parseSqliteArguments } from "./parse-sqlite-arguments";

const VERSION = "3.50.4 (WebAssembly, of the embedded shell)\n";
const CANNOT_OPEN = 1;
const NOT_A_DATABASE = 26;

/** SQLite's own engine over a copy of the file; what was changed is written back when the commands are through. */
export const sqlite3 = defineCommand("sqlite3", async (given, context) => {
  const request = parseSqliteArguments(given);
  if (request.kind === "version") return succeeded(VERSION);
  if (request.kind === "refused") return failed("sqlite3", request.message);
  const [{ SqliteSession }, { SqliteShell }] = await Promise.all([import("./sqlite-engine"), import("./sqlite-shell")]);
  const { fs, cwd } = context;
  const name = request.database === "" || request.database === ":memory:" ? undefined : request.database;
  const path = name === undefined ? undefined : fs.resolvePath(cwd, name);
  let before: Uint8Array | undefined;
  if (path !== undefined) {
    if (await fs.exists(path)) before = await fs.readFileBuffer(path);
    else if (request.readOnly || !(await fs.exists(fs.resolvePath(path, "..")))) return cannotOpen(name ?? "");
  }
  if (before !== undefined && before.byteLength > 0 && !isDatabase(before)) {
    return { stdout: "", stderr: "Error: in prepare, file is not a database (26)\n", exitCode: NOT_A_DATABASE };
  }
  const stdin = new TextDecoder().decode(bytesFromLatin1(context.stdin as unknown as string));
  const session = await SqliteSession.open(before, () => isStopped(context));
  try {
    const shell = new SqliteShell(
      session,
      request.style,
      {
        read: async (file) => {
          if (file === "/dev/stdin" || file === "-") return stdin;
          const from = fs.resolvePath(cwd, file);
          if (!(await fs.exists(from))) throw new Error(`cannot open "${file}"`);
          return new TextDecoder().decode(await fs.readFileBuffer(from));
        },
        write: (file, text) => fs.writeFile(fs.resolvePath(cwd, file), text),
      },
      request.bail,
    );
    for (const command of request.commands) {
      if (shell.hasQuit || !(await shell.runArgument(command))) break;
    }
    if (request.commands.length === 0) {
      await shell.runScript(stdin);
    }
    await shell.end();
    heedStop(context);
    const { stdout, stderr, exitCode } = shell;
    if (path !== undefined && !request.readOnly) {
      const after = session.export();
      const isUnchanged =
        after.byteLength === (before?.byteLength ?? 0) && after.every((byte, at) => byte === before?.[at]);
      if (!isUnchanged) await fs.writeFile(path, after);
    }
    return { stdout, stderr, exitCode };
  } finally {
    session.close();
  }
});

function cannotOpen(name: string): ExecResult {
  const stderr = `Error: unable to open database "${name}": unable to open database file\n`;
  return { stdout: "", stderr, exitCode: CANNOT_OPEN };
}

function isDatabase(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 16)) === "SQLite format 3\0";
}

function isStopped(context: ResolvedCommandContext): boolean {
  try {
    heedStop(context);
    return context.signal?.aborted === true;
  } catch {
    return true;
  }
}
