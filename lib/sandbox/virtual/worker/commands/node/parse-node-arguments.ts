import type { ReporterName } from "./test-report";

export interface TestSettings {
  patterns: string[];
  onlyMarked: boolean;
  reporter: ReporterName;
}

interface Given {
  given: string[];
  execArgv: string[];
  tests: TestSettings;
}

export type NodeRequest =
  | { kind: "version" }
  | { kind: "help" }
  | { kind: "refused"; message: string }
  | ({ kind: "file"; name: string } & Given)
  | ({ kind: "check"; name: string } & Given)
  | ({ kind: "source"; source: string; prints: boolean; asModule: boolean } & Given)
  | ({ kind: "stdin"; isNamed: boolean; asModule: boolean } & Given)
  | ({ kind: "test"; names: string[] } & Given);

/** What changes nothing of a program's meaning here. */
const IGNORED =
  /^--(no-warnings|trace-warnings|enable-source-maps|experimental-(?!test-coverage)[a-z-]+|no-experimental-[a-z-]+|trace-uncaught|unhandled-rejections=(strict|throw)|no-deprecation|preserve-symlinks|disable-warning=.*|max-old-space-size=\d+|stack-trace-limit=\d+|expose-gc|test-concurrency=\d+|test-force-exit)$/;
const REFUSED: Readonly<Record<string, string>> = {
  "--watch": "watching files is not supported in the embedded shell",
  "--watch-path": "watching files is not supported in the embedded shell",
  "--inspect": "there is no debugger in the embedded shell",
  "--inspect-brk": "there is no debugger in the embedded shell",
  "-i": "there is no interactive mode in the embedded shell; use -e or a file",
  "--interactive": "there is no interactive mode in the embedded shell; use -e or a file",
  "-r": "preloading modules is not supported; require it in the file",
  "--require": "preloading modules is not supported; require it in the file",
  "--import": "preloading modules is not supported; import it in the file",
  "--run": "package scripts are not run here; run the command of the script itself",
  "--env-file": "reading a file of variables is not supported; `set -a; . ./.env; set +a` does it in the shell",
  "--experimental-test-coverage": "coverage is not measured in the embedded shell",
  "--test-shard": "running a part of the test files is not supported; name the files",
  "--test-timeout": "a limit for all tests is not supported; give `timeout` to the test",
  "--test-reporter-destination": "a report is only printed; redirect the output",
};
const REPORTERS: readonly string[] = ["tap", "spec"] satisfies ReporterName[];

export function parseNodeArguments(given: readonly string[]): NodeRequest {
  let source: string | undefined;
  let prints = false;
  let asModule = false;
  let isTest = false;
  let isCheck = false;
  const execArgv: string[] = [];
  const tests: TestSettings = { patterns: [], onlyMarked: false, reporter: "tap" };
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
    } else if (argument === "--test") isTest = true;
    else if (argument === "--test-only") tests.onlyMarked = true;
    else if (argument === "-c" || argument === "--check") isCheck = true;
    else if (name === "--test-name-pattern") tests.patterns.push(value ?? given[++index] ?? "");
    else if (name === "--test-reporter") {
      const reporter = value ?? given[++index] ?? "";
      if (!REPORTERS.includes(reporter)) {
        return { kind: "refused", message: `--test-reporter: only tap and spec are there, not ${reporter}` };
      }
      tests.reporter = reporter as ReporterName;
    } else if (REFUSED[name] !== undefined) return { kind: "refused", message: `${argument}: ${REFUSED[name]}` };
    else if (!IGNORED.test(argument)) return { kind: "refused", message: `bad option: ${argument}` };
  }
  const rest = given.slice(index);
  if (isTest) return { kind: "test", names: rest, given: [], execArgv, tests };
  if (source !== undefined) return { kind: "source", source, prints, asModule, given: rest, execArgv, tests };
  const [name, ...more] = rest;
  if (isCheck) {
    if (name === undefined || name === "-") return { kind: "refused", message: "--check: only a file can be checked" };
    return { kind: "check", name, given: more, execArgv, tests };
  }
  if (name === undefined || name === "-") {
    return { kind: "stdin", isNamed: name === "-", asModule, given: more, execArgv, tests };
  }
  return { kind: "file", name, given: more, execArgv, tests };
}
