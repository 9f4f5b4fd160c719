import { parentPath } from "@/lib/core/sandbox/resolve-path";
import { readFailure } from "../command-input";
import { parsePosix, RegexSyntaxError } from "../regex/parse-posix";
import { PosixRegex } from "../regex/posix-regex";
import { formatTime } from "../tool/format-time";
import { globPattern } from "../tool/glob-pattern";
import { runCommand } from "../tool/run-command";
import { shellCommandLine } from "../tool/shell-quote";
import type { ToolRun } from "../tool/text-tool";
import { timeZone } from "../tool/time-zone";
import { ToolFailure } from "../tool/tool-failure";
import type { Comparison, FindExpression, FindPlan, FindState, FoundFile } from "./find-expression";
import { formatFound, modeText } from "./find-format";

const SIZE_UNITS: Readonly<Record<string, number>> = {
  c: 1,
  w: 2,
  b: 512,
  k: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  "": 512,
};
const DAY_MS = 86_400_000;
/** Arguments of one `-exec … +` command. */
const BATCH = 5_000;

/** The command line of `find`. Throws `ToolFailure` in the words of the real one. */
export class FindParser {
  readonly state: FindState = { pruned: false, quit: false, failed: false };
  /** What `-exec … +` still has to run at the end. */
  readonly finish: (() => Promise<void>)[] = [];
  private at = 0;
  private minimumDepth = 0;
  private maximumDepth = Number.POSITIVE_INFINITY;
  private depthFirst = false;
  private follow = false;
  private followOperands = false;
  private hasAction = false;
  private regexType = "emacs";
  private readonly now = Date.now();

  constructor(
    private readonly run: ToolRun,
    private readonly given: readonly string[],
  ) {}

  async plan(): Promise<FindPlan> {
    while (/^-[HLPD]$|^-O/.test(this.given[this.at] ?? "")) {
      const option = this.given[this.at];
      this.follow = option === "-L";
      this.followOperands = option === "-H" || option === "-L";
      this.at += 1;
    }
    const operands: string[] = [];
    while (this.at < this.given.length && !/^(?:-.+|[()!,])$/.test(this.given[this.at] as string)) {
      operands.push(this.given[this.at] as string);
      this.at += 1;
    }
    let expression: FindExpression = test(() => true);
    if (this.at < this.given.length) {
      expression = await this.comma();
      if (this.at < this.given.length) this.strayWord(this.given[this.at] as string);
    }
    if (!this.hasAction) {
      expression = { kind: "and", left: expression, right: this.printAction("\n") };
    }
    return {
      operands: operands.length === 0 ? ["."] : operands,
      expression,
      minimumDepth: this.minimumDepth,
      maximumDepth: this.maximumDepth,
      depthFirst: this.depthFirst,
      follow: this.follow,
      followOperands: this.followOperands,
    };
  }

  private strayWord(word: string): never {
    if (word === ")") throw new ToolFailure("you have too many ')'", 1);
    throw new ToolFailure(
      `paths must precede expression: \`${word}'\nfind: possible unquoted pattern after predicate?`,
      1,
    );
  }

  private async comma(): Promise<FindExpression> {
    let left = await this.or();
    while (this.accept(",")) left = { kind: "comma", left, right: await this.or() };
    return left;
  }

  private async or(): Promise<FindExpression> {
    let left = await this.and();
    while (this.accept("-o") || this.accept("-or")) left = { kind: "or", left, right: await this.and() };
    return left;
  }

  private async and(): Promise<FindExpression> {
    let left = await this.not();
    for (;;) {
      const word = this.given[this.at];
      if (this.accept("-a") || this.accept("-and")) left = { kind: "and", left, right: await this.not() };
      else if (word === undefined || [")", "-o", "-or", ","].includes(word)) return left;
      else left = { kind: "and", left, right: await this.not() };
    }
  }

  private async not(): Promise<FindExpression> {
    if (this.accept("!") || this.accept("-not")) return { kind: "not", inner: await this.not() };
    if (this.accept("(")) {
      if (this.given[this.at] === ")")
        throw new ToolFailure("invalid expression; empty parentheses are not allowed.", 1);
      const inner = await this.comma();
      if (!this.accept(")")) {
        throw new ToolFailure("invalid expression; I was expecting to find a ')' somewhere but did not see one.", 1);
      }
      return inner;
    }
    const word = this.given[this.at];
    if (word === undefined) throw new ToolFailure("invalid expression; expected more after an operator", 1);
    this.at += 1;
    if (!word.startsWith("-")) this.strayWord(word);
    return this.primary(word);
  }

  private accept(word: string): boolean {
    if (this.given[this.at] !== word) return false;
    this.at += 1;
    return true;
  }

