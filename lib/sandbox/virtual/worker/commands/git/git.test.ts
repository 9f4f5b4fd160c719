import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

const SEED =
  'export GIT_AUTHOR_DATE="1700000000 +0000" GIT_COMMITTER_DATE="1700000000 +0000"; git init -q -b main; git config user.name "Ann B"; git config user.email a@b.c; git add .; git commit -qm "first one"; ';

const files = { "a.txt": "one\ntwo\nthree\n", "src/b.txt": "b\n" };

/** What git 2.39 printed for the same. */
describe("git", () => {
  describeCommands(
    [
      {
        script: "git status",
        exitCode: 128,
        stderr: "fatal: not a git repository (or any of the parent directories): .git\n",
      },
      { script: "git init", stdout: "Initialized empty Git repository in /workspace/.git/\n" },
      {
        script: "git init -q; git log",
        exitCode: 128,
        stderr: "fatal: your current branch 'master' does not have any commits yet\n",
      },
      {
        script: "git init -q -b main; git add a.txt; git status",
        stdout:
          'On branch main\n\nNo commits yet\n\nChanges to be committed:\n  (use "git rm --cached <file>..." to unstage)\n\tnew file:   a.txt\n\nUntracked files:\n  (use "git add <file>..." to include in what will be committed)\n\tsrc/\n\n',
      },
      { script: `${SEED}git status`, stdout: "On branch main\nnothing to commit, working tree clean\n" },
      {
        script: `${SEED}git log`,
        stdout:
          "commit f33585ffde7b4fae1f771140ad6703d1055c7e80\nAuthor: Ann B <a@b.c>\nDate:   Tue Nov 14 22:13:20 2023 +0000\n\n    first one\n",
      },
      {
        script: `${SEED}echo four >> a.txt; git diff`,
        stdout:
          "diff --git a/a.txt b/a.txt\nindex 4cb29ea..f384549 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,4 @@\n one\n two\n three\n+four\n",
      },
      { script: `${SEED}echo x > n; rm a.txt; git status -s`, stdout: " D a.txt\n?? n\n" },
      {
        script: `${SEED}git mv a.txt c.txt; git commit -m move`,
        stdout:
          "[main 4faefe7] move\n 1 file changed, 0 insertions(+), 0 deletions(-)\n rename a.txt => c.txt (100%)\n",
      },
      {
        script: `${SEED}git checkout -q -b f; echo f > f; git add f; git commit -qm f; git checkout -q main; git merge f | tail -n +2; ls f`,
        stdout: "Fast-forward\n f | 1 +\n 1 file changed, 1 insertion(+)\n create mode 100644 f\nf\n",
      },
      {
        script: `${SEED}git checkout -q -b f; echo f >> a.txt; git commit -qam f; git checkout -q main; echo m >> a.txt; git commit -qam m; git merge f; git status -s; tail -5 a.txt`,
        stdout:
          "Auto-merging a.txt\nCONFLICT (content): Merge conflict in a.txt\nAutomatic merge failed; fix conflicts and then commit the result.\nUU a.txt\n<<<<<<< HEAD\nm\n=======\nf\n>>>>>>> f\n",
      },
      { script: `${SEED}echo "*.log" > .gitignore; touch x.log; git status -s`, stdout: "?? .gitignore\n" },
      { script: `${SEED}mkdir node_modules; touch node_modules/x; git status -s`, stdout: "?? node_modules/\n" },
      {
        script: `${SEED}git checkout nope`,
        exitCode: 1,
        stderr: "error: pathspec 'nope' did not match any file(s) known to git\n",
      },
      { script: `${SEED}git show HEAD:a.txt`, stdout: "one\ntwo\nthree\n" },
      {
        script: `${SEED}echo x >> a.txt; git stash -q; git status -s; git stash pop -q; git status -s`,
        stdout: " M a.txt\n",
      },
      {
        script: `${SEED}git log --graph`,
        exitCode: 129,
        stderr: "git log: option --graph is not supported in the embedded shell\n",
      },
      { script: `${SEED}git push`, exitCode: 128, stderr: /no git network/ },
      { script: `${SEED}git rebase -i main`, exitCode: 129, stderr: /-i needs an editor/ },
    ],
    files,
  );
});
