import { RegexSyntaxError } from "../regex/parse-posix";
import { RegexTooCostly } from "../regex/posix-regex";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { AwkCompiler, type Code, Flow } from "./awk-compiler";
import { AwkSyntaxError, unescapeString } from "./awk-lexer";
import { AwkExit, AwkMachine, AwkNext } from "./awk-machine";
import type { AwkProgram } from "./awk-node";
import { parseAwk } from "./awk-parser";
import { AwkRuntimeError } from "./awk-record";
import { inputValue } from "./awk-value";

/** `awk`, as gawk behaves: all of POSIX awk and the extensions of gawk that scripts use. */
export const awkCommands = ["awk", "gawk"].map((name) => textTool(name, runAwk));

async function runAwk(run: ToolRun, given: string[]): Promise<void> {
  const { options, operands } = parseOptions(given, {
    name: "awk",
    short: "F:v:f:e:bcCgPrStV",
    long: {
      "field-separator=": "F",
      "assign=": "v",
      "file=": "f",
      "source=": "e",
      posix: "P",
      "re-interval": "r",
      traditional: "c",
      sandbox: "S",
      version: "V",
    },
    usageExitCode: 2,
    stopAtOperand: true,
  });
  const sources: string[] = [];
  const assignments: [string, string][] = [];
  let separator: string | undefined;
  for (const { name, value } of options) {
    if (name === "F") separator = value;
    else if (name === "v") assignments.push(assignmentOf(value));
    else if (name === "f") sources.push(await programText(run, value));
    else if (name === "e") sources.push(value);
    else if (name === "V") {
      run.print("GNU Awk 5.2.1, as this shell implements it\n");
      return;
    }
  }
  if (sources.length === 0) {
    const program = operands.shift();
    if (program === undefined)
      throw new ToolFailure("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]", 2);
    sources.push(program);
  }
  await guarded(async () => {
    const machine = new AwkMachine(run);
    prepare(machine, operands);
    if (separator !== undefined) machine.assignSpecial("FS", fieldSeparator(separator));
    for (const [name, value] of assignments) machine.assignText(name, value);
    await execute(parseAwk(sources.join("\n")), machine);
    run.exitCode = machine.exitCode;
  });
}

function prepare(machine: AwkMachine, operands: readonly string[]): void {
  const arguments_ = machine.array("ARGV");
  ["awk", ...operands].forEach((operand, index) => {
    arguments_.set(String(index), inputValue(operand));
  });
  machine.variables[machine.slot("ARGC")] = operands.length + 1;
  machine.variables[machine.slot("RSTART")] = 0;
  machine.variables[machine.slot("RLENGTH")] = -1;
  machine.variables[machine.slot("FILENAME")] = "";
  const { env, exportedEnv } = machine.run.context;
  for (const [name, value] of exportedEnv === undefined ? env : Object.entries(exportedEnv)) {
    machine.array("ENVIRON").set(name, inputValue(value));
  }
}

function assignmentOf(text: string): [string, string] {
  const found = /^([A-Za-z_][A-Za-z_0-9]*)=(.*)$/s.exec(text);
  if (found === null) throw new ToolFailure(`\`${text}' argument to \`-v' not in \`var=value' form`, 2);
  return [found[1] as string, found[2] as string];
}

/** `-Ft` means a tab. */
function fieldSeparator(text: string): string {
  return text === "t" ? "\t" : unescapeString(text);
}

async function programText(run: ToolRun, name: string): Promise<string> {
  try {
    return await run.read(name);
  } catch {
    throw new ToolFailure(`fatal: cannot open source file \`${name}' for reading: No such file or directory`, 2);
  }
}

/** The failures of a program in awk's words, with exit code 2. */
async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AwkSyntaxError) throw new ToolFailure(`cmd. ${error.message}`, 1);
    if (error instanceof RangeError) {
      const deep = /call stack/i.test(error.message);
      throw new ToolFailure(deep ? "fatal: function calls are nested too deeply" : "fatal: memory exhausted", 2);
    }
    if (error instanceof RegexSyntaxError || error instanceof RegexTooCostly || error instanceof AwkRuntimeError) {
      throw new ToolFailure(`fatal: ${error.message}`, 2);
    }
    throw error;
  }
}

