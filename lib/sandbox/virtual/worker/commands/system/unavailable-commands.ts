import { type Command, defineCommand } from "just-bash/browser";

const NOT_FOUND = 127;

/** What people reach for and the embedded shell cannot have, with what to do instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  npm: "no packages can be installed here; run `node` on your own files, or switch to the WebContainer runtime",
  npx: "no packages can be installed here; run `node` on your own files, or switch to the WebContainer runtime",
  pnpm: "no packages can be installed here; run `node` on your own files, or switch to the WebContainer runtime",
  yarn: "no packages can be installed here; run `node` on your own files, or switch to the WebContainer runtime",
  pip: "no packages can be installed here; the standard library of `python3` is there",
  pip3: "no packages can be installed here; the standard library of `python3` is there",
  apt: "no packages can be installed here; `help` lists the commands there are",
  "apt-get": "no packages can be installed here; `help` lists the commands there are",
  sudo: "there is no other user to become; run the command without it",
  su: "there is no other user to become",
  docker: "no containers can run here",
  make: "run the commands of the target themselves",
  cmake: "nothing can be compiled here",
  gcc: "nothing can be compiled here",
  cc: "nothing can be compiled here",
  "g++": "nothing can be compiled here",
  cargo: "nothing can be compiled here",
  go: "nothing can be compiled here",
  ssh: "only HTTP goes out of here; `curl` and `wget` do that",
  scp: "only HTTP goes out of here; `curl` and `wget` do that",
  systemctl: "there are no services here",
  bzip2: "use gzip; unpack the file before it comes here",
  bunzip2: "use gzip; unpack the file before it comes here",
  bzcat: "use gzip; unpack the file before it comes here",
  xz: "use gzip; unpack the file before it comes here",
  unxz: "use gzip; unpack the file before it comes here",
  xzcat: "use gzip; unpack the file before it comes here",
  zgrep: "write `zcat FILE | grep …`",
  zless: "write `zcat FILE`",
  zstd: "use gzip; unpack the file before it comes here",
  shred: "there is no disk under the files here; `rm` removes them",
  watch: "run the command again, or in a loop with `sleep`",
  uptime: "there is no machine here that could tell; `date` has the time",
  free: "there is no memory here to tell about; `du -sh` measures files",
  df: "there is no disk here; `du -sh` measures files",
  top: "`jobs` lists what runs in the background",
  perl: "`node`, `awk` and `sed` are there",
  ruby: "`node`, `awk` and `sed` are there",
  php: "`node`, `awk` and `sed` are there",
};

const EDITORS = ["ed", "vi", "vim", "nano", "emacs", "pico"];

/** Each fails with one line that says so. */
export const unavailableCommands: Command[] = [
  ...Object.entries(INSTEAD).map(([name, instead]) =>
    defineCommand(name, async () => ({
      stdout: "",
      stderr: `${name}: not available in the embedded shell; ${instead}\n`,
      exitCode: NOT_FOUND,
    })),
  ),
  ...EDITORS.map((name) =>
    defineCommand(name, async () => ({
      stdout: "",
      stderr: `${name}: no interactive editors here; use sed -i, a redirection, or the editor of the page\n`,
      exitCode: NOT_FOUND,
    })),
  ),
];