  private value(name: string): string {
    const value = this.given[this.at];
    if (value === undefined) throw new ToolFailure(`missing argument to \`${name}'`, 1);
    this.at += 1;
    return value;
  }

  private async primary(name: string): Promise<FindExpression> {
    switch (name) {
      case "-name":
      case "-iname": {
        const matches = globPattern(this.value(name), { ignoreCase: name === "-iname" });
        return test((file) => matches(file.base));
      }
      case "-path":
      case "-wholename":
      case "-ipath":
      case "-iwholename": {
        const matches = globPattern(this.value(name), { ignoreCase: name.startsWith("-i") });
        return test((file) => matches(file.shown));
      }
      case "-lname":
      case "-ilname": {
        const matches = globPattern(this.value(name), { ignoreCase: name === "-ilname" });
        return test(async (file) => file.type === "l" && matches(await file.linkTarget()));
      }
      case "-regex":
      case "-iregex": {
        const regex = this.regex(this.value(name), name === "-iregex");
        return test((file) => {
          const found = regex.exec(file.shown);
          return found?.start === 0 && found.end === file.shown.length;
        });
      }
      case "-regextype":
        this.regexType = this.value(name);
        if (
          !/^(?:emacs|findutils-default|posix-(?:awk|basic|egrep|extended|minimal-basic)|ed|egrep|gnu-awk|grep|sed|awk)$/.test(
            this.regexType,
          )
        ) {
          throw new ToolFailure(`Unknown regular expression type '${this.regexType}'`, 1);
        }
        return test(() => true);
      case "-type":
      case "-xtype": {
        const types = this.types(this.value(name), name);
        return test((file) => types.includes(file.type));
      }
      case "-size":
        return this.size(this.value(name));
      case "-empty":
        return test((file) => (file.type === "f" ? file.size === 0 : file.type === "d" && file.isEmptyDirectory()));
      case "-newer":
      case "-anewer":
      case "-cnewer":
      case "-newermm": {
        const reference = this.value(name);
        const stat = await this.run.context.fs.stat(this.run.path(reference)).catch(() => {
          throw new ToolFailure(`\u2018${reference}\u2019: No such file or directory`, 1);
        });
        return test((file) => file.modified > stat.mtime.getTime());
      }
      case "-newermt": {
        const text = this.value(name);
        const moment = await this.moment(text);
        return test((file) => file.modified > moment);
      }
      case "-mtime":
      case "-ctime":
      case "-atime":
        return this.age(name, DAY_MS);
      case "-mmin":
      case "-cmin":
      case "-amin":
        return this.age(name, 60_000);
      case "-maxdepth":
      case "-mindepth": {
        const text = this.value(name);
        if (!/^[0-9]+$/.test(text)) {
          throw new ToolFailure(
            `Expected a positive decimal integer argument to ${name}, but got \u2018${text}\u2019`,
            1,
          );
        }
        if (name === "-maxdepth") this.maximumDepth = Number(text);
        else this.minimumDepth = Number(text);
        return test(() => true);
      }
      case "-depth":
      case "-d":
        this.depthFirst = true;
        return test(() => true);
      case "-follow":
        this.follow = true;
        return test(() => true);
      case "-mount":
      case "-xdev":
      case "-noleaf":
      case "-daystart":
      case "-ignore_readdir_race":
      case "-nowarn":
      case "-warn":
        if (name === "-daystart") break;
        return test(() => true);
      case "-true":
        return test(() => true);
      case "-false":
        return test(() => false);
      case "-perm":
        return this.permissions(this.value(name));
      case "-readable":
        return test((file) => (file.mode & 0o400) !== 0);
      case "-writable":
        return test((file) => (file.mode & 0o200) !== 0);
      case "-executable":
        return test((file) => (file.mode & 0o111) !== 0);
      case "-links": {
        const compare = this.comparison(this.value(name), name);
        return test(() => compare(1));
      }
      case "-inum": {
        const compare = this.comparison(this.value(name), name);
        return test((file) => compare(file.inode));
      }
      case "-samefile": {
        const reference = this.value(name);
        const stat = await this.run.context.fs.stat(this.run.path(reference)).catch(() => {
          throw new ToolFailure(`\u2018${reference}\u2019: No such file or directory`, 1);
        });
        return test((file) => file.inode === Number(stat.ino));
      }
      case "-user":
      case "-group": {
        const wanted = this.value(name);
        return test(() => wanted === "user" || wanted === "1000");
      }
      case "-nouser":
      case "-nogroup":
        return test(() => false);
      default:
        return this.action(name);
    }
    throw new ToolFailure(`option not supported: ${name}`, 1);
  }

