import { strToU8, zipSync } from "fflate";
import { describe } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";

/** A zip whose directory claims another size for its first entry. */
function claiming(bytes: number): Uint8Array {
  const archive = zipSync({ bomb: new Uint8Array(1_000_000) });
  const view = new DataView(archive.buffer);
  for (let at = 0; at < archive.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, bytes, true);
  }
  return archive;
}

const files = {
  "words.txt": "word\n",
  "src/a.ts": "a\n",
  "src/lib/c.js": "c\n",
  "hostile.zip": zipSync({ "../evil": strToU8("x"), "/abs/x": strToU8("y"), good: strToU8("g") }),
  "bomb.zip": claiming(900_000_000),
  "damaged.zip": claiming(100),
};

describe("zip and unzip", () => {
  describeCommands(
    [
      { script: "zip a words.txt", stdout: "  adding: words.txt (stored 0%)\n" },
      { script: "zip -qr a.zip src -x '*.ts'; unzip -Z1 a.zip", stdout: "src/\nsrc/lib/\nsrc/lib/c.js\n" },
      { script: "zip -qr a.zip . -i '*.ts'; unzip -Z1 a.zip", stdout: "src/a.ts\n" },
      { script: "zip -qj a.zip src/lib/c.js; unzip -p a.zip c.js", stdout: "c\n" },
      {
        script: "zip -q a.zip words.txt; unzip a.zip -d o; cat o/words.txt",
        stdout: "Archive:  a.zip\n extracting: o/words.txt             \nword\n",
      },
      {
        script: "touch -d '2024-01-02 03:04:06' words.txt; zip -q a.zip words.txt; unzip -l a.zip",
        stdout:
          "Archive:  a.zip\n  Length      Date    Time    Name\n---------  ---------- -----   ----\n        5  2024-01-02 03:04   words.txt\n---------                     -------\n        5                     1 file\n",
      },
      {
        script: "zip -q a.zip words.txt; echo new > words.txt; unzip -q a.zip; cat words.txt",
        stdout: "new\n",
        stderr: /^replace words.txt\? .*\n\(EOF or read error, treating as "\[N\]one" \.\.\.\)\n$/,
      },
      { script: "zip -q a.zip words.txt; echo new > words.txt; unzip -qo a.zip; cat words.txt", stdout: "word\n" },
      { script: "zip -qr a.zip src; zip -d a.zip src/lib/c.js", stdout: "deleting: src/lib/c.js\n" },
      {
        script: "zip a.zip nope",
        stdout: "\tzip warning: name not matched: nope\n\nzip error: Nothing to do! (a.zip)\n",
        exitCode: 12,
      },
      {
        script: "unzip nope.zip",
        exitCode: 9,
        stderr: "unzip:  cannot find or open nope.zip, nope.zip.zip or nope.zip.ZIP.\n",
      },
      { script: "unzip words.txt", stdout: "Archive:  words.txt\n", exitCode: 9, stderr: /End-of-central-directory/ },
      { script: "unzip -q hostile.zip; cat evil abs/x good; ls /evil /abs", stdout: "xyg", exitCode: 2 },
      { script: "unzip -q bomb.zip; ls bomb", exitCode: 2, stderr: /possible zip bomb/ },
      { script: "unzip -q damaged.zip; echo $?; test -e bomb", stdout: "2\n", exitCode: 1 },
    ],
    files,
  );
});
