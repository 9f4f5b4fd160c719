/** The parts of the syntax tree that are printed. Every word has its text as the script wrote it (`source`). */
interface Word {
  source?: string;
}

interface HereDocument {
  type: "HereDoc";
  delimiter: string;
  stripTabs: boolean;
  quoted: boolean;
  text?: string;
}

interface Redirection {
  fd: number | null;
  fdVariable?: string;
  operator: string;
  target: Word | HereDocument;
}

interface Pipeline {
  commands: Command[];
  negated: boolean;
  timed?: boolean;
  timePosix?: boolean;
  pipeStderr?: boolean[];
}

export interface PrintedStatement {
  pipelines: Pipeline[];
  operators: string[];
  background: boolean;
}

interface Clause {
  condition: PrintedStatement[];
  body: PrintedStatement[];
}

export interface Command {
  type: string;
  /** Of `(( … ))`, `[[ … ]]` and the head of `for (( … ))`: the text between the brackets. */
  source?: string;
  name?: Word | string | null;
  args?: Word[];
  assignments?: Word[];
  redirections?: Redirection[];
  clauses?: Clause[];
  elseBody?: PrintedStatement[] | null;
  condition?: PrintedStatement[];
  body?: PrintedStatement[] | Command;
  variable?: string;
  words?: Word[] | null;
  select?: boolean;
  word?: Word;
  items?: { patterns: Word[]; body: PrintedStatement[]; terminator: string }[];
}

const STEP = 4;

/** A function as `declare -f` prints it, with a line end. */
export function functionText(name: string, definition: Command): string {
  return `${new CommandPrinter().definition(name, definition, 0)}\n`;
}

/** A command on one line, as `$BASH_COMMAND` has it. */
export function commandText(command: Command): string {
  return new CommandPrinter().command(command, 0);
}

class CommandPrinter {
  /** Here-documents whose text comes at the end of the line. */
  private hereDocuments: string[] = [];

  definition(name: string, definition: Command, indent: number): string {
    const pad = " ".repeat(indent);
    const body = definition.body as Command;
    const inner =
      body.type === "Group"
        ? this.list(body.body as PrintedStatement[], indent + STEP)
        : `${pad}${" ".repeat(STEP)}${this.command(body, indent + STEP)}${this.pending("")}`;
    return `${name} () \n${pad}{ \n${inner}\n${pad}}${this.redirections(definition.redirections)}`;
  }

  command(command: Command, indent: number): string {
    return `${this.bare(command, indent)}${this.redirections(command.type === "FunctionDef" ? [] : command.redirections)}`;
  }

  private bare(command: Command, indent: number): string {
    const pad = " ".repeat(indent);
    const body = command.body as PrintedStatement[];
    switch (command.type) {
      case "SimpleCommand":
        return [
          ...(command.assignments ?? []),
          ...(command.name ? [command.name as Word] : []),
          ...(command.args ?? []),
        ]
          .map(({ source }) => source ?? "")
          .join(" ");
      case "If":
        return this.conditional(command.clauses ?? [], command.elseBody ?? null, indent);
      case "While":
      case "Until": {
        const condition = this.inline(command.condition ?? [], indent);
        return `${command.type.toLowerCase()} ${condition}; do\n${this.list(body, indent + STEP, ";")}\n${pad}done`;
      }
      case "For": {
        const words = command.words === null ? '"$@"' : (command.words ?? []).map(({ source }) => source).join(" ");
        const keyword = command.select ? "select" : "for";
        return `${keyword} ${command.variable} in ${words};\n${pad}do\n${this.list(body, indent + STEP, ";")}\n${pad}done`;
      }
      case "CStyleFor": {
        const head = (command.source ?? "").split(";").map((part) => part.trim());
        return `for ((${head.join("; ")}))\n${pad}do\n${this.list(body, indent + STEP, ";")}\n${pad}done`;
      }
      case "Case":
        return this.choice(command, indent);
      case "Group":
        return `{ \n${this.list(body, indent + STEP)}\n${pad}}`;
      case "Subshell":
        return `( ${this.inline(body, indent)} )`;
      case "ArithmeticCommand":
        return `((${command.source ?? ""}))`;
      case "ConditionalCommand":
        return `[[ ${(command.source ?? "").trim()} ]]`;
      case "FunctionDef":
        return `function ${this.definition(String(command.name), command, indent)}`;
      default:
        return "";
    }
  }

