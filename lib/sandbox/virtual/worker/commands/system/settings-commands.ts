import type { Command } from "just-bash/browser";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const CONFIGURATION: Readonly<Record<string, string | number>> = {
  ARG_MAX: 2_097_152,
  CHAR_BIT: 8,
  CLK_TCK: 100,
  HOST_NAME_MAX: 64,
  INT_MAX: 2_147_483_647,
  INT_MIN: -2_147_483_648,
  LINE_MAX: 2048,
  LOGIN_NAME_MAX: 256,
  LONG_BIT: 64,
  NAME_MAX: 255,
  OPEN_MAX: 1024,
  PAGESIZE: 4096,
  PAGE_SIZE: 4096,
  PATH: "/bin:/usr/bin",
  PATH_MAX: 4096,
  PIPE_BUF: 4096,
  UINT_MAX: 4_294_967_295,
  WORD_BIT: 32,
  _NPROCESSORS_CONF: 1,
  _NPROCESSORS_ONLN: 1,
};
/** These are asked of a path. */
const OF_PATHS = new Set(["NAME_MAX", "PATH_MAX", "PIPE_BUF"]);

/** `getconf NAME [PATH]` */
const getconf = textTool("getconf", (run, given) => {
  const { operands } = parseOptions(given, { name: "getconf", short: "av:", usageExitCode: 2 });
  const [name, path] = operands;
  if (name === undefined) throw new ToolFailure("a name is needed; -a is not supported in the embedded shell", 2);
  const value = CONFIGURATION[name];
  if (value === undefined) {
    run.warn(`getconf: Unrecognized variable \`${name}'\n`);
    run.exitCode = 2;
    return;
  }
  if (OF_PATHS.has(name) && path === undefined)
    throw new ToolFailure(`${name} is asked of a path: getconf ${name} /`, 2);
  run.print(`${value}\n`);
});

const CATEGORIES = [
  "LC_CTYPE",
  "LC_NUMERIC",
  "LC_TIME",
  "LC_COLLATE",
  "LC_MONETARY",
  "LC_MESSAGES",
  "LC_PAPER",
  "LC_NAME",
  "LC_ADDRESS",
  "LC_TELEPHONE",
  "LC_MEASUREMENT",
  "LC_IDENTIFICATION",
];

/** `locale`, `locale -a`, `locale -m`, `locale charmap`: every tool here works in UTF-8 and sorts by code point, whatever is set. */
const locale = textTool("locale", (run, given) => {
  const parsed = parseOptions(given, {
    name: "locale",
    short: "amkcv",
    long: { "all-locales": "a", charmaps: "m", "keyword-name": "k", "category-name": "c", verbose: "v" },
  });
  if (parsed.has("a")) return run.print("C\nC.utf8\nPOSIX\n");
  if (parsed.has("m")) return run.print("UTF-8\n");
  const [name] = parsed.operands;
  if (name === "charmap") return run.print(parsed.has("k") ? 'charmap="UTF-8"\n' : "UTF-8\n");
  if (name !== undefined) throw new ToolFailure(`unknown name "${name}"`, 1);
  const { env } = run.context;
  const [all = "", lang = ""] = [env.get("LC_ALL"), env.get("LANG")];
  run.print(`LANG=${lang}\nLANGUAGE=${env.get("LANGUAGE") ?? ""}\n`);
  for (const category of CATEGORIES) {
    const own = all === "" ? env.get(category) : undefined;
    run.print(own ? `${category}=${own}\n` : `${category}="${all || lang || "C"}"\n`);
  }
  run.print(`LC_ALL=${all}\n`);
});

export const settingsCommands: Command[] = [getconf, locale];
