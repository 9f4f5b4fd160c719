/** Ends a git command with these lines on stderr. */
export class GitFailure extends Error {
  constructor(
    message: string,
    readonly exitCode = 128,
    /** What was printed before. */
    readonly stdout = "",
  ) {
    super(message);
  }
}

export function fatal(message: string): GitFailure {
  return new GitFailure(`fatal: ${message}`);
}

export function unknownRevision(text: string): GitFailure {
  return fatal(
    `ambiguous argument '${text}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`,
  );
}

/** An option that git has and this one does not: never passed over. */
export function unsupported(command: string, option: string): GitFailure {
  return new GitFailure(`git ${command}: option ${option} is not supported in the embedded shell`, 129);
}
