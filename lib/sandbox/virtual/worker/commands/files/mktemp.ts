import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { fileFailure } from "./file-failure";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const DEFAULT_TEMPLATE = "tmp.XXXXXXXXXX";
const LEAST_LETTERS = 3;
const TRIES = 100;

/** `mktemp [-d] [-u] [-q] [-t] [-p DIR] [--suffix=TEXT] [TEMPLATE]` */
export const mktemp = textTool("mktemp", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "mktemp",
    short: "dp:qtuV",
    long: { directory: "d", quiet: "q", "dry-run": "u", "suffix=": "suffix", "tmpdir=?": "tmpdir" },
  });
  const [given1, extra] = parsed.operands;
  if (extra !== undefined) throw new ToolFailure(`too many templates\n${helpHint("mktemp")}`, 1);
  const template = given1 ?? DEFAULT_TEMPLATE;
  const { letters, before, after } = readTemplate(template, parsed.value("suffix"));
  const directory = baseDirectory();
  const kind = parsed.has("d") ? "directory" : "file";
  const { fs } = run.context;
  for (let attempt = 1; ; attempt += 1) {
    const name = before + randomLetters(letters) + after;
    const shown = directory === undefined ? name : `${directory.replace(/\/+$/, "") || ""}/${name}`;
    const path = run.path(shown);
    if (!parsed.has("u")) {
      try {
        if (await fs.exists(path)) {
          if (attempt < TRIES) continue;
          throw new Error("EEXIST");
        }
        if (kind === "directory") await fs.mkdir(path);
        else {
          // The file system makes missing directories on its own.
          await fs.stat(fs.resolvePath(path, ".."));
          await fs.writeFile(path, "");
        }
        await fs.chmod(path, kind === "directory" ? 0o700 : 0o600);
      } catch (error) {
        if (parsed.has("q")) throw new ToolFailure("", 1);
        const whole = directory === undefined ? template : `${directory}/${template}`;
        throw new ToolFailure(`failed to create ${kind} via template ${quoted(whole)}: ${fileFailure(error)}`, 1);
      }
    }
    return run.print(`${shown}\n`);
  }

  /** Where the name is laid, unless the template alone says it. */
  function baseDirectory(): string | undefined {
    const temporary = run.context.env.get("TMPDIR") || "/tmp";
    if (parsed.has("t")) {
      if (template.includes("/")) {
        throw new ToolFailure(`invalid template, ${quoted(template)}, contains directory separator`, 1);
      }
      return run.context.env.get("TMPDIR") || parsed.value("p") || "/tmp";
    }
    if (!parsed.has("p", "tmpdir")) return given1 === undefined ? temporary : undefined;
    if (template.startsWith("/")) {
      throw new ToolFailure(`invalid template, ${quoted(template)}; with --tmpdir, it may not be absolute`, 1);
    }
    return parsed.value(parsed.last("p", "tmpdir") as string) || temporary;
  }
});

function readTemplate(
  template: string,
  suffix: string | undefined,
): { before: string; letters: number; after: string } {
  const run = /X+(?=[^X]*$)/.exec(template);
  const after = run === null ? "" : template.slice(run.index + run[0].length);
  if (suffix !== undefined && (run === null || after !== "")) {
    throw new ToolFailure(`with --suffix, template ${quoted(template)} must end in X`, 1);
  }
  const ending = suffix ?? after;
  if (ending.includes("/")) throw new ToolFailure(`invalid suffix ${quoted(ending)}, contains directory separator`, 1);
  const letters = run?.[0].length ?? 0;
  if (run === null || letters < LEAST_LETTERS) {
    throw new ToolFailure(`too few X's in template ${quoted(template)}`, 1);
  }
  return { before: template.slice(0, run.index), letters, after: ending };
}

function randomLetters(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => LETTERS[byte % LETTERS.length]).join("");
}
