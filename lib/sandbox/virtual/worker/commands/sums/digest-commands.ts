import type { Command, ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { hexFromBytes } from "../../byte-text";
import { inputBytes, readFailure } from "../command-input";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { ALGORITHMS, type Algorithm } from "./algorithms";

/** `md5sum`, `sha1sum` … `b2sum`, as GNU's: `-c`, `--tag`, `-b`, `-z`, `--status`, `--quiet`, `--ignore-missing`, `--strict`, `-w`. */
export const digestCommands: Command[] = Object.entries(ALGORITHMS).map(([name, algorithm]) =>
  toolCommand(name, (given, context) => run(name, algorithm, given, context)),
);

async function run(
  name: string,
  algorithm: Algorithm,
  given: string[],
  context: ResolvedCommandContext,
): Promise<ExecResult> {
  const parsed = parseOptions(given, {
    name,
    short: "bctzw",
    long: {
      binary: "b",
      check: "c",
      text: "t",
      zero: "z",
      warn: "w",
      tag: "tag",
      quiet: "quiet",
      status: "status",
      strict: "strict",
      "ignore-missing": "ignore-missing",
    },
  });
  const files = parsed.operands.length === 0 ? ["-"] : parsed.operands;
  if (parsed.has("c")) {
    if (parsed.has("tag")) throw new ToolFailure("the --tag option is meaningless when verifying checksums", 1);
    return check(name, algorithm, files, parsed, context);
  }
  let stdout = "";
  let stderr = "";
  for (const file of files) {
    try {
      const hash = hexFromBytes(algorithm.digest(await inputBytes(context, file)));
      stdout += line(file, hash, algorithm.tag, parsed);
    } catch (error) {
      stderr += `${name}: ${file}: ${readFailure(error)}\n`;
    }
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
}

function line(file: string, hash: string, tag: string, parsed: ParsedOptions): string {
  const zero = parsed.has("z");
  const escaped = zero ? file : file.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
  const mark = escaped === file ? "" : "\\";
  const end = zero ? "\0" : "\n";
  if (parsed.has("tag")) return `${mark}${tag} (${escaped}) = ${hash}${end}`;
  return `${mark}${hash} ${parsed.last("b", "t") === "b" ? "*" : " "}${escaped}${end}`;
}

/** Reads lists as any of these commands write them. */
async function check(
  name: string,
  algorithm: Algorithm,
  lists: readonly string[],
  parsed: ParsedOptions,
  context: ResolvedCommandContext,
): Promise<ExecResult> {
  let stdout = "";
  let stderr = "";
  let exitCode = 0;
  const silent = parsed.has("status");
  const digits = algorithm.digest(new Uint8Array()).length * 2;
  const plain = new RegExp(`^(\\\\?)([0-9a-fA-F]{${digits}}) [ *](.+)$`);
  const tagged = new RegExp(`^(\\\\?)${algorithm.tag} \\((.+)\\) = ([0-9a-fA-F]{${digits}})$`);
  for (const list of lists) {
    const count = { formatted: 0, wrong: 0, mismatched: 0, unreadable: 0, verified: 0 };
    let text: string;
    try {
      text = new TextDecoder().decode(await inputBytes(context, list));
    } catch (error) {
      stderr += `${name}: ${list}: ${readFailure(error)}\n`;
      exitCode = 1;
      continue;
    }
    for (const [index, given] of text.split("\n").entries()) {
      if (given === "" || given.startsWith("#")) continue;
      const [, mark, hash, written] = plain.exec(given) ?? swapped(tagged.exec(given)) ?? [];
      if (hash === undefined || written === undefined) {
        count.wrong += 1;
        if (parsed.has("w"))
          stderr += `${name}: ${list}: ${index + 1}: improperly formatted ${algorithm.tag} checksum line\n`;
        continue;
      }
      count.formatted += 1;
      const file =
        mark === "" ? written : written.replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
      try {
        const actual = hexFromBytes(algorithm.digest(await inputBytes(context, file)));
        const same = actual === hash.toLowerCase();
        count.verified += 1;
        if (!same) count.mismatched += 1;
        if (!silent && !(same && parsed.has("quiet"))) stdout += `${mark}${written}: ${same ? "OK" : "FAILED"}\n`;
      } catch (error) {
        if (parsed.has("ignore-missing") && readFailure(error) === "No such file or directory") continue;
        count.unreadable += 1;
        stderr += `${name}: ${file}: ${readFailure(error)}\n`;
        if (!silent) stdout += `${mark}${written}: FAILED open or read\n`;
      }
    }
    if (count.formatted === 0) {
      stderr += `${name}: ${list === "-" ? "'standard input'" : list}: no properly formatted checksum lines found\n`;
      exitCode = 1;
      continue;
    }
    if (!silent) stderr += warnings(name, count);
    if (parsed.has("ignore-missing") && count.verified === 0) {
      stderr += `${name}: ${list}: no file was verified\n`;
      exitCode = 1;
    }
    if (count.mismatched + count.unreadable > 0 || (parsed.has("strict") && count.wrong > 0)) exitCode = 1;
  }
  return { stdout, stderr, exitCode };
}

function swapped(match: RegExpExecArray | null): (string | undefined)[] | undefined {
  return match === null ? undefined : [match[0], match[1], match[3], match[2]];
}

function warnings(
  name: string,
  { wrong, mismatched, unreadable }: Record<"wrong" | "mismatched" | "unreadable", number>,
): string {
  const lines: string[] = [];
  if (wrong > 0) lines.push(wrong === 1 ? "1 line is improperly formatted" : `${wrong} lines are improperly formatted`);
  if (unreadable > 0) lines.push(`${unreadable} listed file${unreadable === 1 ? "" : "s"} could not be read`);
  if (mismatched > 0) lines.push(`${mismatched} computed checksum${mismatched === 1 ? "" : "s"} did NOT match`);
  return lines.map((text) => `${name}: WARNING: ${text}\n`).join("");
}
