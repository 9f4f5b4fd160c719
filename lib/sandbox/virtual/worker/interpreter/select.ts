import { type InterpreterContext, parts } from "./interpreter";
import { announceError } from "./live-frame";

/** What a loop has printed so far. */
interface LoopOutput {
  append(stdout: string, stderr: string): void;
  build(exitCode: number): unknown;
}

/** `$1`, `$2` …, however many there are. */
export function positional({ env }: InterpreterContext["state"]): string[] {
  return Array.from({ length: Number(env.get("#") ?? 0) }, (_, index) => env.get(String(index + 1)) ?? "");
}

/**
 * The words that somebody picks one after another in `select name in words`, by their numbers on standard input; the empty
 * text for what is no number of one. At the end of the input the loop fails, as it does in bash.
 */
export async function* choices(
  context: InterpreterContext,
  words: readonly string[],
  printed: LoopOutput,
): AsyncGenerator<string> {
  if (words.length === 0) return;
  const { env } = context.state;
  const menu = words
    .map((word, index) => `${String(index + 1).padStart(String(words.length).length)}) ${word}\n`)
    .join("");
  for (let shown = false; ; shown = env.get("REPLY") !== "") {
    const text = `${shown ? "" : menu}${env.get("PS3") ?? "#? "}`;
    announceError(context, text);
    printed.append("", text);
    const { exitCode } = await parts().read(context, []);
    if (exitCode !== 0) {
      printed.append("\n", "");
      const build = printed.build.bind(printed);
      printed.build = () => build(1);
      return;
    }
    const reply = env.get("REPLY") ?? "";
    if (reply !== "") yield (/^\d+$/.test(reply) ? words[Number(reply) - 1] : undefined) ?? "";
  }
}