  private async action(name: string): Promise<FindExpression> {
    if (name === "-prune") {
      return action(async () => {
        this.state.pruned = true;
        return true;
      });
    }
    if (name !== "-quit") this.hasAction = true;
    switch (name) {
      case "-print":
        return this.printAction("\n");
      case "-print0":
        return this.printAction("\0");
      case "-printf": {
        const format = this.value(name);
        const zone = timeZone(this.run.context.env.get("TZ"));
        return action(async (file) => {
          this.run.print(await formatFound(format, file, zone));
          return true;
        });
      }
      case "-fprint":
      case "-fprint0": {
        const target = this.value(name);
        await this.run.write(target, "");
        return action(async (file) => {
          await this.run.write(target, file.shown + (name === "-fprint" ? "\n" : "\0"), { append: true });
          return true;
        });
      }
      case "-ls": {
        const zone = timeZone(this.run.context.env.get("TZ"));
        return action(async (file) => {
          const blocks = String(Math.ceil(file.size / 4096) * 4).padStart(6);
          const target = file.type === "l" ? ` -> ${await file.linkTarget()}` : "";
          const date = formatTime("%b %e %H:%M", file.modified, zone);
          this.run.print(
            `${String(file.inode).padStart(9)} ${blocks} ${modeText(file)}   1 user     user     ${String(file.size).padStart(8)} ${date} ${file.shown}${target}\n`,
          );
          return true;
        });
      }
      case "-quit":
        return action(async () => {
          this.state.quit = true;
          return true;
        });
      case "-delete":
        this.depthFirst = true;
        return action((file) => this.remove(file));
      case "-exec":
      case "-execdir":
      case "-ok":
      case "-okdir":
        if (name.startsWith("-ok"))
          throw new ToolFailure(`option not supported: ${name} asks, and nobody can answer here`, 1);
        return this.execute(name);
    }
    throw new ToolFailure(`unknown predicate \`${name}'`, 1);
  }

  private printAction(end: string): FindExpression {
    return action(async (file) => {
      this.run.print(file.shown + end);
      return true;
    });
  }

  private async remove(file: FoundFile): Promise<boolean> {
    if (file.shown === "." || file.shown === "./") return true;
    try {
      if (file.type === "d" && !(await file.isEmptyDirectory())) throw new Error("ENOTEMPTY");
      await this.run.context.fs.rm(file.path, { recursive: file.type === "d" });
      return true;
    } catch (error) {
      const reason =
        error instanceof Error && error.message === "ENOTEMPTY" ? "Directory not empty" : readFailure(error);
      this.run.warn(`find: cannot delete \u2018${file.shown}\u2019: ${reason}\n`);
      this.state.failed = true;
      return false;
    }
  }

  private execute(name: string): FindExpression {
    const words: string[] = [];
    for (;;) {
      const word = this.given[this.at];
      if (word === undefined) throw new ToolFailure(`missing argument to \`${name}'`, 1);
      this.at += 1;
      if (word === ";") break;
      if (word === "+" && words.at(-1) === "{}") return this.executeMany(name, words.slice(0, -1));
      words.push(word);
    }
    if (words.length === 0) throw new ToolFailure(`invalid argument \`;' to \`${name}'`, 1);
    return action(async (file) => {
      const inDirectory = name === "-execdir";
      const shown = inDirectory ? `./${file.base}` : file.shown;
      const [command = "", ...rest] = words.map((word) => word.replaceAll("{}", () => shown));
      const cwd = inDirectory ? parentPath(file.path) : this.run.context.cwd;
      const { stdout, exitCode } = await runCommand(this.run, shellCommandLine([command]), { arguments: rest, cwd });
      this.run.print(stdout);
      return exitCode === 0;
    });
  }

  private executeMany(name: string, words: string[]): FindExpression {
    const batches = new Map<string, string[]>();
    const flush = async (cwd: string): Promise<void> => {
      const batch = batches.get(cwd) ?? [];
      batches.delete(cwd);
      if (batch.length === 0) return;
      const [command = "", ...rest] = words;
      const outcome = await runCommand(this.run, shellCommandLine([command]), { arguments: [...rest, ...batch], cwd });
      this.run.print(outcome.stdout);
      if (outcome.exitCode !== 0) this.state.failed = true;
    };
    this.finish.push(async () => {
      for (const cwd of [...batches.keys()]) await flush(cwd);
    });
    return action(async (file) => {
      const inDirectory = name === "-execdir";
      const cwd = inDirectory ? parentPath(file.path) : this.run.context.cwd;
      const batch = batches.get(cwd) ?? [];
      batches.set(cwd, batch);
      batch.push(inDirectory ? `./${file.base}` : file.shown);
      if (batch.length >= BATCH) await flush(cwd);
      return true;
    });
  }