async function execute(program: AwkProgram, machine: AwkMachine): Promise<void> {
  const compiler = new AwkCompiler(program, machine);
  const begin = program.begin.map((block) => compiler.code(block));
  const end = program.end.map((block) => compiler.code(block));
  const beginFile = program.beginFile.map((block) => compiler.code(block));
  const endFile = program.endFile.map((block) => compiler.code(block));
  const rules = program.rules.map((rule) => new CompiledRule(rule, compiler));
  if (beginFile.length + endFile.length > 0) {
    machine.onFile = {
      begin: async () => void (await runBlocks(beginFile)),
      end: async () => void (await runBlocks(endFile)),
    };
  }
  try {
    const exited = await runBlocks(begin);
    if (!exited && rules.length + end.length > 0) await readRecords(rules, machine);
    await runBlocks(end);
  } catch (error) {
    if (!(error instanceof AwkExit)) {
      await machine.finish();
      throw error;
    }
    if (error.code !== undefined) machine.exitCode = error.code;
  }
  await machine.finish();
}

/** Whether `exit` was met. After it the END blocks still run, unless it was met in one of them. */
async function runBlocks(blocks: readonly Code[]): Promise<boolean> {
  for (const block of blocks) {
    try {
      const flow = block.waits ? await block.run() : block.run();
      if (flow === Flow.Exit) return true;
    } catch (error) {
      if (!(error instanceof AwkExit) || error.code !== undefined) throw error;
      return true;
    }
  }
  return false;
}

async function readRecords(rules: readonly CompiledRule[], machine: AwkMachine): Promise<void> {
  for (;;) {
    machine.run.step();
    const text = machine.nextRecordNow();
    if (text !== undefined) machine.record.setText(text);
    else if (!(await machine.nextRecord())) return;
    const flow = await runRules(rules);
    if (flow === Flow.Exit) return;
    if (flow === Flow.NextFile) await machine.skipFile();
  }
}

function runRules(rules: readonly CompiledRule[]): Flow | Promise<Flow> {
  try {
    for (let at = 0; at < rules.length; at += 1) {
      const rule = rules[at] as CompiledRule;
      if (rule.waits) return runWaitingRules(rules, at);
      const flow = rule.run();
      if (flow !== Flow.Normal) return flow;
    }
    return Flow.Normal;
  } catch (error) {
    return flowOf(error);
  }
}

async function runWaitingRules(rules: readonly CompiledRule[], from: number): Promise<Flow> {
  try {
    for (const rule of rules.slice(from)) {
      const flow = rule.waits ? await rule.runWaiting() : rule.run();
      if (flow !== Flow.Normal) return flow;
    }
    return Flow.Normal;
  } catch (error) {
    return flowOf(error);
  }
}

function flowOf(error: unknown): Flow {
  if (error instanceof AwkNext) return error.file ? Flow.NextFile : Flow.Next;
  if (error instanceof AwkExit && error.code === undefined) return Flow.Exit;
  throw error;
}

class CompiledRule {
  readonly waits: boolean;
  private readonly pattern: ReturnType<AwkCompiler["condition"]> | undefined;
  private readonly until: ReturnType<AwkCompiler["condition"]> | undefined;
  private readonly body: Code;
  private inRange = false;

  constructor(rule: AwkProgram["rules"][number], compiler: AwkCompiler) {
    this.pattern = rule.pattern === undefined ? undefined : compiler.condition(rule.pattern);
    this.until = rule.until === undefined ? undefined : compiler.condition(rule.until);
    this.body = compiler.code(rule.body ?? { kind: "print", items: [], to: undefined });
    this.waits = this.body.waits || this.pattern?.waits === true || this.until?.waits === true;
  }

  /** Only when nothing in the rule waits. */
  run(): Flow {
    if (this.until !== undefined) {
      if (!this.inRange && !(this.pattern?.run() as boolean)) return Flow.Normal;
      this.inRange = !(this.until.run() as boolean);
    } else if (this.pattern !== undefined && !(this.pattern.run() as boolean)) return Flow.Normal;
    return this.body.run() as Flow;
  }

  async runWaiting(): Promise<Flow> {
    if (this.until !== undefined) {
      if (!this.inRange && !(await this.pattern?.run())) return Flow.Normal;
      this.inRange = !(await this.until.run());
    } else if (this.pattern !== undefined && !(await this.pattern.run())) return Flow.Normal;
    return this.body.run();
  }
}
