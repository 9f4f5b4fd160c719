/** The word that the cursor stands behind, as far as it is typed. */
export interface OpenWord {
  /** Without quotes and backslashes. */
  text: string;
  /** The quote that is open at the cursor. */
  quote: "" | "'" | '"';
  /** Whether it stands where a command's name stands. */
  isCommand: boolean;
  /** The command before it, for an argument. */
  command: string;
}

/** Reads a line up to the cursor as a shell would and gives its last word. */
export function openWord(beforeCursor: string): OpenWord {
  let quote: OpenWord["quote"] = "";
  let text = "";
  let inWord = false;
  let isCommand = true;
  let command = "";
  const endWord = () => {
    if (!inWord) return;
    // An assignment before a command leaves the next word its place.
    if (isCommand && !/^[A-Za-z_]\w*=/.test(text)) {
      command = text;
      isCommand = false;
    }
    text = "";
    inWord = false;
  };
  for (let at = 0; at < beforeCursor.length; at += 1) {
    const character = beforeCursor[at] ?? "";
    if (quote === "'") {
      if (character === "'") quote = "";
      else text += character;
    } else if (character === "\\" && at + 1 < beforeCursor.length) {
      at += 1;
      const next = beforeCursor[at] ?? "";
      text += quote === '"' && !/["\\$`]/.test(next) ? `\\${next}` : next;
      inWord = true;
    } else if (quote === '"') {
      if (character === '"') quote = "";
      else text += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      inWord = true;
    } else if (/\s/.test(character)) endWord();
    else if (/[;&|({`]/.test(character)) {
      endWord();
      isCommand = true;
      command = "";
    } else if (/[<>]/.test(character)) {
      endWord();
      isCommand = false;
    } else {
      text += character;
      inWord = true;
    }
  }
  return { text, quote, isCommand, command };
}

/** How the rest of a word is typed after what stands there already, inside the quote that is open. */
export function quoteRest(rest: string, quote: OpenWord["quote"]): string {
  if (quote === "'") return rest.replaceAll("'", "'\\''");
  if (quote === '"') return rest.replaceAll(/["\\$`]/g, "\\$&");
  return rest.replaceAll(/[^\p{L}\p{N}\p{M}._/~+:@%,=-]/gu, "\\$&");
}

const OPENERS = /^(?:do|then|case|\{)$/;
const CLOSERS = /^(?:done|fi|esac|\})$/;
/** After these a command's name stands again. */
const LEADS_TO_COMMAND = /^(?:do|then|else|elif|if|while|until|function|\{|!|time|done|fi|esac|\})$/;

/** Whether a shell would ask for another line: an open quote, bracket, here-document or block, or a backslash at the end. */
export function isIncomplete(line: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(line)) return true;
  const heredoc = openHeredoc(line);
  if (heredoc !== undefined) return heredoc;
  let quote = "";
  let depth = 0;
  let word = "";
  let inCase = 0;
  let atCommand = true;
  const endWord = () => {
    if (word === "") return;
    if (atCommand) {
      if (OPENERS.test(word)) depth += 1;
      if (CLOSERS.test(word)) depth -= 1;
      if (word === "case") inCase += 1;
      if (word === "esac") inCase -= 1;
      // The name of a function that is defined stands before its block.
      atCommand = LEADS_TO_COMMAND.test(word) || lastWord === "function";
    }
    lastWord = word;
    word = "";
  };
  let lastWord = "";
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (quote === "'") {
      if (character === "'") quote = "";
    } else if (character === "\\") {
      at += 1;
      word += "x";
    } else if (quote === '"') {
      if (character === '"') quote = "";
    } else if (character === "'" || character === '"') {
      quote = character;
      word += "x";
    } else if (character === "#" && word === "") {
      while (at + 1 < line.length && line[at + 1] !== "\n") at += 1;
    } else if (character === "(") {
      endWord();
      depth += 1;
      atCommand = true;
    } else if (character === ")") {
      endWord();
      // A pattern of `case` ends with a bracket that nothing opened.
      if (inCase === 0 || depth > inCase) depth -= 1;
      atCommand = true;
    } else if (/[\s;&|]/.test(character)) {
      endWord();
      if (/[\n;&|]/.test(character)) atCommand = true;
    } else word += character;
  }
  endWord();
  return quote !== "" || depth > 0;
}

/** Whether a here-document waits for its end; undefined when there is none. */
function openHeredoc(line: string): boolean | undefined {
  const [, dash, word] = /(?:^|[^<])<<(-?)\s*["'\\]?([A-Za-z_]\w*)/.exec(line) ?? [];
  if (word === undefined) return undefined;
  const lines = line.split("\n").slice(1);
  return !lines.some((candidate) => (dash === "-" ? candidate.replace(/^\t+/, "") : candidate) === word);
}
