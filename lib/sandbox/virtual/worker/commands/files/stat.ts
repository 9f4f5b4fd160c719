import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { BLOCK_BYTES, type FileFacts, factsOf, modeText, OWNER, OWNER_ID } from "./file-facts";
import { fullTime } from "./local-time";

const DEVICE = 1;
const TYPE_BITS = { file: 0o100000, directory: 0o040000, symlink: 0o120000 } as const;
const DIRECTIVE = /%([#0+ -]*)(\d*)(?:\.\d+)?([A-Za-z%])/g;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", r: "\r", '"': '"' };

/** `stat [-L] [-c FORMAT | --printf FORMAT | -t] FILE…` */
export const stat = textTool("stat", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "stat",
    short: "Lc:ft",
    long: { dereference: "L", "format=": "c", "printf=": "printf", "file-system": "f", terse: "t" },
  });
  if (options.some(({ name }) => name === "f")) throw new ToolFailure("the state of a file system is not told here", 1);
  if (options.some(({ name }) => name === "t")) throw new ToolFailure("option -t is not supported here; use -c", 1);
  if (operands.length === 0) {
    throw new ToolFailure("missing operand\nTry 'stat --help' for more information.", 1);
  }
  const follow = options.some(({ name }) => name === "L");
  const format = options.findLast(({ name }) => name === "c" || name === "printf");
  for (const name of operands) {
    try {
      const facts = await factsOf(run, run.path(name), follow);
      if (format === undefined) run.print(described(run, name, facts));
      else if (format.name === "c") run.print(`${formatted(run, name, facts, format.value)}\n`);
      else run.print(formatted(run, name, facts, unescaped(format.value)));
    } catch (error) {
      if (error instanceof ToolFailure) throw error;
      run.complain(`cannot stat '${name}': ${readFailure(error)}`);
    }
  }
});

function unescaped(format: string): string {
  return format.replace(/\\([nt\\r"])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

function typeName({ type, size }: FileFacts): string {
  if (type === "symlink") return "symbolic link";
  if (type === "directory") return "directory";
  return size === 0 ? "regular empty file" : "regular file";
}

function formatted(run: ToolRun, name: string, facts: FileFacts, format: string): string {
  const time = fullTime(facts.modifiedAt, run.context.env.get("TZ"));
  const seconds = String(Math.floor(facts.modifiedAt.getTime() / 1000));
  const target = facts.target === undefined ? "" : ` -> '${facts.target}'`;
  const values: Readonly<Record<string, string>> = {
    "%": "%",
    n: name,
    N: `'${name}'${target}`,
    s: String(facts.size),
    F: typeName(facts),
    a: facts.mode.toString(8),
    A: modeText(facts),
    f: (facts.mode | TYPE_BITS[facts.type]).toString(16),
    u: String(OWNER_ID),
    g: String(OWNER_ID),
    U: OWNER,
    G: OWNER,
    i: String(facts.inode),
    h: String(facts.links),
    d: String(DEVICE),
    D: DEVICE.toString(16),
    b: String(facts.kilobytes * 2),
    B: "512",
    o: String(BLOCK_BYTES),
    m: "/",
    t: "0",
    T: "0",
    // One time is kept of a file: the last change of its content.
    x: time,
    y: time,
    z: time,
    w: "-",
    X: seconds,
    Y: seconds,
    Z: seconds,
    W: "0",
  };
  return format.replace(DIRECTIVE, (_, flags: string, width: string, letter: string) => {
    const value = values[letter];
    // As GNU does: a letter without a meaning prints a question mark.
    if (value === undefined) return "?";
    if (flags.includes("-")) return value.padEnd(Number(width));
    return value.padStart(Number(width), flags.includes("0") ? "0" : " ");
  });
}

function described(run: ToolRun, name: string, facts: FileFacts): string {
  const line = (format: string): string => `${formatted(run, name, facts, format)}\n`;
  return (
    line(`  File: ${facts.target === undefined ? "%n" : `%n -> ${facts.target.replaceAll("%", "%%")}`}`) +
    line("  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F") +
    line("Device: 0,1\tInode: %-10i  Links: %h") +
    line("Access: (%04a/%10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)") +
    line("Access: %x\nModify: %y\nChange: %z\n Birth: %w")
  );
}
