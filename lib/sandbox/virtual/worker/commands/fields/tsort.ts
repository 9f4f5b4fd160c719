import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

/** `tsort [FILE]`: words in an order that has every pair's first before its second. */
export const tsort = textTool("tsort", async (run, given) => {
  const { operands } = parseOptions(given, { name: "tsort", short: "" });
  const [name = "-", extra] = operands;
  if (extra !== undefined) {
    throw new ToolFailure(`extra operand '${extra}'\nTry 'tsort --help' for more information.`, 1);
  }
  const text = await run.tryRead(name);
  if (text === undefined) return;
  const words = text.split(/[ \t\n]+/).filter((word) => word !== "");
  if (words.length % 2 !== 0) throw new ToolFailure(`${name}: input contains an odd number of tokens`, 1);
  const followers = new Map<string, string[]>([...new Set(words)].sort().map((word) => [word, []]));
  const before = new Map<string, number>();
  for (let at = 0; at < words.length; at += 2) {
    const [first, second] = [words[at] as string, words[at + 1] as string];
    if (first === second) continue;
    // The newest relation is looked at first.
    followers.get(first)?.unshift(second);
    before.set(second, (before.get(second) ?? 0) + 1);
  }
  const left = new Set(followers.keys());
  const free = [...left].filter((word) => !before.get(word));
  while (left.size > 0) {
    for (let word = free.shift(); word !== undefined; word = free.shift()) {
      run.step();
      run.print(`${word}\n`);
      left.delete(word);
      for (const follower of followers.get(word) ?? []) {
        const more = (before.get(follower) ?? 0) - 1;
        before.set(follower, more);
        if (more === 0) free.push(follower);
      }
    }
    if (left.size === 0) return;
    const loop = loopIn(left, followers);
    run.complain(`${name}: input contains a loop:`);
    for (const word of loop) run.complain(word);
    const [start, second] = [loop.at(-1) as string, loop[0] as string];
    const following = followers.get(start) ?? [];
    following.splice(following.indexOf(second), 1);
    before.set(second, (before.get(second) ?? 1) - 1);
    if (before.get(second) === 0) free.push(second);
  }
});

/** Words that follow each other around, the first of them last again in thought. */
function loopIn(left: ReadonlySet<string>, followers: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>();
  for (const start of left) {
    const way: string[] = [];
    for (let word: string | undefined = start; word !== undefined; ) {
      const seen = way.indexOf(word);
      if (seen >= 0) return way.slice(seen);
      way.push(word);
      finished.add(word);
      word = followers.get(word)?.find((next) => left.has(next) && (way.includes(next) || !finished.has(next)));
    }
  }
  return [...left];
}
