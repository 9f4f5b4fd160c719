import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { overArchiveLimit } from "@/lib/core/sandbox/over-import-limit";
import { WORKSPACE_LIMITS } from "@/lib/core/sandbox/workspace-limits";
import { checkImport } from "./check-import";
import { importPath } from "./import-path";
import { readZip } from "./read-zip";
import { writeZip } from "./write-zip";

function read(archive: Uint8Array): { files: Record<string, string>; skipped: string[] } {
  const result = readZip(archive);
  if (!result.ok) throw new Error(result.problem.code);
  const { files, skipped } = result.value;
  return {
    files: Object.fromEntries([...files].map(([path, data]) => [path, new TextDecoder().decode(data)])),
    skipped: skipped.map((problem) => `${problem.code} ${problem.field}`),
  };
}

/** Rewrites one 32-bit field of the first entry in the central directory. */
function withDirectoryField(archive: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = archive.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 4; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    view.setUint32(at + offset, value, true);
    return copy;
  }
  throw new Error("no directory");
}

describe("zip", () => {
  test("whatever the names and bytes, a written archive reads back equal", () => {
    const segment = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .filter((text) => !/[/\\\0]/.test(text) && text !== "." && text !== ".." && !/\p{Surrogate}/u.test(text));
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
    fc.assert(
      fc.property(fc.dictionary(path, fc.uint8Array({ maxLength: 300 }), { maxKeys: 8 }), (entries) => {
        const files = new Map(Object.entries(entries).filter(([name]) => importPath(name).ok));
        const result = readZip(writeZip(files));
        expect(result).toEqual({ ok: true, value: { files, skipped: [] } });
      }),
      { numRuns: 200 },
    );
  });

  test("names that would leave the workspace are skipped, each with its reason, and the rest is whole", () => {
    const names = ["../evil", "a/../../evil", "/etc/passwd", "C:\\evil", "c:/evil", "..\\evil", "\\\\host\\evil"];
    const archive = zipSync(Object.fromEntries([...names, "good/file.txt"].map((name) => [name, strToU8("x")])));
    expect(read(archive)).toEqual({
      files: { "good/file.txt": "x" },
      skipped: names.map((name) => `invalid-path ${name}`),
    });
  });

  test("a symbolic link is skipped", () => {
    const archive = zipSync({ link: [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }], f: strToU8("x") });
    expect(read(archive)).toEqual({ files: { f: "x" }, skipped: ["symlink link"] });
  });

  test("an entry that is too large is skipped before it is unpacked", () => {
    const archive = zipSync({ big: new Uint8Array(WORKSPACE_LIMITS.import.fileBytes + 1), small: strToU8("x") });
    expect(read(archive)).toEqual({ files: { small: "x" }, skipped: ["too-large big"] });
  });

  test("an entry that lies about its size is damaged, and never unpacks to more than it said", () => {
    const honest = zipSync({ bomb: new Uint8Array(5_000_000), small: strToU8("x") });
    expect(read(withDirectoryField(honest, 24, 100))).toEqual({ files: { small: "x" }, skipped: ["damaged bomb"] });
  });

  test("an entry that claims an impossible ratio is a bomb", () => {
    const honest = zipSync({ bomb: new Uint8Array(1_000_000), small: strToU8("x") });
    const lying = withDirectoryField(honest, 24, 15_000_000);
    expect(read(lying)).toEqual({ files: { small: "x" }, skipped: ["zip-bomb bomb"] });
  });

  test("zip bomb, flat: zeros that really unpack to a thousand times their size are left out before they are unpacked", () => {
    const limit = WORKSPACE_LIMITS.import.fileBytes;
    const zeros = { bomb: new Uint8Array(limit), more: new Uint8Array(limit + 1), small: strToU8("x") };
    expect(read(zipSync(zeros, { level: 1 }))).toEqual({
      files: { small: "x" },
      skipped: ["zip-bomb bomb", "too-large more"],
    });
  });

  test("zip bomb, nested: a zip in a zip stays one file", () => {
    const inner = zipSync({ bomb: new Uint8Array(10_000_000) });
    const result = readZip(zipSync({ "inner.zip": inner }));
    expect(result.ok && [...result.value.files]).toEqual([["inner.zip", inner]]);
  });

  test("zip bomb, overlapping: entries that share one piece of data are left out, every one", () => {
    const archive = zipSync({
      a: strToU8("same data for all ".repeat(50)),
      b: strToU8("x".repeat(900)),
      good: strToU8("g"),
    });
    const view = new DataView(archive.buffer);
    const places = [...archive.keys()].filter((at) => at + 4 <= archive.length && view.getUint32(at) === 0x504b0102);
    const [first, second] = places;
    if (first === undefined || second === undefined) throw new Error("no directory");
    // The second entry becomes another name of the first one's data.
    for (const offset of [16, 20, 24, 42]) view.setUint32(second + offset, view.getUint32(first + offset, true), true);
    expect(read(archive)).toEqual({ files: { good: "g" }, skipped: ["zip-bomb a", "zip-bomb b"] });
  });

  test("bytes that are not those the archive was made of are damaged, also at the right size", () => {
    const archive = zipSync({ a: [strToU8("hello hello"), { level: 0 }], b: strToU8("x") });
    const at = new TextDecoder("latin1").decode(archive).indexOf("hello");
    archive[at] = 0x6a;
    expect(read(archive)).toEqual({ files: { b: "x" }, skipped: ["damaged a"] });
  });

  test("a 300 MB zip is refused before it is read, with its size and the limit", () => {
    const problem = overArchiveLimit("big.zip", 300 * 1024 * 1024);
    expect(problem).toMatchObject({ code: "too-large" });
    expect(problem?.message).toBe("big.zip (300 MB) was not read: a zip may be at most 256 MB.");
    expect(readZip({ byteLength: 300 * 1024 * 1024 } as Uint8Array)).toMatchObject({
      ok: false,
      problem: { code: "too-large" },
    });
  });

  test("a zip of nearly 256 MB is really read, every byte of it, and one byte over the limit is not", {
    timeout: 60_000,
  }, () => {
    const { archiveBytes, fileBytes } = WORKSPACE_LIMITS.import;
    const noise = Uint8Array.from({ length: 65_537 }, (_, index) => (index * 2_654_435_761) >>> 24);
    const entries: Record<string, Uint8Array> = {};
    const room = 4096;
    for (let left = archiveBytes - room, index = 0; left > 0; left -= fileBytes, index += 1) {
      const data = new Uint8Array(Math.min(left, fileBytes));
      for (let at = 0; at < data.length; at += noise.length) data.set(noise.subarray(0, data.length - at), at);
      data[0] = index;
      entries[`f${index}`] = data;
    }
    const archive = zipSync(entries, { level: 0 });
    expect(archiveBytes - archive.length).toBeGreaterThanOrEqual(0);
    expect(archiveBytes - archive.length).toBeLessThan(room);
    const result = readZip(archive);
    if (!result.ok) throw new Error(result.problem.message);
    expect(result.value.skipped).toEqual([]);
    expect(result.value.files.size).toBe(Object.keys(entries).length);
    for (const [name, data] of Object.entries(entries)) {
      const read = result.value.files.get(name);
      // Two buffers compared as such: the matcher of the runner would take minutes over this many bytes.
      expect(read !== undefined && Buffer.compare(read, data), name).toBe(0);
    }
    const over = new Uint8Array(archiveBytes + 1);
    over.set(archive);
    expect(readZip(over)).toMatchObject({ ok: false, problem: { code: "too-large" } });
  });

  test("names with newlines and emoji, and very long ones, come in as they are", () => {
    const names = [
      "new\nline.txt",
      "🎉/👩‍👩‍👧.md",
      "__proto__",
      "constructor/x",
      `${"long".repeat(200)}.txt`,
      " space ",
    ];
    const archive = writeZip(new Map(names.map((name) => [name, strToU8(name)])));
    const result = readZip(archive);
    expect(result.ok && [...result.value.files.keys()].sort()).toEqual([...names].sort());
    expect(result.ok && result.value.skipped).toEqual([]);
  });

  test("an encrypted entry and an unknown method are skipped", () => {
    const archive = zipSync({ secret: [strToU8("secret secret"), { level: 0 }], small: strToU8("x") });
    const view = new DataView(withDirectoryField(archive, 8, 1).buffer);
    expect(read(new Uint8Array(view.buffer)).skipped).toEqual(["encrypted secret"]);
    expect(read(withDirectoryField(archive, 8, 12 << 16)).skipped).toEqual(["unknown-compression secret"]);
  });

  test("more than 20,000 files are cut, and every one left out is named", () => {
    const entries: Record<string, Uint8Array> = {};
    for (let index = 0; index < WORKSPACE_LIMITS.import.files + 3; index += 1) entries[`f${index}`] = new Uint8Array(0);
    const result = readZip(zipSync(entries, { level: 0 }));
    expect(result.ok && [result.value.files.size, result.value.skipped.length]).toEqual([20_000, 3]);
  });

  test("what is no zip, or is cut off, is refused as a whole", () => {
    const archive = zipSync({ a: strToU8("x".repeat(1000)) });
    for (const bytes of [new Uint8Array(0), strToU8("not a zip"), archive.slice(0, archive.length - 30)]) {
      expect(readZip(bytes)).toMatchObject({ ok: false, problem: { code: "invalid-zip" } });
    }
  });

  test("any bytes give a result, never an exception", () => {
    const archive = zipSync({ "a/b.txt": strToU8("hello hello hello"), c: strToU8("x") });
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.nat(255), (at, value) => {
        const broken = archive.slice();
        broken[at] = value;
        expect(typeof readZip(broken).ok).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });
});

describe("a chosen folder", () => {
  test("gives normalised paths, and leaves out what may not enter", () => {
    const files = new Map([
      ["project//src/./a.ts", strToU8("a")],
      ["project/src/a.ts", strToU8("b")],
      ["../up", strToU8("x")],
      ["big", new Uint8Array(WORKSPACE_LIMITS.import.fileBytes + 1)],
    ]);
    const result = checkImport(files);
    if (!result.ok) throw new Error();
    expect([...result.value.files.keys()]).toEqual(["project/src/a.ts"]);
    expect(result.value.skipped.map((problem) => problem.code)).toEqual(["exists", "invalid-path", "too-large"]);
  });

  test("stops at the total that a workspace may take", () => {
    const chunk = new Uint8Array(WORKSPACE_LIMITS.import.fileBytes);
    const files = new Map(Array.from({ length: 14 }, (_, index) => [`f${index}`, chunk]));
    const result = checkImport(files);
    expect(result.ok && [result.value.files.size, result.value.skipped.length]).toEqual([12, 2]);
  });
});
