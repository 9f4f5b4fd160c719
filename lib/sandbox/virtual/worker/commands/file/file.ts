import { readFailure } from "../command-input";
import { factsOf } from "../files/file-facts";
import { bytesOfText } from "../tool/lossless-text";
import { type ParsedOptions, parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { binaryKind, type FileKind } from "./binary-kinds";
import { textForm, textKind } from "./text-kinds";

/** As much of a file is looked at. */
const LOOKED_AT_BYTES = 1024 * 1024;
const VERSION = "file-5.44\nmagic file from /etc/magic:/usr/share/misc/magic\n";
const USAGE = `Usage: file [-bchiLNsv0] [--mime-encoding] [--mime-type] [-F <separator>] [-f <namefile>] <file> ...
       file [--help]
`;
const REFUSED: Readonly<Record<string, string>> = {
  k: "only the best answer is given",
  z: "decompress the file and pipe it here",
  Z: "decompress the file and pipe it here",
  m: "the kinds of files cannot be changed",
  C: "the kinds of files cannot be changed",
  extension: "endings of names are not told",
  apple: "codes of types are not told",
};

interface Kind extends FileKind {
  /** A link that leads nowhere has none. */
  charset: string | undefined;
}

/** `file [-bi] [--mime-type] FILE…`: what is in files, in the words of libmagic for the kinds that people have here. */
export const file = textTool("file", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "file",
    short: "bcCdEhikLlNnprsSvzZ0F:f:m:P:e:",
    long: {
      brief: "b",
      mime: "i",
      "mime-type": "type",
      "mime-encoding": "encoding",
      dereference: "L",
      "no-dereference": "h",
      "no-pad": "N",
      "no-buffer": "n",
      print0: "0",
      "separator=": "F",
      "files-from=": "f",
      "keep-going": "k",
      uncompress: "z",
      "special-files": "s",
      "preserve-date": "p",
      raw: "r",
      "exclude=": "e",
      extension: "extension",
      apple: "apple",
      "magic-file=": "m",
      version: "v",
    },
  });
  const refused = Object.keys(REFUSED).find((name) => parsed.has(name));
  if (refused !== undefined) throw new ToolFailure(`option ${refused}: ${REFUSED[refused]}`, 1);
  if (parsed.has("v")) return run.print(VERSION);
  const names = [...(await listed(run, parsed.value("f"))), ...parsed.operands];
  if (names.length === 0) {
    run.warn(USAGE);
    run.exitCode = 1;
    return;
  }
  const shown = names.map((name) => (name === "-" ? "/dev/stdin" : name));
  const width = parsed.has("N") ? 0 : Math.max(...shown.map((name) => name.length));
  const separator = parsed.value("F") ?? ":";
  for (const [index, name] of names.entries()) {
    const answer = told(await kindOf(run, name, parsed.has("L")), parsed);
    const label = shown[index] as string;
    const end = `${label}${parsed.has("0") ? "\0" : ""}${separator}`;
    run.print(parsed.has("b") ? `${answer}\n` : `${end.padEnd(width + end.length - label.length)} ${answer}\n`);
  }
});

async function listed(run: ToolRun, name: string | undefined): Promise<string[]> {
  if (name === undefined) return [];
  try {
    return (await run.read(name)).split("\n").filter((line) => line !== "");
  } catch (error) {
    throw new ToolFailure(`Cannot open \`${name}' (${readFailure(error)})`, 1);
  }
}

function told(kind: Kind | string, parsed: ParsedOptions): string {
  if (typeof kind === "string") return kind;
  if (parsed.has("type")) return kind.mime;
  if (parsed.has("encoding")) return kind.charset ?? "";
  if (!parsed.has("i")) return kind.words;
  return kind.mime + (kind.charset === undefined ? "" : `; charset=${kind.charset}`);
}

/** What it is, or why that is not known. */
async function kindOf(run: ToolRun, name: string, follow: boolean): Promise<Kind | string> {
  try {
    if (name === "-" || name === "/dev/stdin") return kindOfBytes(run, bytesOfText(run.stdin()));
    const facts = await factsOf(run, run.path(name), follow);
    if (facts.type === "directory") return { words: "directory", mime: "inode/directory", charset: "binary" };
    if (facts.type === "symlink") {
      const leads = await run.context.fs.exists(run.path(name));
      const words = `${leads ? "" : "broken "}symbolic link to ${facts.target}`;
      return { words, mime: "inode/symlink", charset: leads ? "binary" : undefined };
    }
    return kindOfBytes(run, await run.readBytes(name));
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    return `cannot open \`${name}' (${readFailure(error)})`;
  }
}

function kindOfBytes(run: ToolRun, whole: Uint8Array): Kind {
  if (whole.length === 0) return { words: "empty", mime: "inode/x-empty", charset: "binary" };
  const bytes = whole.subarray(0, LOOKED_AT_BYTES);
  if (bytes.length === 1) {
    return { words: "very short file (no magic)", mime: "application/octet-stream", charset: "binary" };
  }
  const form = textForm(bytes);
  const charset = form?.charset ?? "binary";
  const known = binaryKind(whole, run.context.env.get("TZ"));
  if (known !== undefined) return { ...known, charset };
  if (form === undefined) return { words: "data", mime: "application/octet-stream", charset };
  return { ...textKind(form), charset };
}
