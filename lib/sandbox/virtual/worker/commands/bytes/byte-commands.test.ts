import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

/** What the real tools printed for the same. */
describe("commands of bytes", () => {
  describeCommands(
    [
      {
        script: "od -An -tx1 mixed",
        stdout: " 61 09 62 0a 00 e9 68 65 6c 6c 6f 20 77 6f 72 6c\n 64 20 31 32 33 34 35\n",
      },
      {
        script: "od -t x2 -t c mixed",
        stdout:
          "0000000    0961    0a62    e900    6568    6c6c    206f    6f77    6c72\n" +
          "          a  \\t   b  \\n  \\0 351   h   e   l   l   o       w   o   r   l\n" +
          "0000020    2064    3231    3433    0035\n" +
          "          d       1   2   3   4   5\n0000027\n",
      },
      {
        script: "od -t u8 mixed",
        stdout: "0000000  7307346581792098657  7814430860877196396\n0000020    14975568255721572\n0000027\n",
      },
      { script: "od -t a -j 1 -N 4 mixed", stdout: "0000001  ht   b  nl nul\n0000005\n" },
      {
        script: "od -A d -t d2z -N 4 mixed",
        stdout: "0000000   2401   2658                                            >a.b.<\n0000004\n",
      },
      {
        script: "head -c 64 /dev/zero | od",
        stdout: "0000000 000000 000000 000000 000000 000000 000000 000000 000000\n*\n0000100\n",
      },
      {
        script: "od -w5 -x -N 4 mixed",
        stdout: "0000000 0961\n0000002 0a62\n0000004\n",
        stderr: /invalid width 5; using 2/,
      },
      { script: "od -t f4 mixed", exitCode: 1, stderr: "od: floating point types are not supported here\n" },
      { script: "od -j 99 mixed", exitCode: 1, stderr: "od: cannot skip past end of combined input\n" },
      { script: "dd if=words bs=2 count=2 skip=1 status=none", stdout: "rds\n" },
      { script: "dd if=/dev/zero bs=1k count=2 status=none | wc -c", stdout: "2048\n" },
      { script: "printf XY | dd of=words bs=1 seek=1 conv=notrunc status=none; cat words", stdout: "wXYds\n" },
      {
        script: "dd if=words conv=ucase status=noxfer",
        stdout: "WORDS\n",
        stderr: "0+1 records in\n0+1 records out\n",
      },
      { script: "dd if=/dev/zero of=endless", exitCode: 1, stderr: "dd: '/dev/zero' has no end; give a count=\n" },
      { script: "dd if=nosuch", exitCode: 1, stderr: "dd: failed to open 'nosuch': No such file or directory\n" },
      { script: "cmp -l a b", stdout: "2 151 141\n", exitCode: 1 },
      { script: "cmp -b a b", stdout: "a b differ: byte 2, line 1 is 151 i 141 a\n", exitCode: 1 },
      { script: "cmp -l -b a b", stdout: "2 151 i    141 a\n", exitCode: 1 },
      { script: "cmp -n 1 a b" },
      { script: "cmp -i 1:0 a a", stdout: "a a differ: byte 1, line 1\n", exitCode: 1 },
      { script: "printf 'x€' | iconv -t UTF-16 | od -An -tx1", stdout: " ff fe 78 00 ac 20\n" },
      { script: "printf 'é“x”…' | iconv -f utf-8 -t ascii//TRANSLIT", stdout: 'e"x"...' },
      { script: "printf 'aéb' | iconv -c -t ascii", stdout: "ab" },
      {
        script: "printf 'aéb' | iconv -t ascii",
        stdout: "a",
        exitCode: 1,
        stderr: /illegal input sequence at position 1/,
      },
      { script: "iconv -c -f utf-8 -t utf-8 broken", stdout: "ab" },
      { script: "iconv -f SHIFT_JIS -t UTF-8 japanese", stdout: "日本" },
      { script: "printf '日本' | iconv -t EUC-JP | od -An -tx1", stdout: " c6 fc cb dc\n" },
      { script: "printf '€' | iconv -t CP1252 | od -An -tx1", stdout: " 80\n" },
      { script: "iconv -f nope words", exitCode: 1, stderr: /is not supported/ },
      { script: "printf 'b a\\nb c\\nc d\\na d\\n' | tsort", stdout: "b\nc\na\nd\n" },
      { script: "printf 'a b b a\\n' | tsort", stdout: "a\nb\n", exitCode: 1, stderr: /input contains a loop/ },
      {
        script: "install -v -D a p/q/r; stat -c %a p/q/r",
        stdout: "install: creating directory 'p'\ninstall: creating directory 'p/q'\n'a' -> 'p/q/r'\n755\n",
      },
      { script: "install -m 999 a c", exitCode: 1, stderr: "install: invalid mode '999'\n" },
      { script: "ln -s nowhere sl; readlink -f sl sl/none", stdout: "/workspace/nowhere\n", exitCode: 1 },
      { script: "readlink -v a", exitCode: 1, stderr: "readlink: a: Invalid argument\n" },
      { script: "readlink -m a/b/c", stdout: "/workspace/a/b/c\n" },
      { script: "mkdir d; realpath --relative-to=d a", stdout: "../a\n" },
      { script: "realpath --relative-base=/workspace /tmp a", stdout: "/tmp\na\n" },
      { script: "realpath a/b", exitCode: 1, stderr: "realpath: a/b: Not a directory\n" },
      {
        script: "fmt -w 20 <<< 'the quick brown fox jumps over the lazy dog'",
        stdout: "the quick brown\nfox jumps over the\nlazy dog\n",
      },
    ],
    {
      words: "words\n",
      a: "hi\n",
      b: "ha\n",
      broken: Uint8Array.of(0x61, 0xff, 0x62),
      japanese: Uint8Array.of(0x93, 0xfa, 0x96, 0x7b),
      mixed: Uint8Array.from([0x61, 9, 0x62, 10, 0, 0xe9, ...new TextEncoder().encode("hello world 12345")]),
    },
  );
});
