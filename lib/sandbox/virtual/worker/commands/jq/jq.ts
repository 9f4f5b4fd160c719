import { defineCommand, type ResolvedCommandContext } from "just-bash/browser";
import { bytesFromLatin1 } from "../../byte-text";
import { ByteSink, OutputTooLarge, printed } from "../byte-sink";
import { failed } from "../command-result";
import { type JqProgram, startJq } from "./jq-program";

const VERSION = "jq-1.7.1\n";
const MOST_INPUT_BYTES = 64 * 1024 * 1024;
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;
const OUT_OF_MEMORY = 5;
const STOPPED = 124;

class TooMuchInput extends Error {}
class Stopped extends Error {}

/**
 * The real jq. It computes without a pause, so a filter that never ends and prints nothing is ended with its worker: the page
 * does that two seconds after the stop or the deadline, and starts the shell again from its copy of the files.
 */
export const jq = defineCommand("jq", async (given, context) => {
  if (given.includes("--version") || given.includes("-V")) return { stdout: VERSION, stderr: "", exitCode: 0 };
  const stdin = bytesFromLatin1(context.stdin as unknown as string);
  const out = new ByteSink(MOST_OUTPUT_BYTES);
  const errors = new ByteSink();
  let at = 0;
  let program: JqProgram;
  try {
    program = await startJq(context.exportedEnv ?? Object.fromEntries(context.env), {
      input: () => (at < stdin.length ? (stdin[at++] as number) : null),
      output: (bytes) => {
        if (context.signal?.aborted) throw new Stopped();
        out.write(bytes);
      },
      error: (bytes) => errors.write(bytes),
    });
  } catch (error) {
    return failed("jq", error instanceof Error ? error.message : String(error), 126);
  }
  try {
    await layFiles(program, given, context, stdin.byteLength);
    const exitCode = program.callMain([...given]);
    return printed(out.toBytes(), errors.toText(), exitCode);
  } catch (error) {
    if (error instanceof TooMuchInput) return failed("jq", `error: ${error.message}`, 2);
    const said = errors.toText();
    if (error instanceof Stopped) return printed(out.toBytes(), said, STOPPED);
    const reason =
      error instanceof OutputTooLarge
        ? error.message
        : error instanceof RangeError
          ? "the filter or its data is nested too deeply"
          : "cannot allocate memory";
    return printed(out.toBytes(), `${said}jq: error: ${reason}\n`, OUT_OF_MEMORY);
  }
});

/** Puts every file that an argument names where jq looks for it; what is not there jq reports itself. */
async function layFiles(
  { FS }: JqProgram,
  given: readonly string[],
  context: ResolvedCommandContext,
  stdinBytes: number,
): Promise<void> {
  const { fs, cwd } = context;
  let total = stdinBytes;
  const lay = async (path: string): Promise<void> => {
    const data = await fs.readFileBuffer(path);
    total += data.byteLength;
    if (total > MOST_INPUT_BYTES) throw new TooMuchInput("the input is larger than 64 MB");
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
    FS.writeFile(path, data);
  };
  FS.mkdirTree(cwd);
  FS.chdir(cwd);
  if (total > MOST_INPUT_BYTES) throw new TooMuchInput("the input is larger than 64 MB");
  const libraries = new Set<string>();
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "/dev/stdin" || argument === "") continue;
    const library = /^(?:-L|--library-path=?)(.*)$/s.exec(argument)?.[1];
    if (library !== undefined) libraries.add(library === "" ? (given[index + 1] ?? ".") : library);
    // No path is longer; a filter may be.
    if (argument.length > 4096) continue;
    const path = fs.resolvePath(cwd, argument);
    const kind = await fs.stat(path).catch(() => undefined);
    if (kind?.isFile) await lay(path);
    else if (kind?.isDirectory) FS.mkdirTree(path);
  }
  // Without -L modules are looked for in these two.
  if (libraries.size === 0) for (const place of ["~/.jq", "."]) libraries.add(place);
  if (
    !given.some((argument) => /\b(?:import|include)\b/.test(argument)) &&
    !given.some((argument) => /^-[a-zA-Z]*f|^--from/.test(argument))
  )
    return;
  for (const library of libraries) {
    const home = context.env.get("HOME") ?? "/";
    const root = fs.resolvePath(cwd, library.replace(/^~(?=\/|$)/, home));
    await layModules(context, root, lay, 3);
  }
}

async function layModules(
  context: ResolvedCommandContext,
  directory: string,
  lay: (path: string) => Promise<void>,
  depth: number,
): Promise<void> {
  const names = await context.fs.readdir(directory).catch(() => []);
  for (const name of names) {
    const path = context.fs.resolvePath(directory, name);
    const kind = await context.fs.stat(path).catch(() => undefined);
    if (kind?.isFile && /\.jq$|\.json$/.test(name)) await lay(path);
    else if (kind?.isDirectory && depth > 0 && name !== "node_modules" && name !== ".git") {
      await layModules(context, path, lay, depth - 1);
    }
  }
}
