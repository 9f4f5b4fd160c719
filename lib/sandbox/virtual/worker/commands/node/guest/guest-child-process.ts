import { EventEmitter } from "events/";
import { begin, codedError } from "./guest-host";
import type { GuestProcess } from "./guest-process";
import { PROMISIFIED } from "./guest-promisified";
import { Readable, Writable } from "./guest-stream";
import { timerFunctions } from "./guest-timers";

interface CommandResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}
interface Options {
  cwd?: string;
  env?: Record<string, string>;
  encoding?: string;
  shell?: boolean | string;
  stdio?: string | (string | undefined)[];
}
type Done = (error: unknown, stdout: unknown, stderr: unknown) => void;

const NOT_FOUND = 127;
/** They wait for a command, and the program and the shell take turns in one thread. */
const SYNC = ["execSync", "execFileSync", "spawnSync", "fork"];

/** One command of the shell, as Node tells of a process: what it prints is there when it has ended. */
class ChildProcess extends EventEmitter {
  readonly pid = undefined;
  exitCode: number | null = null;
  signalCode = null;
  killed = false;
  readonly stdout = new Readable({ read() {} } as object);
  readonly stderr = new Readable({ read() {} } as object);
  readonly stdin: Writable;
  readonly stdio: readonly unknown[];
  #input: string[] = [];
  #isWritten = false;

  constructor(
    readonly spawnargs: string[],
    command: string,
    process: GuestProcess,
    options: Options,
    ended?: (result: CommandResult) => void,
  ) {
    super();
    const run = () => this.#run(command, process, options, ended);
    this.stdin = new Writable({
      write: (piece: Uint8Array, _encoding: string, done: () => void) => {
        this.#isWritten = true;
        this.#input.push(String(piece));
        done();
      },
      final: (done: () => void) => {
        if (this.#isWritten) run();
        done();
      },
    } as object);
    this.stdio = [this.stdin, this.stdout, this.stderr];
    // What is written at once is its whole input; it waits for the end of that.
    timerFunctions.setImmediate(() => {
      this.emit("spawn");
      if (!this.#isWritten) run();
    });
  }

  async #run(
    command: string,
    process: GuestProcess,
    options: Options,
    ended: ((result: CommandResult) => void) | undefined,
  ): Promise<void> {
    const given = this.#isWritten ? [this.#input.join("")] : [];
    const result = await begin<CommandResult>(
      "exec",
      command,
      options.cwd ?? process.cwd(),
      options.env ?? process.env,
      ...given,
    );
    this.exitCode = result.exitCode;
    for (const [index, name] of (["stdout", "stderr"] as const).entries()) {
      const goes = typeof options.stdio === "string" ? options.stdio : options.stdio?.[index + 1];
      const text = result[name];
      if (goes === "inherit") process[name].write(text);
      else if (text !== "" && goes !== "ignore") this[name].push(Buffer.from(text));
      this[name].push(null);
      if (goes === "inherit" || goes === "ignore" || ended !== undefined) this[name].resume();
    }
    this.emit("exit", result.exitCode, null);
    timerFunctions.setImmediate(() => {
      ended?.(result);
      this.emit("close", result.exitCode, null);
    });
  }

  kill(): never {
    throw codedError(
      "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
      "A command that a program has started cannot be ended by it in the embedded shell's node.",
    );
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

const quote = (word: unknown) => `'${String(word).replaceAll("'", "'\\''")}'`;

function shellWords(file: string, words: readonly unknown[], isLine = false): string {
  return isLine ? [file, ...words].join(" ") : [file, ...words].map(quote).join(" ");
}

export function childProcess(process: GuestProcess) {
  function run(command: string, options: Options, done: Done | undefined, cmd = command): ChildProcess {
    const shown = (text: string) => (options.encoding === "buffer" ? Buffer.from(text) : text);
    return new ChildProcess([command], command, process, options, ({ stdout, stderr, exitCode }) => {
      if (exitCode === 0) return done?.(null, shown(stdout), shown(stderr));
      const error = new Error(`Command failed: ${cmd}\n${stderr}`);
      const facts = { code: exitCode, killed: false, signal: null, cmd };
      done?.(Object.assign(error, facts), shown(stdout), shown(stderr));
    });
  }
  const optionsIn = (given: readonly unknown[]) =>
    (given.find((value) => typeof value === "object" && value !== null && !Array.isArray(value)) ?? {}) as Options;
  const wordsIn = (given: readonly unknown[]) => given.find((value): value is unknown[] => Array.isArray(value)) ?? [];
  const callbackIn = (given: readonly unknown[]) => given.find((value): value is Done => typeof value === "function");
  const promised = (start: (done: Done) => void) =>
    new Promise((resolve, reject) => {
      start((error, stdout, stderr) => {
        if (error === null) resolve({ stdout, stderr });
        else reject(Object.assign(error as Error, { stdout, stderr }));
      });
    });

  const exec = Object.assign(
    (command: string, ...given: unknown[]) => run(command, optionsIn(given), callbackIn(given)),
    {
      [PROMISIFIED]: (command: string, options?: object) =>
        promised((done) => run(command, (options ?? {}) as Options, done)),
    },
  );
  const runFile = (file: string, given: readonly unknown[], done: Done | undefined) => {
    const words = wordsIn(given);
    return run(shellWords(file, words), optionsIn(given), done, [file, ...words].join(" "));
  };
  const execFile = Object.assign((file: string, ...given: unknown[]) => runFile(file, given, callbackIn(given)), {
    [PROMISIFIED]: (file: string, ...given: unknown[]) => promised((done) => runFile(file, given, done)),
  });
  function spawn(file: string, ...given: unknown[]): ChildProcess {
    const words = wordsIn(given);
    const options = optionsIn(given);
    const isLine = options.shell !== undefined && options.shell !== false;
    const child = new ChildProcess(
      [file, ...words.map(String)],
      shellWords(file, words, isLine),
      process,
      options,
      undefined,
    );
    const noSuchFile = (code: number): void => {
      if (code !== NOT_FOUND || isLine || child.listenerCount("error") === 0) return;
      const error = new Error(`spawn ${file} ENOENT`);
      child.emit("error", Object.assign(error, { errno: -2, code: "ENOENT", syscall: `spawn ${file}`, path: file }));
    };
    child.once("exit", noSuchFile);
    return child;
  }
  const refused = (name: string) => () => {
    const words = `child_process.${name} cannot wait for the embedded shell; use exec, execFile or spawn with a callback, a promise or events, or run the command in the shell.`;
    throw codedError("ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", words);
  };
  return { ChildProcess, exec, execFile, spawn, ...Object.fromEntries(SYNC.map((name) => [name, refused(name)])) };
}
