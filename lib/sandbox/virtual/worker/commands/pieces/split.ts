import type { ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { latin1FromBytes } from "../../byte-text";
import { inputBytes, readFailure } from "../command-input";
import { fileFailure } from "../files/file-failure";
import { sizeOf } from "../small/truncate";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { outputNames, type SuffixStyle } from "./output-names";
import { byBytes, byLineBytes, byLines, dealtOut, inChunks, inLineChunks } from "./split-chunks";

const LINES = 1000;
const MOST_PIECES = 100_000;

/** `split [-l N | -b SIZE | -C SIZE | -n CHUNKS] [-a N] [-d|-x] [-e] [-t C] [--filter=COMMAND] [FILE [PREFIX]]` */
export const split = toolCommand("split", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "split",
    short: "a:b:C:dl:en:t:ux",
    long: {
      "suffix-length=": "a",
      "bytes=": "b",
      "line-bytes=": "C",
      "lines=": "l",
      "number=": "n",
      "elide-empty-files": "e",
      "separator=": "t",
      unbuffered: "u",
      "numeric-suffixes=?": "d",
      "hex-suffixes=?": "x",
      "additional-suffix=": "additional",
      "filter=": "filter",
      verbose: "verbose",
    },
    digits: true,
  });
  const [file = "-", prefix = "x", extra] = parsed.operands;
  if (extra !== undefined) throw new ToolFailure(`extra operand ${quoted(extra)}\n${helpHint("split")}`, 1);
  const style = suffixStyle(parsed, prefix);
  const divide = division(parsed);
  let bytes: Uint8Array;
  try {
    bytes = await inputBytes(context, file);
  } catch (error) {
    throw new ToolFailure(`cannot open '${file}' for reading: ${readFailure(error)}`, 1);
  }
  const { pieces, only } = divide(bytes);
  if (only !== undefined) {
    return { stdout: latin1FromBytes(only), stdoutKind: "bytes", stderr: "", exitCode: 0 };
  }
  return writePieces(
    pieces,
    { style, filter: parsed.value("filter"), verbose: parsed.has("verbose"), skipEmpty: parsed.has("e"), input: file },
    context,
  );
});

interface Writing {
  style: SuffixStyle;
  filter: string | undefined;
  verbose: boolean;
  skipEmpty: boolean;
  input: string;
}

async function writePieces(
  pieces: Iterable<Uint8Array>,
  { style, filter, verbose, skipEmpty, input }: Writing,
  context: ResolvedCommandContext,
): Promise<ExecResult> {
  const names = outputNames(style);
  const outcome: ExecResult = { stdout: "", stdoutKind: "bytes", stderr: "", exitCode: 0 };
  for (const piece of pieces) {
    if (skipEmpty && piece.length === 0) continue;
    context.executionScope?.throwIfAborted();
    try {
      const name = names.next().value as string;
      if (filter !== undefined) {
        const result = await runFilter(filter, name, piece, context);
        outcome.stdout += result.stdout;
        outcome.stderr += result.stderr;
        if (result.exitCode !== 0)
          throw new ToolFailure(`with FILE=${name}, exit ${result.exitCode} from command: ${filter}`, 1);
        continue;
      }
      const path = context.fs.resolvePath(context.cwd, name);
      if (verbose) outcome.stdout += `creating file '${name}'\n`;
      if (input !== "-" && path === context.fs.resolvePath(context.cwd, input)) {
        throw new ToolFailure(`'${name}' would overwrite input; aborting`, 1);
      }
      await context.fs.writeFile(path, piece.slice()).catch((error: unknown) => {
        throw new ToolFailure(`${name}: ${fileFailure(error)}`, 1);
      });
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      return { ...outcome, stderr: `${outcome.stderr}split: ${error.message}\n`, exitCode: error.exitCode };
    }
  }
  return outcome;
}

