import { defineCommand } from "just-bash/browser";
import { failed, succeeded } from "./command-result";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `mktemp [-d] [-u] [-q] [-t] [-p DIR] [TEMPLATE]`. */
export const mktemp = defineCommand("mktemp", async (given, { fs, cwd, env }) => {
  let directory = false;
  let dryRun = false;
  let base: string | undefined;
  let template: string | undefined;
  const temporary = env.get("TMPDIR") ?? "/tmp";
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "-d" || argument === "--directory") directory = true;
    else if (argument === "-u" || argument === "--dry-run") dryRun = true;
    else if (argument === "-t") base ??= temporary;
    else if (argument === "-p") {
      index += 1;
      base = given[index] ?? temporary;
    } else if (argument.startsWith("--tmpdir")) base = argument.split("=")[1] ?? temporary;
    else if (argument.startsWith("-") && argument !== "-q")
      return failed("mktemp", `option not supported: ${argument}`);
    else if (argument !== "-q") template = argument;
  }
  if (template === undefined) base ??= temporary;
  const pattern = template ?? "tmp.XXXXXXXXXX";
  const run = /X{3,}(?=[^X]*$)/.exec(pattern);
  if (run === null) return failed("mktemp", `too few X's in template '${pattern}'`);
  const name = pattern.slice(0, run.index) + randomLetters(run[0].length) + pattern.slice(run.index + run[0].length);
  const shown = base === undefined ? name : `${base}/${name}`;
  const path = fs.resolvePath(cwd, shown);
  try {
    if (dryRun) return succeeded(`${shown}\n`);
    if (directory) await fs.mkdir(path);
    else await fs.writeFile(path, "");
    await fs.chmod(path, directory ? 0o700 : 0o600);
  } catch {
    const kind = directory ? "directory" : "file";
    return failed("mktemp", `failed to create ${kind} via template '${pattern}': No such file or directory`);
  }
  return succeeded(`${shown}\n`);
});

function randomLetters(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => LETTERS[byte % LETTERS.length]).join("");
}