  private conditional(clauses: readonly Clause[], otherwise: PrintedStatement[] | null, indent: number): string {
    const [first, ...rest] = clauses;
    if (first === undefined) return "";
    const pad = " ".repeat(indent);
    let text = `if ${this.inline(first.condition, indent)}; then\n${this.list(first.body, indent + STEP, ";")}\n`;
    if (rest.length > 0) {
      const inner = " ".repeat(indent + STEP);
      text += `${pad}else\n${inner}${this.conditional(rest, otherwise, indent + STEP)};\n`;
    } else if (otherwise !== null) text += `${pad}else\n${this.list(otherwise, indent + STEP, ";")}\n`;
    return `${text}${pad}fi`;
  }

  private choice(command: Command, indent: number): string {
    const pad = " ".repeat(indent);
    const inner = " ".repeat(indent + STEP);
    let text = `case ${command.word?.source ?? ""} in \n`;
    for (const { patterns, body, terminator } of command.items ?? []) {
      text += `${inner}${patterns.map(({ source }) => source).join(" | ")})\n`;
      text += `${body.length === 0 ? "" : this.list(body, indent + 2 * STEP)}\n${inner}${terminator}\n`;
    }
    return `${text}${pad}esac`;
  }

  /** Statements on lines of their own; what stands after the last one is `end`. */
  private list(statements: readonly PrintedStatement[], indent: number, end = ""): string {
    const pad = " ".repeat(indent);
    let text = pad;
    statements.forEach((statement, index) => {
      text += this.statement(statement, indent);
      const last = index === statements.length - 1;
      if (statement.background) text += last ? " &" : " & ";
      else if (last) text += this.pending(end);
      else text += `${this.pending(";")}\n${pad}`;
    });
    return text;
  }

  /** As a list whose first statement goes on with the line. */
  private inline(statements: readonly PrintedStatement[], indent: number): string {
    return this.list(statements, indent).slice(indent);
  }

  private statement({ pipelines, operators }: PrintedStatement, indent: number): string {
    return pipelines
      .map((pipeline, index) => `${index === 0 ? "" : ` ${operators[index - 1]} `}${this.pipeline(pipeline, indent)}`)
      .join("");
  }

  private pipeline({ commands, negated, timed, timePosix, pipeStderr }: Pipeline, indent: number): string {
    const stages = commands.map(
      (command, index) => this.command(command, indent) + (pipeStderr?.[index] ? " 2>&1" : ""),
    );
    return `${timed ? `time ${timePosix ? "-p " : ""}` : ""}${negated ? "! " : ""}${stages.join(" | ")}`;
  }

  private redirections(all: readonly Redirection[] = []): string {
    return all.map((one) => ` ${this.redirection(one)}`).join("");
  }

  private redirection({ fd, fdVariable, operator, target }: Redirection): string {
    const left = fdVariable === undefined ? "" : `{${fdVariable}}`;
    if ("type" in target && target.type === "HereDoc") {
      const mark = target.quoted ? `'${target.delimiter}'` : target.delimiter;
      this.hereDocuments.push(`${target.text ?? ""}${target.delimiter}\n`);
      return `${left}${fd ?? ""}<<${target.stripTabs ? "-" : ""}${mark}`;
    }
    const source = (target as Word).source ?? "";
    const input = operator.startsWith("<");
    if (operator === ">&" || operator === "<&") {
      if (/^(?:\d+-?|-)$/.test(source)) {
        return `${left || (fd ?? (input ? 0 : 1))}${source === "-" ? ">&" : operator}${source}`;
      }
      if (fd === null) return `&> ${source}`;
      return `${left || fd}${operator}${source}`;
    }
    const shown = fd === null || fd === (input ? 0 : 1) ? "" : fd;
    return `${left || shown}${operator} ${source}`;
  }

  /** What ends a line: `end`, or the here-documents that began on it. */
  private pending(end: string): string {
    if (this.hereDocuments.length === 0) return end;
    const text = `\n${this.hereDocuments.join("")}`;
    this.hereDocuments = [];
    return text;
  }
}
