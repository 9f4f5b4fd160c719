export type NodeRequest =
  | { kind: "version" }
  | { kind: "help" }
  | { kind: "refused"; message: string }
  | { kind: "file"; name: string; given: string[]; execArgv: string[] }
  | { kind: "source"; source: string; prints: boolean; asModule: boolean; given: string[]; execArgv: string[] }
  | { kind: "stdin"; isNamed: boolean; asModule: boolean; given: string[]; execArgv: string[] };

/** What changes nothing of a program's meaning here. */
const IGNORED =
  /^--(no-warnings|trace-warnings|enable-source-maps|experimental-[a-z-]+|no-experimental-[a-z-]+|trace-uncaught|unhandled-rejections=(strict|throw)|no-deprecation|preserve-symlinks|disable-warning=.*|max-old-space-size=\d+|stack-trace-limit=\d+|expose-gc)$/;
const REFUSED: Readonly<Record<string, string>> = {
  "--test": "the test runner is not part of the embedded shell's node; run the test file with plain assertions",
  "--watch": "watching files is not supported in the embedded shell",
  "--inspect": "there is no debugger in the embedded shell",
  "--inspect-brk": "there is no debugger in the embedded shell",
  "-i": "there is no interactive mode in the embedded shell; use -e or a file",
  "--interactive": "there is no interactive mode in the embedded shell; use -e or a file",
  "-c": "checking syntax only is not supported; run the file",
  "--check": "checking syntax only is not supported; run the file",
  "-r": "preloading modules is not supported; require it in the file",
  "--require": "preloading modules is not supported; require it in the file",
  "--import": "preloading modules is not supported; import it in the file",
};

export function parseNodeArguments(given: readonly string[]): NodeRequest {
  let source: string | undefined;
  let prints = false;
  let asModule = false;
  const execArgv: string[] = [];
  let index = 0;
  for (; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (!argument.startsWith("-") || argument === "-") break;
    if (argument === "--") {
      index += 1;
      break;
    }
    execArgv.push(argument);
    const [name = "", value] = argument.split(/=(.*)/s, 2);
    if (argument === "-v" || argument === "--version") return { kind: "version" };
    if (argument === "-h" || argument === "--help") return { kind: "help" };
    const isEvaluation = /^(-e|--eval|-p|--print|-pe|-ep)$/.test(name);
    if (isEvaluation) {
      prints ||= name.includes("p") && name !== "--eval";
      const text = value ?? given[index + 1];
      if (text === undefined && name !== "-p" && name !== "--print") {
        return { kind: "refused", message: `${name} requires an argument` };
      }
      if (value === undefined) index += 1;
      source = text ?? source;
    } else if (name === "--input-type") {
      const type = value ?? given[++index];
      asModule = type === "module";
    } else if (REFUSED[name] !== undefined) return { kind: "refused", message: `${argument}: ${REFUSED[name]}` };
    else if (!IGNORED.test(argument)) return { kind: "refused", message: `bad option: ${argument}` };
  }
  const rest = given.slice(index);
  if (source !== undefined) return { kind: "source", source, prints, asModule, given: rest, execArgv };
  const [name, ...more] = rest;
  if (name === undefined || name === "-")
    return { kind: "stdin", isNamed: name === "-", asModule, given: more, execArgv };
  return { kind: "file", name, given: more, execArgv };
}
