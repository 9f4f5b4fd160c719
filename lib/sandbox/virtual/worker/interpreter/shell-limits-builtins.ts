import { builtinFailed, printed } from "./builtin-outcome";
import type { InterpreterContext, Outcome } from "./interpreter";

const LIMITS: readonly [option: string, name: string, unit: string, value: string][] = [
  ["c", "core file size", "blocks, -c", "0"],
  ["d", "data seg size", "kbytes, -d", "unlimited"],
  ["f", "file size", "blocks, -f", "unlimited"],
  ["n", "open files", "-n", "4096"],
  ["s", "stack size", "kbytes, -s", "8192"],
  ["t", "cpu time", "seconds, -t", "unlimited"],
  ["u", "max user processes", "-u", "500"],
  ["v", "virtual memory", "kbytes, -v", "unlimited"],
];

/** Tells the limits; none of them can be changed, except to what it is. */
export function ulimit(_context: InterpreterContext, given: readonly string[]): Outcome {
  const letters = given
    .filter((argument) => /^-[A-Za-z]+$/.test(argument))
    .join("")
    .replace(/[-HS]/g, "");
  const [value] = given.filter((argument) => !argument.startsWith("-"));
  if (letters.includes("a")) {
    return printed(LIMITS.map(([, name, unit, now]) => `${name.padEnd(28)}(${unit}) ${now}\n`).join(""));
  }
  const wanted = letters === "" ? "f" : letters;
  let stdout = "";
  for (const letter of wanted) {
    const limit = LIMITS.find(([option]) => option === letter);
    if (limit === undefined) return builtinFailed("ulimit", `-${letter}: invalid option`, 2);
    if (value === undefined)
      stdout += wanted.length > 1 ? `${limit[1].padEnd(28)}(${limit[2]}) ${limit[3]}\n` : `${limit[3]}\n`;
    else if (value !== limit[3])
      return builtinFailed("ulimit", `${limit[1]}: cannot modify limit: not supported by this shell`);
  }
  return printed(stdout);
}

/** Files are made with mode 644 and directories with 755; another mask would be a promise that is not kept. */
export function umask(_context: InterpreterContext, given: readonly string[]): Outcome {
  const symbolic = given.includes("-S");
  const reusable = given.includes("-p");
  const mask = given.find((argument) => !argument.startsWith("-"));
  if (mask === undefined) {
    const shown = symbolic ? "u=rwx,g=rx,o=rx" : "0022";
    return printed(`${reusable ? `umask ${symbolic ? "-S " : ""}` : ""}${shown}\n`);
  }
  if (/^0*22$/.test(mask) || mask === "u=rwx,g=rx,o=rx") return printed("");
  return builtinFailed("umask", `${mask}: only the mask 022 is supported by this shell; use chmod`);
}

export function times(): Outcome {
  return printed("0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n");
}
