/** As the GNU tools quote a word of the command line in a message. */
export function quoted(text: string): string {
  return `\u2018${text}\u2019`;
}

/** The line under a wrong command line. */
export function helpHint(command: string): string {
  return `Try '${command} --help' for more information.`;
}
