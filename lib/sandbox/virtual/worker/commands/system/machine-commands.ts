import { type Command, defineCommand, type ExecResult } from "just-bash/browser";
import { failed, succeeded } from "../command-result";
import { parseOptions } from "../parse-options";

const USER_ID = 1000;
/** The embedded shell names itself, not a kernel that is not there. */
const MACHINE = {
  s: "Sandbox",
  n: "sandbox",
  r: "1.0",
  v: "embedded bash in a browser worker",
  m: "wasm32",
  o: "Browser",
} as const;

async function id(given: string[]): Promise<ExecResult> {
  const read = parseOptions("id", given, {
    short: "ugGnr",
    long: { user: "u", group: "g", groups: "G", name: "n", real: "r" },
  });
  if (!read.ok) return read.failure;
  const { parsed } = read;
  const [name] = parsed.operands;
  if (name !== undefined && name !== "user") return failed("id", `'${name}': no such user`);
  if (parsed.has("u", "g", "G")) return succeeded(parsed.has("n") ? "user\n" : `${USER_ID}\n`);
  if (parsed.has("n", "r")) return failed("id", "cannot print only names or real IDs in default format");
  return succeeded(`uid=${USER_ID}(user) gid=${USER_ID}(user) groups=${USER_ID}(user)\n`);
}

async function uname(given: string[]): Promise<ExecResult> {
  const long = {
    all: "a",
    "kernel-name": "s",
    nodename: "n",
    "kernel-release": "r",
    "kernel-version": "v",
    machine: "m",
    "operating-system": "o",
  };
  const read = parseOptions("uname", given, { short: "asnrvmpio", long });
  if (!read.ok) return read.failure;
  const { parsed } = read;
  const [extra] = parsed.operands;
  if (extra !== undefined) return failed("uname", `extra operand '${extra}'\nTry 'uname --help' for more information.`);
  const letters = Object.keys(MACHINE) as (keyof typeof MACHINE)[];
  const wanted = parsed.has("a") ? letters : letters.filter((letter) => parsed.has(letter));
  const unknown = !parsed.has("a") && parsed.has("p", "i") ? ["unknown"] : [];
  const words = [...wanted.map((letter) => MACHINE[letter]), ...unknown];
  return succeeded(`${(words.length === 0 ? [MACHINE.s] : words).join(" ")}\n`);
}

async function nproc(given: string[]): Promise<ExecResult> {
  const read = parseOptions("nproc", given, { short: "", long: { all: "all", "ignore:": "ignore" } });
  return read.ok ? succeeded("1\n") : read.failure;
}

const plain = (name: string, text: string): Command => defineCommand(name, async () => succeeded(text));

/** Who and where one is: the answers are the sandbox's own. */
export const machineCommands: Command[] = [
  defineCommand("id", id),
  defineCommand("uname", uname),
  defineCommand("nproc", nproc),
  plain("arch", `${MACHINE.m}\n`),
  plain("groups", "user\n"),
  plain("users", "user\n"),
  plain("sync", ""),
  defineCommand("tty", async (given) => ({
    stdout: given.includes("-s") || given.includes("--silent") ? "" : "not a tty\n",
    stderr: "",
    exitCode: 1,
  })),
];
