import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

/** What the real tools printed for the same. */
describe("small commands", () => {
  describeCommands(
    [
      { script: "printf 'abc' | hexdump", stdout: "0000000 6261 0063                              \n0000003\n" },
      {
        script: "head -c 100 /dev/zero | hexdump -C",
        stdout:
          "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000060  00 00 00 00                                       |....|\n00000064\n",
      },
      { script: "hexdump -e '1/1 \"%x\"' f", exitCode: 1, stderr: /option -e is not supported/ },
      { script: "truncate -s 2 f; cat f; truncate -s +3 f; wc -c < f", stdout: "wo5\n" },
      { script: "truncate -s 10x f", exitCode: 1, stderr: "truncate: Invalid number: '10x'\n" },
      { script: "shuf -i 1-5 | sort -n | tr '\\n' ' '", stdout: "1 2 3 4 5 " },
      { script: "shuf -i 5-1", exitCode: 1, stderr: "shuf: invalid input range: '5-1'\n" },
      { script: "factor 12 97 1", stdout: "12: 2 2 3\n97: 97\n1:\n" },
      { script: "factor x", exitCode: 1, stderr: "factor: 'x' is not a valid positive integer\n" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell variable, not a template.
      { script: "export A=1; echo '$A ${A} $NONE.' | envsubst", stdout: "1 1 .\n" },
      { script: "yes | head -2", stdout: "y\ny\n" },
      { script: "less f", stdout: "words\n" },
      { script: "id -un; nproc; uname; uname -o", stdout: "user\n1\nLinux\nGNU/Linux\n" },
      { script: "uname -vm", stdout: "embedded bash in a browser worker wasm32\n" },
      { script: "npm install", exitCode: 127, stderr: /^npm: not available in the embedded shell; / },
      { script: "pip install x", exitCode: 127, stderr: /^pip: not available in the embedded shell; / },
      { script: "vi f", exitCode: 127, stderr: /^vi: no interactive editors here; / },
    ],
    { f: "words\n" },
  );
});