  private regex(pattern: string, ignoreCase: boolean): PosixRegex {
    const extended = /awk|egrep|extended/.test(this.regexType);
    // In Emacs syntax `+` and `?` repeat bare, groups and alternatives are behind backslashes.
    const emacs = this.regexType === "emacs" || this.regexType === "findutils-default";
    const source = emacs
      ? pattern.replace(/\\[\s\S]|\[\^?\]?[^\]]*\]|[+?]/g, (part) =>
          part === "+" || part === "?" ? `\\${part}` : part,
        )
      : pattern;
    try {
      parsePosix(source, { extended, escapes: "none" });
      return new PosixRegex(source, { extended, escapes: "none", ignoreCase });
    } catch (error) {
      if (error instanceof RegexSyntaxError)
        throw new ToolFailure(`failed to compile regular expression '${pattern}': ${error.message}`, 1);
      throw error;
    }
  }

  private types(text: string, name: string): string[] {
    const types = text.split(",");
    for (const type of types) {
      if (!/^[bcdpflsD]$/.test(type)) throw new ToolFailure(`Unknown argument to ${name}: ${type.slice(0, 1)}`, 1);
    }
    return types;
  }

  private size(text: string): FindExpression {
    const found = /^([+-]?[0-9]+)([cwbkMG]?)$/.exec(text);
    if (found === null) throw new ToolFailure(`Invalid argument \`${text}' to -size`, 1);
    const unit = SIZE_UNITS[found[2] as string] as number;
    const compare = this.comparison(found[1] as string, "-size");
    return test((file) => compare(Math.ceil(file.size / unit)));
  }

  private age(name: string, unit: number): FindExpression {
    const text = this.value(name);
    if (!/^[+-]?[0-9]+(?:\.[0-9]+)?$/.test(text)) throw new ToolFailure(`invalid argument \`${text}' to \`${name}'`, 1);
    const wanted = Number(text.replace(/^[+-]/, ""));
    return test((file) => {
      const age = (this.now - file.modified) / unit;
      if (text.startsWith("+")) return Math.floor(age) > wanted;
      if (text.startsWith("-")) return age < wanted;
      return unit === DAY_MS ? Math.floor(age) === wanted : Math.ceil(age) === wanted;
    });
  }

  private comparison(text: string, name: string): Comparison {
    if (!/^[+-]?[0-9]+$/.test(text)) throw new ToolFailure(`invalid argument \`${text}' to \`${name}'`, 1);
    const wanted = Number(text.replace(/^[+-]/, ""));
    if (text.startsWith("+")) return (value) => value > wanted;
    if (text.startsWith("-")) return (value) => value < wanted;
    return (value) => value === wanted;
  }

  private permissions(text: string): FindExpression {
    const [, how = "", rest = ""] = /^([-/]?)(.*)$/.exec(text) ?? [];
    const mode = /^[0-7]+$/.test(rest) ? Number.parseInt(rest, 8) : symbolicMode(rest, text);
    return test((file) => {
      const bits = file.mode & 0o7777;
      if (how === "-") return (bits & mode) === mode;
      return how === "/" ? mode === 0 || (bits & mode) !== 0 : bits === mode;
    });
  }

  private async moment(text: string): Promise<number> {
    const { stdout, exitCode } = await runCommand(this.run, "date", { arguments: ["-d", text, "+%s"] });
    if (exitCode !== 0)
      throw new ToolFailure(`I cannot figure out how to interpret \u2018${text}\u2019 as a date or time`, 1);
    return Number(stdout) * 1000;
  }
}

function symbolicMode(text: string, whole: string): number {
  let mode = 0;
  for (const clause of text.split(",")) {
    const found = /^([ugoa]*)[=+]([rwx]+)$/.exec(clause);
    if (found === null) throw new ToolFailure(`invalid mode \u2018${whole}\u2019`, 1);
    const who = found[1] === "" ? "ugo" : (found[1] as string).replace("a", "ugo");
    for (const [letter, bit] of [
      ["r", 4],
      ["w", 2],
      ["x", 1],
    ] as const) {
      if (!found[2]?.includes(letter)) continue;
      if (who.includes("u")) mode |= bit << 6;
      if (who.includes("g")) mode |= bit << 3;
      if (who.includes("o")) mode |= bit;
    }
  }
  return mode;
}

function test(ask: (file: FoundFile) => boolean | Promise<boolean>): FindExpression {
  return { kind: "test", test: ask };
}

function action(run: (file: FoundFile) => Promise<boolean>): FindExpression {
  return { kind: "action", run };
}
