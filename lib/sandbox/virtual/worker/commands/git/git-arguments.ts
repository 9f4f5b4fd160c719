import { unsupported } from "./git-failure";

export interface GitArguments {
  has(...names: string[]): boolean;
  value(name: string): string | undefined;
  values(name: string): string[];
  operands: string[];
  /** What stands behind `--`; undefined without it. */
  paths: string[] | undefined;
}

/**
 * The arguments of a git command. `flags` and `valued` list names as they are written (`-n`, `--max-count`); `a|b` makes b the
 * same as a. A name in `valued` that ends with `?` takes its value only when written against it. What is not listed is refused.
 */
export function readArguments(
  command: string,
  given: readonly string[],
  { flags = "", valued = "", number = false }: { flags?: string; valued?: string; number?: boolean },
): GitArguments {
  const flagNames = aliases(flags);
  const valuedNames = aliases(valued);
  const found: { name: string; value: string }[] = [];
  const operands: string[] = [];
  let paths: string[] | undefined;
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "--") {
      paths = given.slice(index + 1);
      break;
    }
    if (!argument.startsWith("-") || argument === "-") operands.push(argument);
    else if (number && /^-\d+$/.test(argument)) found.push({ name: "-n", value: argument.slice(1) });
    else if (argument.startsWith("--")) {
      const equals = argument.indexOf("=");
      const written = equals < 0 ? argument : argument.slice(0, equals);
      const attached = equals < 0 ? undefined : argument.slice(equals + 1);
      if (attached === undefined && flagNames.has(written))
        found.push({ name: flagNames.get(written) as string, value: "" });
      else if (valuedNames.has(`${written}?`))
        found.push({ name: (valuedNames.get(`${written}?`) as string).replace(/\?$/, ""), value: attached ?? "" });
      else if (valuedNames.has(written)) {
        if (attached === undefined) index += 1;
        const value = attached ?? given[index];
        if (value === undefined) throw unsupported(command, `${written} without a value`);
        found.push({ name: valuedNames.get(written) as string, value });
      } else throw unsupported(command, argument);
    } else {
      for (let at = 1; at < argument.length; at += 1) {
        const letter = `-${argument[at]}`;
        if (flagNames.has(letter)) {
          found.push({ name: flagNames.get(letter) as string, value: "" });
          continue;
        }
        const attached = argument.slice(at + 1);
        if (valuedNames.has(`${letter}?`))
          found.push({ name: (valuedNames.get(`${letter}?`) as string).replace(/\?$/, ""), value: attached });
        else if (valuedNames.has(letter)) {
          if (attached === "") index += 1;
          const value = attached === "" ? given[index] : attached;
          if (value === undefined) throw unsupported(command, `${letter} without a value`);
          found.push({ name: valuedNames.get(letter) as string, value });
        } else throw unsupported(command, letter === argument ? argument : `${letter} (of ${argument})`);
        break;
      }
    }
  }
  return {
    has: (...names) => found.some(({ name }) => names.includes(name)),
    value: (name) => found.findLast((option) => option.name === name)?.value,
    values: (name) => found.flatMap((option) => (option.name === name ? [option.value] : [])),
    operands,
    paths,
  };
}

function aliases(list: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const group of list.split(" ")) {
    const [first, ...others] = group.split("|");
    if (!first) continue;
    for (const name of [first, ...others]) names.set(name, first);
  }
  return names;
}
