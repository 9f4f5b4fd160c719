import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeCommands } from "@/lib/testing/describe-commands";
import { readTar, type TarEntry, writeTar } from "./tar-format";

const OWNER = { owner: "user", group: "user", ownerId: 1000, groupId: 1000, mode: 0o644, modifiedAt: 1577934245 };

function member(name: string, text: string, rest: Partial<TarEntry> = {}): TarEntry {
  return { ...OWNER, name, type: "file", target: "", data: new TextEncoder().encode(text), ...rest };
}

const hostile = writeTar([
  member("../evil", "x"),
  member("/abs/x", "y"),
  member("out", "", { type: "symlink", target: "/tmp" }),
  member("out/through", "z"),
]);

const files = { "src/a.ts": "a\n", "src/lib/c.js": "c\n", "words.txt": "word\n", "hostile.tar": hostile };

describe("an archive", () => {
  test("reads back as it was written, whatever the names and the bytes", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 300 })
      .filter((text) => !text.includes("\0") && !text.endsWith("/") && !/\p{Surrogate}/u.test(text));
    const entry = fc.record({ name, data: fc.uint8Array({ maxLength: 1500 }) });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (given) => {
        const entries = given.map(({ name, data }) => ({ ...member(name, ""), data }));
        expect(readTar(writeTar(entries))).toEqual({ entries, problem: undefined });
      }),
      { numRuns: 100 },
    );
  });

  test("any damage gives a result, never an exception", () => {
    const archive = writeTar([member("a", "hello"), member("b".repeat(150), "x")]);
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.nat(255), (at, value) => {
        const broken = archive.slice();
        broken[at] = value;
        expect(Array.isArray(readTar(broken).entries)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("tar", () => {
  describeCommands(
    [
      {
        script: "tar czf a.tgz src words.txt; tar tzf a.tgz",
        stdout: "src/\nsrc/a.ts\nsrc/lib/\nsrc/lib/c.js\nwords.txt\n",
      },
      { script: "mkdir o; tar cf - src | tar xf - -C o; cat o/src/lib/c.js", stdout: "c\n" },
      { script: "tar cf a.tar src; mkdir o; tar xf a.tar -C o --strip-components=1; cat o/lib/c.js", stdout: "c\n" },
      { script: "tar cf a.tar --exclude='*.ts' --exclude=lib src; tar tf a.tar", stdout: "src/\n" },
      { script: "tar cf a.tar src words.txt; tar xOf a.tar words.txt", stdout: "word\n" },
      {
        script: "tar cf a.tar --owner=root --group=root --mtime=2020-01-01 words.txt; tar tvf a.tar",
        stdout: "-rw-r--r-- root/root         5 2020-01-01 00:00 words.txt\n",
      },
      { script: "ln -s words.txt l; tar cf a.tar l; rm l; tar xf a.tar; readlink l", stdout: "words.txt\n" },
      {
        script: "chmod 755 words.txt; tar cf a.tar words.txt; rm words.txt; tar xf a.tar; stat -c %a words.txt",
        stdout: "755\n",
      },
      {
        script: "tar cf a.tar src; tar tf a.tar nope",
        exitCode: 2,
        stderr: "tar: nope: Not found in archive\ntar: Exiting with failure status due to previous errors\n",
      },
      {
        script: "tar xf nope.tar",
        exitCode: 2,
        stderr: "tar: nope.tar: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now\n",
      },
      { script: "tar xf words.txt", exitCode: 2, stderr: /^tar: This does not look like a tar archive\n/ },
      { script: "tar cjf a.tbz words.txt", exitCode: 2, stderr: /bzip2 is not available/ },
      { script: "tar cf a.tar", exitCode: 2, stderr: /Cowardly refusing to create an empty archive/ },
      { script: "tar --bogus", exitCode: 64, stderr: /unrecognized option '--bogus'/ },
      {
        script: "tar xf hostile.tar; echo $?; cat abs/x; ls /evil ../evil /tmp/through 2>/dev/null; ls out",
        stdout: "2\nythrough\n",
        stderr: /^tar: Removing leading `\.\.\/' from member names\ntar: \.\.\/evil: Member name contains '\.\.'\n/,
      },
    ],
    files,
  );
});
