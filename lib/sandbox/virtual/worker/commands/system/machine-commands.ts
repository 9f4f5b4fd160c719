import { type Command, defineCommand } from "just-bash/browser";
import { succeeded } from "../command-result";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const USER_ID = 1000;
/** Scripts ask it for the family of tools that they have, and these are GNU's; version and machine say that there is no kernel. */
const MACHINE = {
  s: "Linux",
  n: "sandbox",
  r: "1.0",
  v: "embedded bash in a browser worker",
  m: "wasm32",
  o: "GNU/Linux",
} as const;

const id = textTool("id", (run, given) => {
  const parsed = parseOptions(given, {
    name: "id",
    short: "ugGnrz",
    long: { user: "u", group: "g", groups: "G", name: "n", real: "r", zero: "z" },
  });
  const wrong = parsed.operands.find((name) => name !== "user" && name !== String(USER_ID));
  if (wrong !== undefined) throw new ToolFailure(`${quoted(wrong)}: no such user`, 1);
  const end = parsed.has("z") ? "\0" : "\n";
  if (parsed.has("u", "g", "G")) return run.print((parsed.has("n") ? "user" : String(USER_ID)) + end);
  if (parsed.has("n", "r")) throw new ToolFailure("cannot print only names or real IDs in default format", 1);
  if (parsed.has("z")) throw new ToolFailure("option --zero not permitted in default format", 1);
  run.print(`uid=${USER_ID}(user) gid=${USER_ID}(user) groups=${USER_ID}(user)\n`);
});

const uname = textTool("uname", (run, given) => {
  const parsed = parseOptions(given, {
    name: "uname",
    short: "asnrvmpio",
    long: {
      all: "a",
      "kernel-name": "s",
      nodename: "n",
      "kernel-release": "r",
      "kernel-version": "v",
      machine: "m",
      processor: "p",
      "hardware-platform": "i",
      "operating-system": "o",
    },
  });
  refuseOperands("uname", parsed.operands);
  const letters = Object.keys(MACHINE) as (keyof typeof MACHINE)[];
  const wanted = parsed.has("a") ? letters : letters.filter((letter) => parsed.has(letter));
  const unknown = !parsed.has("a") && parsed.has("p", "i") ? ["unknown"] : [];
  const words = [...wanted.map((letter) => MACHINE[letter]), ...unknown];
  run.print(`${(words.length === 0 ? [MACHINE.s] : words).join(" ")}\n`);
});

const nproc = textTool("nproc", (run, given) => {
  const parsed = parseOptions(given, { name: "nproc", short: "", long: { all: "all", "ignore=": "ignore" } });
  refuseOperands("nproc", parsed.operands);
  const ignored = parsed.value("ignore") ?? "0";
  if (!/^\d+$/.test(ignored)) throw new ToolFailure(`invalid number: ${quoted(ignored)}`, 1);
  run.print("1\n");
});

const whoami = textTool("whoami", (run, given) => {
  refuseOperands("whoami", parseOptions(given, { name: "whoami", short: "" }).operands);
  run.print("user\n");
});

const hostname = textTool("hostname", (run, given) => {
  const hint = "usage: hostname [-s] [-f]";
  const parsed = parseOptions(given, {
    name: "hostname",
    short: "sfdiIaAyb",
    long: { short: "s", fqdn: "f", long: "f", domain: "d", "ip-address": "i", "all-ip-addresses": "I" },
    usageExitCode: 255,
    hint,
  });
  if (parsed.operands.length > 0) throw new ToolFailure("you must be root to change the host name", 1);
  const refused = ["i", "I", "a", "A", "y", "b"].find((letter) => parsed.has(letter));
  if (refused !== undefined) throw new ToolFailure(`-${refused}: there is no network in the embedded shell`, 1);
  run.print(parsed.has("d") ? "\n" : `${MACHINE.n}\n`);
});

function refuseOperands(name: string, [extra]: readonly string[]): void {
  if (extra !== undefined) throw new ToolFailure(`extra operand ${quoted(extra)}\n${helpHint(name)}`, 1);
}

const plain = (name: string, text: string): Command => defineCommand(name, async () => succeeded(text));

/** Who and where one is: the answers are the sandbox's own. */
export const machineCommands: Command[] = [
  id,
  uname,
  nproc,
  whoami,
  hostname,
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
