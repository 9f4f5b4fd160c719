/** Options that the next argument belongs to, as long as nothing follows the letter itself. */
const WITH_VALUE = new Set(["W", "X"]);
const END_OF_OPTIONS = new Set(["c", "m"]);
const WITHOUT_VALUE = new Set("bBdEIOPqRsSuvx");

/**
 * Why Python is not started with these arguments, which it would otherwise read itself; undefined when it is. A program that
 * is typed line by line needs a terminal, and there is none.
 */
export function refusalOf(given: readonly string[], stdin: Uint8Array): string | undefined {
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "-" || !argument.startsWith("-")) return undefined;
    if (argument.startsWith("--")) {
      if (/^--(?:help(?:-.*)?|version)$/.test(argument)) return undefined;
      // `--check-hash-based-pycs MODE`, and what Python refuses itself.
      index += 1;
      continue;
    }
    for (const [place, letter] of [...argument.slice(1)].entries()) {
      const rest = argument.slice(place + 2);
      if (letter === "i") return "there is no interactive mode here; use -c, a file, or a program on standard input";
      if (END_OF_OPTIONS.has(letter)) {
        const name = rest === "" ? given[index + 1] : rest;
        return letter === "m" && (name === "pip" || name === "ensurepip")
          ? "no packages can be installed here; the standard library is there"
          : undefined;
      }
      if (WITH_VALUE.has(letter)) {
        if (rest === "") index += 1;
        break;
      }
      if (!WITHOUT_VALUE.has(letter)) return undefined;
    }
  }
  return stdin.byteLength === 0 && given.every((argument) => argument !== "-")
    ? "there is no interactive mode here; use -c, a file, or a program on standard input"
    : undefined;
}
