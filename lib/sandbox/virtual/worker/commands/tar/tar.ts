import type { ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { gunzipSync, gzipSync } from "../../zlib-shim";
import { ByteSink, OutputTooLarge, printed } from "../byte-sink";
import { inputBytes, readFailure } from "../command-input";
import { failed } from "../command-result";
import { OPERAND, type ParsedOptions, parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { createEntries } from "./create-entries";
import { extractEntries } from "./extract-entries";
import { listLine } from "./list-line";
import { matchesMember } from "./member-patterns";
import { readTar, type TarEntry, writeTar } from "./tar-format";

const TAR_FAILURE = 2;
const USAGE_FAILURE = 64;
const MOST_UNPACKED_BYTES = 512 * 1024 * 1024;
const OPERATIONS = ["c", "x", "t", "r"];
const COMPRESSED_NAME = /\.(?:gz|tgz|taz)$/;
const OTHER_PROGRAM: Readonly<Record<string, string>> = {
  j: "bzip2",
  J: "xz",
  Z: "compress",
  zstd: "zstd",
  lzma: "lzma",
};
const OTHER_NAMES: readonly [RegExp, string][] = [
  [/\.(?:bz2|tbz2?|tz2)$/, "bzip2"],
  [/\.(?:xz|txz)$/, "xz"],
  [/\.(?:zst|tzst)$/, "zstd"],
];

const LONG: Readonly<Record<string, string>> = {
  create: "c",
  extract: "x",
  get: "x",
  list: "t",
  append: "r",
  "file=": "f",
  gzip: "z",
  gunzip: "z",
  ungzip: "z",
  bzip2: "j",
  xz: "J",
  compress: "Z",
  zstd: "zstd",
  lzma: "lzma",
  "auto-compress": "a",
  "directory=": "C",
  verbose: "v",
  "to-stdout": "O",
  "strip-components=": "strip",
  "exclude=": "exclude",
  "exclude-from=": "X",
  "exclude-vcs": "exclude-vcs",
  "files-from=": "T",
  touch: "m",
  "keep-old-files": "k",
  "skip-old-files": "skip-old",
  overwrite: "ignored",
  "preserve-permissions": "p",
  "same-permissions": "p",
  "no-same-owner": "ignored",
  "no-same-permissions": "ignored",
  "same-owner": "ignored",
  "numeric-owner": "numeric",
  "absolute-names": "P",
  dereference: "h",
  "no-recursion": "no-recursion",
  wildcards: "wildcards",
  "no-wildcards": "ignored",
  "sort=": "ignored",
  "owner=": "owner",
  "group=": "group",
  "mtime=": "mtime",
  "mode=": "mode",
  "format=": "format",
  version: "version",
};
const SHORT = "cxtrf:zjJZaC:vOX:T:mkpPhowb:";
const TAKES_VALUE = new Set(["f", "C", "X", "T", "b"]);

/** `tar` as GNU's: create, append, list and extract, plain or gzip. Other compressions are refused by name. */
export const tar = toolCommand("tar", async (given, context) => {
  const parsed = parseOptions(withDashes(given), {
    name: "tar",
    short: SHORT,
    long: LONG,
    usageExitCode: USAGE_FAILURE,
    operandsAmongOptions: true,
  });
  if (parsed.has("version"))
    return printed(new TextEncoder().encode("tar (GNU tar) 1.34, as the embedded shell has it\n"));
  const operations = new Set(parsed.options.map(({ name }) => name).filter((name) => OPERATIONS.includes(name)));
  const [operation] = operations;
  if (operation === undefined) {
    return usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options");
  }
  if (operations.size > 1)
    return usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option");
  const archive = parsed.value("f");
  if (archive === undefined)
    return failed("tar", "no archive is given; write -f FILE, or -f - for a pipe", TAR_FAILURE);
  const other = otherCompression(parsed, archive, operation);
  if (other !== undefined) {
    return failed(
      "tar (child)",
      `${other}: Cannot exec: No such file or directory\ntar: ${other} is not available in the embedded shell; use gzip (-z)\ntar: Error is not recoverable: exiting now`,
      TAR_FAILURE,
    );
  }
  try {
    if (operation === "c" || operation === "r") return await create(parsed, context, archive, operation === "r");
    return await open(parsed, context, archive, operation === "x");
  } catch (error) {
    if (!(error instanceof OutputTooLarge)) throw error;
    return failed("tar", error.message, TAR_FAILURE);
  }
});

function usage(message: string): ExecResult {
  return failed("tar", `${message}\nTry 'tar --help' or 'tar --usage' for more information.`, TAR_FAILURE);
}

/** `xzf a.tgz -C d`: letters without a dash take their values from what follows, in their order. */
function withDashes(given: readonly string[]): string[] {
  const [letters, ...rest] = given;
  if (letters === undefined || letters.startsWith("-")) return [...given];
  const options: string[] = [];
  for (const letter of letters) {
    const value = TAKES_VALUE.has(letter) ? rest.shift() : undefined;
    options.push(`-${letter}`, ...(value === undefined ? [] : [value]));
  }
  return [...options, ...rest];
}

function otherCompression(parsed: ParsedOptions, archive: string, operation: string): string | undefined {
  for (const [key, program] of Object.entries(OTHER_PROGRAM)) if (parsed.has(key)) return program;
  if (operation === "c" && !parsed.has("a")) return undefined;
  return OTHER_NAMES.find(([names]) => names.test(archive))?.[1];
}

async function excludedPatterns(parsed: ParsedOptions, context: ResolvedCommandContext): Promise<string[]> {
  const patterns = parsed.values("exclude");
  if (parsed.has("exclude-vcs")) patterns.push(".git", ".gitignore", ".gitattributes", ".gitmodules", ".hg", ".svn");
  for (const file of parsed.values("X")) patterns.push(...(await lines(context, file)));
  return patterns;
}

async function lines(context: ResolvedCommandContext, file: string): Promise<string[]> {
  const text = new TextDecoder().decode(await inputBytes(context, file));
  return text.split("\n").filter((line) => line !== "");
}

async function create(
  parsed: ParsedOptions,
  context: ResolvedCommandContext,
  archive: string,
  append: boolean,
): Promise<ExecResult> {
  const sources: { directory: string; name: string }[] = [];
  let directory = context.cwd;
  const stderr: string[] = [];
  for (const { name, value } of parsed.options) {
    if (name === "C") {
      directory = context.fs.resolvePath(directory, value);
      const kind = await context.fs.stat(directory).catch(() => undefined);
      if (!kind?.isDirectory) return fatal(`${value}: Cannot open: No such file or directory`);
    } else if (name === OPERAND) sources.push({ directory, name: value });
    else if (name === "T") {
      try {
        sources.push(...(await lines(context, value)).map((name) => ({ directory, name })));
      } catch (error) {
        return fatal(`${value}: Cannot open: ${readFailure(error)}`);
      }
    }
  }
  if (sources.length === 0 && !append && !parsed.has("T")) {
    return usage("Cowardly refusing to create an empty archive");
  }
  const archivePath = context.fs.resolvePath(context.cwd, archive);
  const before = append ? await context.fs.readFileBuffer(archivePath).catch(() => undefined) : undefined;
  const made = await createEntries(context, sources, {
    excluded: await excludedPatterns(parsed, context),
    archivePath: archive === "-" ? undefined : archivePath,
    absoluteNames: parsed.has("P"),
    dereference: parsed.has("h"),
    recursive: !parsed.has("no-recursion"),
    owner: parsed.value("owner"),
    group: parsed.value("group"),
    mode: parsed.value("mode"),
    modifiedAt: parsed.value("mtime"),
  });
  stderr.push(...made.problems);
  const names = parsed.has("v") ? made.entries.map((entry) => `${entry.name}\n`).join("") : "";
  const exitCode = made.failed ? TAR_FAILURE : 0;
  if (made.failed) stderr.push("Exiting with failure status due to previous errors");
  const plain = writeTar([...(before === undefined ? [] : readTar(before).entries), ...made.entries]);
  const compressed = parsed.has("z") || (parsed.has("a") && COMPRESSED_NAME.test(archive));
  const bytes = compressed ? gzipSync(plain) : plain;
  const said = stderr.map((line) => `tar: ${line}\n`).join("");
  if (archive === "-") return printed(bytes, names + said, exitCode);
  try {
    await context.fs.writeFile(archivePath, bytes);
  } catch (error) {
    return fatal(`${archive}: Cannot open: ${readFailure(error)}`);
  }
  return { stdout: names, stderr: said, exitCode };
}

async function open(
  parsed: ParsedOptions,
  context: ResolvedCommandContext,
  archive: string,
  extracts: boolean,
): Promise<ExecResult> {
  let bytes: Uint8Array;
  try {
    bytes = await inputBytes(context, archive);
  } catch (error) {
    return fatal(`${archive}: Cannot open: ${readFailure(error)}`);
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED_BYTES });
    } catch (error) {
      const words = error instanceof RangeError ? "the archive unpacks to more than 512 MB" : readFailure(error);
      return failed(
        "gzip",
        `stdin: ${words}\ntar: Child returned status 1\ntar: Error is not recoverable: exiting now`,
        2,
      );
    }
  } else if (parsed.has("z")) {
    return failed(
      "gzip",
      "stdin: not in gzip format\ntar: Child returned status 1\ntar: Error is not recoverable: exiting now",
      2,
    );
  }
  const { entries, problem } = readTar(bytes);
  if (problem === "not-an-archive") {
    return failed(
      "tar",
      "This does not look like a tar archive\ntar: Exiting with failure status due to previous errors",
      2,
    );
  }
  const stderr: string[] = [];
  const wanted = parsed.operands;
  for (const file of parsed.values("T")) wanted.push(...(await lines(context, file)));
  const found = new Set<string>();
  const excluded = await excludedPatterns(parsed, context);
  const chosen = entries.filter((entry) => {
    const name = entry.name.replace(/\/+$/, "");
    if (excluded.some((pattern) => matchesMember(pattern, name, { wildcards: true, anchored: false }))) return false;
    if (wanted.length === 0) return true;
    const match = wanted.filter((pattern) =>
      matchesMember(pattern, name, { wildcards: parsed.has("wildcards"), anchored: true }),
    );
    for (const pattern of match) found.add(pattern);
    return match.length > 0;
  });
  const out = new ByteSink();
  let broken = false;
  if (extracts) {
    const directory = parsed.value("C");
    const target = parsed.values("C").reduce((base, next) => context.fs.resolvePath(base, next), context.cwd);
    const kind = await context.fs.stat(target).catch(() => undefined);
    if (!kind?.isDirectory) return fatal(`${directory}: Cannot open: No such file or directory`);
    const strip = Number(parsed.value("strip") ?? "0");
    if (!Number.isInteger(strip) || strip < 0) {
      return fatal(`${parsed.value("strip")}: Invalid number of elements`);
    }
    const problems = await extractEntries(context, chosen, {
      target,
      strip,
      toOutput: parsed.has("O"),
      verbose: parsed.has("v"),
      touch: parsed.has("m"),
      keep: parsed.has("k"),
      skip: parsed.has("skip-old"),
      absoluteNames: parsed.has("P"),
      keepModes: parsed.has("p"),
      out,
    });
    stderr.push(...problems.lines);
    broken ||= problems.failed;
  } else list(chosen, parsed, out);
  if (problem === "cut-off") {
    stderr.push("Unexpected EOF in archive", "Error is not recoverable: exiting now");
    return printed(out.toBytes(), stderr.map((line) => `tar: ${line}\n`).join(""), TAR_FAILURE);
  }
  for (const name of wanted) {
    if (found.has(name)) continue;
    stderr.push(`${name}: Not found in archive`);
    broken = true;
  }
  if (broken) stderr.push("Exiting with failure status due to previous errors");
  return printed(out.toBytes(), stderr.map((line) => `tar: ${line}\n`).join(""), broken ? TAR_FAILURE : 0);
}

function list(entries: readonly TarEntry[], parsed: ParsedOptions, out: ByteSink): void {
  const widths = { current: 19 };
  for (const entry of entries) {
    out.write(parsed.has("v") ? listLine(entry, widths, parsed.has("numeric")) : `${entry.name}\n`);
  }
}

function fatal(message: string): ExecResult {
  return failed("tar", `${message}\ntar: Error is not recoverable: exiting now`, TAR_FAILURE);
}
