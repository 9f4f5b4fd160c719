import { GitFailure } from "./git-failure";

/** What git says when something cannot be done before the unmerged paths are settled. */
export function unmergedFailure(doing: string, stdout = ""): GitFailure {
  return new GitFailure(
    `error: ${doing} is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.`,
    128,
    stdout,
  );
}