async function runFilter(filter: string, name: string, piece: Uint8Array, context: ResolvedCommandContext) {
  if (context.exec === undefined) throw new ToolFailure("commands cannot be run here", 1);
  const result = await context.exec(`export FILE; ${filter}`, {
    cwd: context.cwd,
    env: { FILE: name },
    stdin: latin1FromBytes(piece),
    stdinKind: "bytes",
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  const isBytes = result.stdoutKind === "bytes" || result.stdoutEncoding === "binary";
  return { ...result, stdout: isBytes ? result.stdout : latin1FromBytes(new TextEncoder().encode(result.stdout)) };
}

function suffixStyle(parsed: ParsedOptions, prefix: string): SuffixStyle {
  const kind = { d: "digits", x: "hex" } as const;
  const chosen = parsed.last("d", "x") as "d" | "x" | undefined;
  const from = chosen === undefined ? "" : (parsed.value(chosen) ?? "");
  if (from !== "" && !/^[0-9a-f]+$/.test(from)) {
    throw new ToolFailure(
      `${from}: invalid start value for ${chosen === "d" ? "numerical" : "hexadecimal"} suffix\n${helpHint("split")}`,
      1,
    );
  }
  const additional = parsed.value("additional") ?? "";
  if (additional.includes("/")) {
    throw new ToolFailure(
      `invalid suffix ${quoted(additional)}, contains directory separator\n${helpHint("split")}`,
      1,
    );
  }
  const lengthText = parsed.value("a");
  if (lengthText !== undefined && !/^\d+$/.test(lengthText)) {
    throw new ToolFailure(`invalid suffix length: ${quoted(lengthText)}`, 1);
  }
  const length = lengthText === undefined || Number(lengthText) === 0 ? undefined : Number(lengthText);
  return {
    prefix,
    additional,
    kind: chosen === undefined ? "letters" : kind[chosen],
    // A start of one's own fixes the length.
    length: length ?? (from === "" ? undefined : Math.max(2, from.length)),
    start: from === "" ? 0 : Number.parseInt(from, chosen === "x" ? 16 : 10),
  };
}

type Divide = (bytes: Uint8Array) => { pieces: Iterable<Uint8Array>; only?: Uint8Array };

function division(parsed: ParsedOptions): Divide {
  const ways = new Set(
    parsed.options.map(({ name }) => name).filter((name) => "lbCn".includes(name) || name === "digits"),
  );
  if (ways.size > 1) throw new ToolFailure(`cannot split in more than one way\n${helpHint("split")}`, 1);
  const separator = separatorOf(parsed.value("t"));
  const [way] = ways;
  if (way === "n") return chunks(parsed.value("n") as string, separator);
  if (way === "b" || way === "C") {
    const text = parsed.value(way) as string;
    const size = sizeOf(text);
    if (size === undefined) throw new ToolFailure(`invalid number of bytes: ${quoted(text)}`, 1);
    if (size === 0) throw outOfRange("bytes", text);
    return (bytes) => ({ pieces: way === "b" ? byBytes(bytes, size) : byLineBytes(bytes, size, separator) });
  }
  const text = parsed.value("l") ?? parsed.value("digits") ?? String(LINES);
  const count = sizeOf(text);
  if (count === undefined) throw new ToolFailure(`invalid number of lines: ${quoted(text)}`, 1);
  if (count === 0) throw outOfRange("lines", text);
  return (bytes) => ({ pieces: byLines(bytes, count, separator) });
}

function outOfRange(what: string, text: string): ToolFailure {
  return new ToolFailure(`invalid number of ${what}: ${quoted(text)}: Numerical result out of range`, 1);
}

/** `N`, `K/N`, `l/N`, `l/K/N`, `r/N`, `r/K/N` */
function chunks(text: string, separator: number): Divide {
  const [, kind = "", which, countText] = /^(?:([lr])\/)?(?:(\d+)\/)?(\d+)$/.exec(text) ?? [];
  if (countText === undefined) throw new ToolFailure(`invalid number of chunks: ${quoted(text)}`, 1);
  const count = Number(countText);
  if (count === 0 || count > MOST_PIECES) throw outOfRange("chunks", countText);
  if (which !== undefined && (Number(which) === 0 || Number(which) > count)) {
    throw new ToolFailure(`invalid chunk number: ${quoted(which)}`, 1);
  }
  return (bytes) => {
    const pieces =
      kind === "l"
        ? inLineChunks(bytes, count, separator)
        : kind === "r"
          ? dealtOut(bytes, count, separator)
          : inChunks(bytes, count);
    return which === undefined ? { pieces } : { pieces, only: pieces[Number(which) - 1] };
  };
}

function separatorOf(text: string | undefined): number {
  if (text === undefined) return 10;
  if (text === "\\0") return 0;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0) throw new ToolFailure("empty record separator", 1);
  if (bytes.length > 1) throw new ToolFailure(`multi-character separator ${quoted(text)}`, 1);
  return bytes[0] as number;
}
