/** What to do about each limit, by the word that the interpreter has for it. */
const ADVICE: Readonly<Record<string, string>> = {
  commands: "do more in one command (awk, sed, sort) instead of one command per line",
  iterations: "loop less, or do the work in one command (awk, sed, sort)",
  recursion: "use a loop instead of a function that calls itself so deeply",
  output_size: "redirect what is not needed to /dev/null, or keep only a part with head or tail",
  string_length: "read it in parts, or leave it in a file",
  array_elements: "work on the lines one after another instead of holding all of them",
  processes: "wait for some before more are started",
};

/** The limit, what it is set to, and what to do about it. */
export function limitMessage(message: string, limit: string): string {
  const plain = message.replace(/, increase executionLimits\.\w+/, "");
  const advice = ADVICE[limit];
  return advice === undefined || plain.includes("; ") ? plain : `${plain}; ${advice}`;
}
