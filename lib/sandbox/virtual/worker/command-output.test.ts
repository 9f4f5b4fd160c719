import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CommandOutput } from "./command-output";
import type { OutputStream } from "./interpreter/live-frame";

const pieces = fc.array(
  fc.record({
    stream: fc.constantFrom<OutputStream>("stdout", "stderr"),
    text: fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), fc.constantFrom("é", "\u{1f600}", "line\n", "")),
  }),
  { maxLength: 40 },
);

function watched(limit: number, wholeLimit?: number) {
  const sent = { stdout: "", stderr: "" };
  const output = new CommandOutput(
    (stream, text) => {
      sent[stream] += text;
    },
    limit,
    wholeLimit,
  );
  return { sent, output };
}

describe("what a command prints", () => {
  test("what was sent is, at the end, the very text of the stream, cut or not", () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 4, max: 200 }), (given, limit) => {
        const { sent, output } = watched(limit);
        for (const { stream, text } of given) output.write(stream, text);
        const { stdout, stderr } = output.end();
        expect(sent).toEqual({ stdout, stderr });
      }),
    );
  });

  test("what was sent before the end is a prefix of the final text", () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 4, max: 200 }), (given, limit) => {
        const { sent, output } = watched(limit);
        for (const { stream, text } of given) output.write(stream, text);
        const early = { ...sent };
        const { stdout, stderr } = output.end();
        expect([stdout.startsWith(early.stdout), stderr.startsWith(early.stderr)]).toEqual([true, true]);
      }),
    );
  });

  test("text that is no bytes and fits is kept as it is, and both streams stand in the order of their pieces", () => {
    const plain = fc.array(
      fc.record({
        stream: fc.constantFrom<OutputStream>("stdout", "stderr"),
        text: fc.stringMatching(/^[a-z\n]{0,9}$/),
      }),
    );
    fc.assert(
      fc.property(plain, (given) => {
        const { output } = watched(10_000);
        for (const { stream, text } of given) output.write(stream, text);
        const of = (wanted: string) =>
          given
            .filter(({ stream }) => stream === wanted)
            .map(({ text }) => text)
            .join("");
        const all = given.map(({ text }) => text).join("");
        expect(output.end()).toEqual({ stdout: of("stdout"), stderr: of("stderr"), output: all, cut: false });
        expect(output.wholeText()).toEqual({ text: all, cut: false });
      }),
    );
  });

  test("a character whose bytes come in two pieces is one character", () => {
    const { sent, output } = watched(100);
    output.write("stdout", "a\udcc3");
    expect(sent.stdout).toBe("a");
    output.write("stdout", "\udca9b");
    expect(sent.stdout).toBe("aéb");
    expect(output.end().stdout).toBe("aéb");
  });

  test("a byte that makes no character is shown as unreadable, and letters that look like bytes stay letters", () => {
    const { output } = watched(100);
    output.write("stdout", "a\udcffb Ã©\udcc3");
    expect(output.end().stdout).toBe("a\ufffdb Ã©\ufffd");
  });

  test("a long text keeps head and tail and says how much is missing; the whole is kept beside it", () => {
    const { output } = watched(8);
    output.write("stdout", "abcdefgh");
    output.write("stdout", "ijklmnop");
    const { stdout, cut } = output.end();
    expect({ stdout, cut }).toEqual({ stdout: "abcdef\n… 8 characters left out …\nop", cut: true });
    expect(output.wholeText()).toEqual({ text: "abcdefghijklmnop", cut: false });
  });

  test("even the whole is bounded, and says so", () => {
    const { output } = watched(8, 10);
    output.write("stdout", "abcdefgh");
    output.write("stdout", "ijklmnop");
    expect(output.wholeText()).toEqual({ text: "abcdefghij", cut: true });
  });
});
