const PROGRAMS: ReadonlySet<string> = new Set(["curl", "wget"]);
/** Words after which the name of another command may stand. */
const RUNNERS: ReadonlySet<string> = new Set(
  "xargs exec command builtin env eval time timeout nohup then do else if while until -exec -execdir -ok ! sudo".split(
    " ",
  ),
);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * Whether a call of the shell says that it reaches the network: in so many words, or by what its command line shows. This only
 * decides whether a person is asked before it runs. What stays hidden from it (a script, an alias, a name put together while
 * the command runs) gets nothing out, because the server looks for that person's answer at every request.
 */
export function asksForNetwork({ command, network }: { command: string; network?: boolean }): boolean {
  return network ?? (runsProgram(command) || fetchesWithNode(command));
}

function runsProgram(command: string): boolean {
  let opened = "";
  for (const piece of command.split(/([\n;|&(){}`"'])/)) {
    if (piece.length === 1 && "\n;|&(){}`\"'".includes(piece)) {
      opened = piece;
      continue;
    }
    if (showsProgram(piece, opened === '"' || opened === "'")) return true;
  }
  return false;
}

/** One simple command, or what stands in quotes: there the name alone is rather looked for than run. */
function showsProgram(piece: string, quoted: boolean): boolean {
  const words = piece.trim().split(/\s+/);
  if (quoted && words.length === 1) return false;
  let isFirst = true;
  let mayRun = false;
  let isNamed = false;
  for (const word of words) {
    if (isFirst && ASSIGNMENT.test(word)) continue;
    const name = word.slice(word.lastIndexOf("/") + 1).replace(/^\\/, "");
    if (PROGRAMS.has(name)) {
      if (isFirst || mayRun) return true;
      isNamed = true;
    } else if (isNamed && /^https?:/i.test(word)) return true;
    if (RUNNERS.has(word)) mayRun = true;
    isFirst = false;
  }
  return false;
}

function fetchesWithNode(command: string): boolean {
  const program = command.search(/\b(?:node|tsx)\b/);
  return program >= 0 && /\bfetch\s*\(/.test(command.slice(program));
}
