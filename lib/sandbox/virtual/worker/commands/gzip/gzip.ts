import { gzipSync } from "fflate";
import type { Command, ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { latin1FromBytes } from "../../byte-text";
import { inputBytes, readFailure } from "../command-input";
import { compareNames } from "../files/compare-names";
import { fileFailure } from "../files/file-failure";
import { formatTime } from "../tool/format-time";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { timeZone } from "../tool/time-zone";
import { toolCommand } from "../tool/tool-command";
import { type Gunzipped, type GzipProblem, gunzipMembers, TooMuchContent } from "./gzip-members";

const WARNING = 2;
const MOST_BYTES = 512 * 1024 * 1024;
const PACKED_NAME = /(?:\.t[ag]z|\.gz|-gz|\.z|-z|_z)$/i;
const LONG = {
  ascii: "a",
  stdout: "c",
  "to-stdout": "c",
  decompress: "d",
  uncompress: "d",
  force: "f",
  keep: "k",
  list: "l",
  "no-name": "n",
  name: "N",
  quiet: "q",
  recursive: "r",
  "suffix=": "S",
  synchronous: "synchronous",
  test: "t",
  verbose: "v",
  fast: "1",
  best: "9",
  rsyncable: "rsyncable",
};
const PROBLEMS: Readonly<Record<GzipProblem, string>> = {
  format: "not in gzip format",
  end: "unexpected end of file",
  crc: "invalid compressed data--crc error",
  data: "invalid compressed data--format violated",
  trailing: "decompression OK, trailing garbage ignored",
};

/** `gzip`, `gunzip` and `zcat`, which are one program with other defaults; its messages name `gzip`. */
export const gzipCommands: Command[] = [
  { name: "gzip", before: [] },
  { name: "gunzip", before: ["-d"] },
  { name: "zcat", before: ["-c", "-d"] },
].map(({ name, before }) =>
  toolCommand(name, async (given, context) => {
    const parsed = parsedOptions([...before, ...given]);
    const gzip = new Gzip(parsed, context);
    await gzip.run();
    return gzip.result();
  }),
);

function parsedOptions(given: readonly string[]): ParsedOptions {
  return parseOptions(given, {
    name: "gzip",
    short: "ab:cdfklLnNqrS:tv0123456789",
    long: LONG,
    hint: "Try `gzip --help' for more information.",
  });
}

class Gzip {
  private readonly out: string[] = [];
  private stderr = "";
  private exitCode = 0;
  private readonly suffix: string;
  private readonly opens: boolean;
  private readonly toOutput: boolean;
  private readonly totals = { packed: 0, whole: 0, files: 0 };

  constructor(
    private readonly parsed: ParsedOptions,
    private readonly context: ResolvedCommandContext,
  ) {
    this.suffix = parsed.value("S") ?? ".gz";
    this.opens = parsed.has("d", "t", "l");
    this.toOutput = parsed.has("c");
  }

  async run(): Promise<void> {
    const { parsed } = this;
    if (parsed.has("l")) this.listHeading();
    if (parsed.operands.length === 0) await this.standardInput();
    for (const name of parsed.operands) {
      if (name === "-") await this.standardInput();
      else await this.named(name);
    }
    if (parsed.has("l") && this.totals.files > 1)
      this.listRow(this.totals.packed, this.totals.whole, this.totals.whole - this.totals.packed, "(totals)");
  }

  result(): ExecResult {
    return { stdout: this.out.join(""), stdoutKind: "bytes", stderr: this.stderr, exitCode: this.exitCode };
  }

  private complain(message: string, exitCode: number): void {
    if (exitCode === WARNING && this.parsed.has("q")) {
      this.exitCode ||= WARNING;
      return;
    }
    this.stderr += `gzip: ${message}\n`;
    this.exitCode = this.exitCode === 1 || exitCode === 1 ? 1 : this.exitCode || exitCode;
  }

  private async standardInput(): Promise<void> {
    const bytes = await inputBytes(this.context, "-");
    if (!this.opens) {
      this.out.push(latin1FromBytes(this.packed(bytes, undefined, 0)));
      return;
    }
    const opened = this.open(bytes, "stdin");
    if (opened === undefined) return;
    if (this.parsed.has("l")) this.list(bytes, opened, "stdout");
    else if (!this.parsed.has("t")) this.out.push(latin1FromBytes(opened.content));
  }

  private async named(given: string): Promise<void> {
    const { fs, cwd } = this.context;
    const name = await this.existing(given);
    const path = fs.resolvePath(cwd, name);
    const stat = await fs.stat(path).catch((error: unknown) => {
      this.complain(`${name}: ${readFailure(error)}`, 1);
      return undefined;
    });
    if (stat === undefined) return;
    if (stat.isDirectory) {
      if (!this.parsed.has("r")) return this.complain(`${given} is a directory -- ignored`, WARNING);
      for (const entry of (await fs.readdir(path)).sort(compareNames))
        await this.named(`${given.replace(/\/$/, "")}/${entry}`);
      return;
    }
    if ((await fs.lstat(path)).isSymbolicLink && !this.toOutput && !this.parsed.has("f", "t", "l")) {
      return this.complain(`${name} is not a directory or a regular file - ignored`, WARNING);
    }
    const bytes = await fs.readFileBuffer(path);
    const facts = { path, mode: stat.mode, mtime: stat.mtime };
    if (this.opens) await this.openFile(name, bytes, facts);
    else await this.packFile(name, bytes, facts);
  }

  /** What is opened may be named without its suffix. */
  private async existing(name: string): Promise<string> {
    const { fs, cwd } = this.context;
    if (!this.opens || (await fs.exists(fs.resolvePath(cwd, name))) || name.endsWith(this.suffix)) return name;
    return name + this.suffix;
  }

  private async packFile(name: string, bytes: Uint8Array, facts: Facts): Promise<void> {
    if (!this.toOutput && (name.endsWith(this.suffix) || PACKED_NAME.test(name)) && !this.parsed.has("f")) {
      const suffix = name.endsWith(this.suffix) ? this.suffix : (PACKED_NAME.exec(name)?.[0] ?? this.suffix);
      this.stderr += `gzip: ${name} already has ${suffix} suffix -- unchanged\n`;
      return;
    }
    const base = name.slice(name.lastIndexOf("/") + 1);
    const packed = this.packed(bytes, this.parsed.last("n", "N") === "n" ? undefined : base, facts.mtime.getTime());
    const target = name + this.suffix;
    const share = ratio(bytes.length - packed.length + 18, bytes.length);
    await this.deliver(name, target, packed, facts, share);
  }

  private packed(bytes: Uint8Array, filename: string | undefined, mtime: number): Uint8Array {
    const digits = this.parsed.options.filter(({ name }) => /^\d$/.test(name)).map(({ name }) => Number(name));
    const level = Math.max(1, digits.at(-1) ?? 6) as 1 | 6 | 9;
    // The time in the header is in whole seconds, and none is 0.
    return gzipSync(bytes, {
      level,
      mtime: filename === undefined ? 0 : mtime,
      ...(filename === undefined ? {} : { filename }),
    });
  }

  private async openFile(name: string, bytes: Uint8Array, facts: Facts): Promise<void> {
    const { parsed } = this;
    const ending = name.endsWith(this.suffix) ? this.suffix : (PACKED_NAME.exec(name)?.[0] ?? undefined);
    const writes = !this.toOutput && !parsed.has("t", "l");
    if (writes && (ending === undefined || ending === name))
      return this.complain(`${name}: unknown suffix -- ignored`, WARNING);
    const opened = this.open(bytes, name);
    if (opened === undefined) return;
    if (parsed.has("l")) return this.list(bytes, opened, ending === undefined ? name : without(name, ending));
    if (parsed.has("t")) {
      if (parsed.has("v")) this.stderr += `${name}:\t OK\n`;
      return;
    }
    const kept = parsed.last("n", "N") === "N" ? opened.name?.split("/").at(-1) : undefined;
    const directory = name.slice(0, name.lastIndexOf("/") + 1);
    const target = kept === undefined ? without(name, ending ?? "") : directory + kept;
    const share = ratio(opened.content.length - (bytes.length - opened.overhead), opened.content.length);
    await this.deliver(name, target, opened.content, facts, share);
  }

  /** Undefined when nothing of it is to be kept; why stands on stderr. */
  private open(bytes: Uint8Array, name: string): Gunzipped | undefined {
    let opened: Gunzipped;
    try {
      opened = gunzipMembers(bytes, MOST_BYTES);
    } catch (error) {
      if (!(error instanceof TooMuchContent)) throw error;
      this.complain(`${name}: the content is larger than ${MOST_BYTES / 1024 / 1024} MB`, 1);
      return undefined;
    }
    const { problem } = opened;
    if (problem === undefined) return opened;
    if (problem === "format" && this.parsed.has("f") && this.toOutput)
      return { ...opened, content: bytes, problem: undefined };
    if (problem !== "trailing") {
      this.stderr += "\n";
      // What could be read has been printed by then.
      if (this.toOutput && !this.parsed.has("t")) this.out.push(latin1FromBytes(opened.content));
    }
    this.complain(`${name}: ${PROBLEMS[problem]}`, problem === "trailing" ? WARNING : 1);
    return problem === "trailing" ? opened : undefined;
  }

  private async deliver(name: string, target: string, content: Uint8Array, facts: Facts, share: string): Promise<void> {
    const { fs, cwd } = this.context;
    const { parsed } = this;
    if (this.toOutput) {
      this.out.push(latin1FromBytes(content));
      if (parsed.has("v")) this.stderr += `${name}:\t${share}\n`;
      return;
    }
    const path = fs.resolvePath(cwd, target);
    if ((await fs.exists(path)) && !parsed.has("f"))
      return this.complain(`${target} already exists;\tnot overwritten`, WARNING);
    try {
      await fs.writeFile(path, content);
      await fs.chmod(path, facts.mode & 0o7777);
      await fs.utimes(path, facts.mtime, facts.mtime);
      if (!parsed.has("k")) await fs.rm(facts.path);
    } catch (error) {
      return this.complain(`${target}: ${fileFailure(error)}`, 1);
    }
    if (parsed.has("v"))
      this.stderr += `${name}:\t${share} -- ${parsed.has("k") ? "created" : "replaced with"} ${target}\n`;
  }

  private listHeading(): void {
    if (this.parsed.has("q")) return;
    const more = this.parsed.has("v") ? "method  crc     date  time  " : "";
    this.out.push(`${more}         compressed        uncompressed  ratio uncompressed_name\n`);
  }

  private list(bytes: Uint8Array, opened: Gunzipped, name: string): void {
    const whole = opened.content.length;
    const date = opened.modifiedAt ?? Date.now();
    const zone = timeZone(this.context.env.get("TZ"));
    const more = this.parsed.has("v")
      ? `defla ${opened.crc.toString(16).padStart(8, "0")} ${formatTime("%b %e %H:%M", date, zone)} `
      : "";
    this.out.push(more);
    this.listRow(
      bytes.length,
      whole,
      whole - (bytes.length - opened.overhead),
      this.parsed.has("N") ? (opened.name ?? name) : name,
    );
    this.totals.packed += bytes.length;
    this.totals.whole += whole;
    this.totals.files += 1;
  }

  private listRow(packed: number, whole: number, saved: number, name: string): void {
    this.out.push(`${String(packed).padStart(19)} ${String(whole).padStart(19)} ${ratio(saved, whole)} ${name}\n`);
  }
}

interface Facts {
  path: string;
  mode: number;
  mtime: Date;
}

function ratio(saved: number, whole: number): string {
  return `${(whole === 0 ? 0 : (100 * saved) / whole).toFixed(1).padStart(5)}%`;
}

function without(name: string, ending: string): string {
  return /^\.t[ag]z$/i.test(ending)
    ? `${name.slice(0, -ending.length)}.tar`
    : name.slice(0, name.length - ending.length);
}
