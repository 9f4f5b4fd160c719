import type { ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { checksum } from "@/lib/core/sandbox/checksum";
import { DEFLATED, isBomb, STORED, unpackZipEntry } from "@/lib/sandbox/archive/unpack-zip-entry";
import { readZipDirectory, type ZipEntry } from "@/lib/sandbox/archive/zip-directory";
import { ByteSink, OutputTooLarge, printed } from "../byte-sink";
import { readFailure } from "../command-input";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { compileWildcard } from "../wildcard";

const WARNING = 1;
const DAMAGED = 2;
const NO_ARCHIVE = 9;
const WRONG_OPTION = 10;
const NOT_MATCHED = 11;
const UNKNOWN_METHOD = 81;
const DISK_FULL = 50;
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
/** What all members together may unpack to. */
const MOST_BYTES = 512 * 1024 * 1024;

/** `unzip [-l|-t|-p|-Z1] [-o|-n] [-q] [-j] [-d DIR] [-x PATTERN…] ARCHIVE [MEMBER…]`, as Info-ZIP's. */
export const unzip = toolCommand("unzip", async (given, context) => {
  const listAt = given.indexOf("-x");
  const after = listAt < 0 ? [] : given.slice(listAt + 1);
  const length = after.findIndex((argument) => argument.startsWith("-"));
  const excluded = length < 0 ? after : after.slice(0, length);
  const rest = listAt < 0 ? given : [...given.slice(0, listAt), ...after.slice(excluded.length)];
  const parsed = parseOptions(rest, { name: "unzip", short: "ltpconqjd:Z1uCa", usageExitCode: WRONG_OPTION });
  for (const key of ["u", "a", "c"]) {
    if (parsed.has(key))
      return { stdout: "", stderr: `unzip:  option -${key} is not supported\n`, exitCode: WRONG_OPTION };
  }
  const [archive, ...wanted] = parsed.operands;
  if (archive === undefined) return { stdout: "", stderr: "unzip:  no archive is given\n", exitCode: WRONG_OPTION };
  const { fs, cwd } = context;
  let shown = archive;
  let bytes: Uint8Array | undefined;
  for (const candidate of [archive, `${archive}.zip`, `${archive}.ZIP`]) {
    bytes = await fs.readFileBuffer(fs.resolvePath(cwd, candidate)).catch(() => undefined);
    shown = candidate;
    if (bytes !== undefined) break;
  }
  if (bytes === undefined) {
    const names = `${archive}, ${archive}.zip or ${archive}.ZIP`;
    return { stdout: "", stderr: `unzip:  cannot find or open ${names}.\n`, exitCode: NO_ARCHIVE };
  }
  const entries = readZipDirectory(bytes);
  const quiet = parsed.options.filter(({ name }) => name === "q").length;
  const header = parsed.has("p", "Z", "1") || quiet > 0 ? "" : `Archive:  ${shown}\n`;
  if (entries === undefined) return notAnArchive(header, archive);
  const wantedPatterns = wanted.map((text) => ({ text, matches: compileWildcard(text) }));
  const excludedPatterns = excluded.map(compileWildcard);
  const found = new Set<string>();
  const chosen = entries.filter(({ name }) => {
    const match = wantedPatterns.filter(({ matches }) => matches(name));
    for (const { text } of match) found.add(text);
    return (wanted.length === 0 || match.length > 0) && !excludedPatterns.some((matches) => matches(name));
  });
  const missing = wanted.filter((text) => !found.has(text));
  const cautions = missing.map((text) => `caution: filename not matched:  ${text}\n`).join("");
  if (parsed.has("Z", "1")) {
    return {
      stdout: chosen.map(({ name }) => `${name}\n`).join(""),
      stderr: cautions,
      exitCode: missing.length > 0 ? NOT_MATCHED : 0,
    };
  }
  const result = parsed.has("l")
    ? { stdout: header + listing(chosen, quiet), stderr: "", exitCode: 0 }
    : await unpackAll(context, { archive: bytes, entries: chosen, parsed, header, quiet, shown });
  const exitCode = result.exitCode === 0 && missing.length > 0 ? NOT_MATCHED : result.exitCode;
  return { ...result, stderr: result.stderr + cautions, exitCode };
});

function notAnArchive(header: string, archive: string): ExecResult {
  const stderr = `  End-of-central-directory signature not found.  Either this file is not
  a zipfile, or it constitutes one disk of a multi-part archive.  In the
  latter case the central directory and zipfile comment will be found on
  the last disk(s) of this archive.
unzip:  cannot find zipfile directory in one of ${archive} or
        ${archive}.zip, and cannot find ${archive}.ZIP, period.
`;
  return { stdout: header, stderr, exitCode: NO_ARCHIVE };
}

function listing(entries: readonly ZipEntry[], quiet: number): string {
  const lines = entries.map(({ bytes, modifiedAt, name }) => {
    const when = Number.isNaN(modifiedAt) ? "1980-00-00T00:00" : new Date(modifiedAt).toISOString();
    return `${String(bytes).padStart(9)}  ${when.slice(0, 10)} ${when.slice(11, 16)}   ${name}\n`;
  });
  if (quiet > 1) return lines.join("");
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const files = `${entries.length} file${entries.length === 1 ? "" : "s"}`;
  return `  Length      Date    Time    Name
---------  ---------- -----   ----
${lines.join("")}---------                     -------
${String(total).padStart(9)}                     ${files}
`;
}

interface Unpacking {
  archive: Uint8Array;
  entries: readonly ZipEntry[];
  parsed: ParsedOptions;
  header: string;
  quiet: number;
  shown: string;
}

async function unpackAll(
  context: ResolvedCommandContext,
  { archive, entries, parsed, header, quiet, shown }: Unpacking,
): Promise<ExecResult> {
  const { fs, cwd, signal } = context;
  const out = new ByteSink();
  const say = (line: string) => {
    if (quiet === 0 && !parsed.has("p")) out.write(line);
  };
  out.write(header);
  let stderr = "";
  let exitCode = 0;
  const fail = (line: string, code: number) => {
    stderr += `${line}\n`;
    exitCode = Math.max(exitCode, code);
  };
  const target = parsed.value("d");
  const links: { path: string; shown: string; to: string }[] = [];
  let total = 0;
  let none = parsed.has("n");
  for (const entry of entries) {
    signal?.throwIfAborted();
    const { name } = entry;
    const isDirectory = name.endsWith("/");
    if (isDirectory && (parsed.has("p") || parsed.has("j"))) continue;
    const data = isDirectory ? new Uint8Array() : contents(archive, entry, total, fail);
    if (data === undefined) continue;
    total += data.byteLength;
    if (parsed.has("t")) {
      say(`    testing: ${name.padEnd(22)}   OK\n`);
      continue;
    }
    if (parsed.has("p")) {
      try {
        out.write(data);
      } catch (error) {
        if (!(error instanceof OutputTooLarge)) throw error;
        fail(`unzip:  ${error.message}`, DISK_FULL);
        break;
      }
      continue;
    }
    const safe = safeName(parsed.has("j") ? name.slice(name.lastIndexOf("/") + 1) : name);
    if (safe !== name && !parsed.has("j")) {
      const what = name.startsWith("/") ? "stripped absolute path spec from" : 'skipped "../" path component(s) in';
      fail(`warning:  ${what} ${name}`, WARNING);
    }
    if (safe === "") continue;
    const where = target === undefined ? safe : `${target.replace(/\/+$/, "")}/${safe}`;
    const path = fs.resolvePath(cwd, where);
    try {
      const standing = await fs.lstat(path).catch(() => undefined);
      if (isDirectory) {
        if (standing === undefined) {
          await fs.mkdir(path, { recursive: true });
          say(`   creating: ${where}\n`);
        }
        continue;
      }
      if (standing !== undefined && !parsed.has("o")) {
        if (!none) {
          stderr += `replace ${where}? [y]es, [n]o, [A]ll, [N]one, [r]ename:  NULL\n(EOF or read error, treating as "[N]one" ...)\n`;
          exitCode = Math.max(exitCode, WARNING);
          none = true;
        }
        continue;
      }
      if (standing !== undefined && !standing.isDirectory) await fs.rm(path);
      await fs.mkdir(path.slice(0, path.lastIndexOf("/")) || "/", { recursive: true });
      if (entry.mode !== undefined && (entry.mode & FILE_TYPE) === SYMLINK) {
        const to = new TextDecoder().decode(data);
        say(`    linking: ${where.padEnd(22)}  -> ${to} \n`);
        links.push({ path, shown: where, to });
        continue;
      }
      await fs.writeFile(path, data);
      if (entry.mode !== undefined && (entry.mode & 0o777) !== 0) await fs.chmod(path, entry.mode & 0o777);
      if (!Number.isNaN(entry.modifiedAt))
        await fs.utimes(path, new Date(entry.modifiedAt), new Date(entry.modifiedAt));
      say(`${entry.method === STORED ? " extracting" : "  inflating"}: ${where.padEnd(22)}  \n`);
    } catch (error) {
      fail(`error:  cannot create ${where}\n        ${readFailure(error)}`, DISK_FULL);
    }
  }
  // Made last, so that no member is written through one.
  if (links.length > 0) say("finishing deferred symbolic links:\n");
  for (const { path, shown, to } of links) {
    await fs
      .symlink(to, path)
      .catch((error: unknown) => fail(`error:  cannot create ${shown}: ${readFailure(error)}`, DISK_FULL));
    say(`  ${shown.padEnd(22)} -> ${to}\n`);
  }
  if (parsed.has("t") && quiet < 2) {
    out.write(
      exitCode === 0
        ? `No errors detected in compressed data of ${shown}.\n`
        : `At least one error was detected in ${shown}.\n`,
    );
  }
  return printed(out.toBytes(), stderr, exitCode);
}

function contents(
  archive: Uint8Array,
  entry: ZipEntry,
  total: number,
  fail: (line: string, code: number) => void,
): Uint8Array | undefined {
  const { name } = entry;
  if (entry.encrypted) {
    fail(`   skipping: ${name.padEnd(22)}  unable to get password`, UNKNOWN_METHOD + 1);
    return;
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    fail(`   skipping: ${name.padEnd(22)}  unsupported compression method ${entry.method}`, UNKNOWN_METHOD);
    return;
  }
  if (isBomb(entry) || total + entry.bytes > MOST_BYTES) {
    fail(`error: invalid zip file with overlapped components (possible zip bomb): ${name}`, 12);
    return;
  }
  const data = unpackZipEntry(archive, entry);
  if (data === undefined) {
    fail(`${name}:  invalid compressed data to inflate`, DAMAGED);
    return;
  }
  const sum = checksum(data);
  if (sum !== entry.checksum) {
    const [is, expected] = [sum, entry.checksum].map((value) => value.toString(16).padStart(8, "0"));
    fail(`${name}  bad CRC ${is}  (should be ${expected})`, DAMAGED);
    return;
  }
  return data;
}

/** Without what would lead out of the target. */
function safeName(name: string): string {
  return name
    .split("/")
    .filter((part, at, parts) => part !== ".." && part !== "." && (part !== "" || at === parts.length - 1))
    .join("/");
}
