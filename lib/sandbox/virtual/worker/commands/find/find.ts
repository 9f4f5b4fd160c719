import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { readFailure } from "../command-input";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import type { FindExpression, FindPlan, FindState, FoundFile } from "./find-expression";
import { FindParser } from "./parse-find";

/** A directory that the walk is in. */
interface Directory {
  inode: number;
  shown: string;
}

type Stat = Awaited<ReturnType<ToolRun["context"]["fs"]["lstat"]>>;

/** `find`. Names below a directory come in their order, as no order of the real one is promised. */
export const find = textTool("find", async (run, given) => {
  const parser = new FindParser(run, given);
  const plan = await parser.plan();
  const walk = new FindWalk(run, plan, parser.state);
  for (const operand of plan.operands) {
    if (parser.state.quit) break;
    await walk.operand(operand);
  }
  for (const finish of parser.finish) await finish();
  run.exitCode = parser.state.failed ? 1 : 0;
});

class FindWalk {
  constructor(
    private readonly run: ToolRun,
    private readonly plan: FindPlan,
    private readonly state: FindState,
  ) {}

  async operand(operand: string): Promise<void> {
    if (operand === "") throw new ToolFailure("\u2018\u2019: No such file or directory", 1);
    const path = this.run.path(operand);
    const stat = await this.stat(operand, path, this.plan.follow || this.plan.followOperands);
    if (stat === "loop") return;
    if (stat === undefined) return this.fail(operand, "No such file or directory");
    await this.visit(operand, path, stat, 0, operand, []);
  }

  private fail(shown: string, reason: string): void {
    this.run.warn(`find: \u2018${shown}\u2019: ${reason}\n`);
    this.state.failed = true;
  }

  /** A link that leads nowhere stands for itself; one that leads in a circle is told, and is nothing. */
  private async stat(shown: string, path: string, follow: boolean): Promise<Stat | "loop" | undefined> {
    const { fs } = this.run.context;
    if (follow) {
      try {
        return await fs.stat(path);
      } catch (error) {
        const reason = readFailure(error);
        if (reason === "Too many levels of symbolic links") {
          this.fail(shown, reason);
          return "loop";
        }
      }
    }
    return fs.lstat(path).catch(() => undefined);
  }

  private async visit(
    shown: string,
    path: string,
    stat: Stat,
    depth: number,
    start: string,
    above: readonly Directory[],
  ): Promise<void> {
    this.run.step();
    const inode = Number(stat.ino ?? 0);
    const same = stat.isDirectory ? above.find((directory) => directory.inode === inode) : undefined;
    if (same !== undefined) {
      this.run.warn(
        `find: File system loop detected; \u2018${shown}\u2019 is part of the same file system loop as \u2018${same.shown}\u2019.\n`,
      );
      this.state.failed = true;
      return;
    }
    const file = this.describe(shown, path, stat, depth, start);
    const asks = depth >= this.plan.minimumDepth;
    let pruned = false;
    if (asks && !this.plan.depthFirst) {
      this.state.pruned = false;
      await this.matches(this.plan.expression, file);
      pruned = this.state.pruned;
    }
    if (stat.isDirectory && !pruned && depth < this.plan.maximumDepth && !this.state.quit) {
      await this.below(shown, path, depth, start, [...above, { inode, shown }]);
    }
    if (asks && this.plan.depthFirst && !this.state.quit) await this.matches(this.plan.expression, file);
  }

  private async below(
    shown: string,
    path: string,
    depth: number,
    start: string,
    above: readonly Directory[],
  ): Promise<void> {
    let names: string[];
    try {
      names = await this.run.context.fs.readdir(path);
    } catch (error) {
      return this.fail(shown, readFailure(error));
    }
    for (const name of names) {
      if (this.state.quit) return;
      const child = joinPath(path, name);
      const shownChild = shown.endsWith("/") ? shown + name : `${shown}/${name}`;
      const stat = await this.stat(shownChild, child, this.plan.follow);
      if (stat === undefined || stat === "loop") continue;
      await this.visit(shownChild, child, stat, depth + 1, start, above);
    }
  }

  private describe(shown: string, path: string, stat: Stat, depth: number, start: string): FoundFile {
    const { fs } = this.run.context;
    const trimmed = shown.replace(/(?!^)\/+$/, "");
    return {
      shown,
      path,
      base: trimmed === "/" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1),
      depth,
      start,
      type: stat.isSymbolicLink ? "l" : stat.isDirectory ? "d" : "f",
      size: stat.isDirectory ? 4096 : stat.size,
      mode: stat.mode,
      modified: stat.mtime.getTime(),
      inode: Number(stat.ino ?? 0),
      isEmptyDirectory: async () => (await fs.readdir(path)).length === 0,
      linkTarget: async () => (stat.isSymbolicLink ? fs.readlink(path) : ""),
    };
  }

  private async matches(expression: FindExpression, file: FoundFile): Promise<boolean> {
    switch (expression.kind) {
      case "test":
        return expression.test(file);
      case "action":
        return expression.run(file);
      case "not":
        return !(await this.matches(expression.inner, file));
      case "and":
        return (
          (await this.matches(expression.left, file)) &&
          !this.state.quit &&
          (await this.matches(expression.right, file))
        );
      case "or":
        return (
          (await this.matches(expression.left, file)) || this.state.quit || (await this.matches(expression.right, file))
        );
      case "comma":
        await this.matches(expression.left, file);
        return this.matches(expression.right, file);
    }
  }
}
