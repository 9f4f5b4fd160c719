import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wellFormed } from "@/lib/core/call/truncate-text";
import { TEXT_LIMITS } from "@/lib/core/sandbox/text-limits";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { Edit } from "./edit";
import { Grep } from "./grep";
import { Read } from "./read";
import { Write } from "./write";

function fresh() {
  const sandbox = new MemorySandbox();
  const context = { sandbox, cwd: sandbox.cwd, signal: new AbortController().signal } as unknown as ToolContext;
  return { sandbox, context };
}

/** Text with line ends of both kinds, replacement patterns, characters of several units and marks of order. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom("\n", "\r\n", "\r", "$&", "$1", "$$", "`", "\\", "\t", "🎉", "é", "\uFEFF", "a", "ab"),
      fc.string(),
    ),
    { maxLength: 30 },
  )
  .map((parts) => wellFormed(parts.join("").replaceAll("\0", "")));

describe("Write and Read", () => {
  it("give back any text exactly, and count its bytes", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const { sandbox, context } = fresh();
        const told = await Write.execute({ path: "f", content }, context);
        expect(await Read.execute({ path: "f", offset: undefined, limit: undefined }, context)).toBe(content);
        expect(told).toContain(`${(await sandbox.stat("f")).size} bytes`);
      }),
    );
  });

  it("give every line once to a reader who follows the hints, each time under the limits and with true numbers", async () => {
    const line = fc.tuple(fc.constantFrom("x", "é", "語", "🎉"), fc.integer({ min: 0, max: 3000 }));
    const lines = fc.array(line, { minLength: 1, maxLength: 150 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 200 }), async (shapes, repeats) => {
        const content = shapes.map(([character, count], index) => `${index}${character.repeat(count)}`);
        const whole = [...content, ...Array.from({ length: repeats * 20 }, (_, index) => `short ${index}`)];
        const { sandbox, context } = fresh();
        await sandbox.write("f", whole.join("\n"));
        const seen: string[] = [];
        for (let offset: number | undefined = 1; offset !== undefined; ) {
          const shown = String(await Read.execute({ path: "f", offset, limit: undefined }, context));
          const header: RegExpExecArray | null =
            /^\((?:showing )?lines (\d+)-(\d+) of (\d+)(?:, output truncated; continue with offset (\d+))?\)\n\n/.exec(
              shown,
            );
          const body = shown.slice(header?.[0].length ?? 0);
          const got = body.split("\n");
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(TEXT_LIMITS.bytes);
          expect(got.length).toBeLessThanOrEqual(TEXT_LIMITS.lines);
          if (header !== null) {
            expect(header.slice(1, 4).map(Number)).toEqual([offset, offset + got.length - 1, whole.length]);
          }
          seen.push(...got);
          offset = header?.[4] === undefined ? undefined : Number(header[4]);
        }
        expect(seen).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });
});

describe("Edit", () => {
  it("puts any text in the place of another, literally, or leaves every byte", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (before, oldText, after, newText) => {
        const content = before + oldText + after;
        const { sandbox, context } = fresh();
        await sandbox.write("f", content);
        const outcome = await Promise.resolve(
          Edit.execute({ path: "f", old_text: oldText, new_text: newText }, context),
        ).then(
          () => "edited",
          (error: Error) => error.message,
        );
        const now = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await sandbox.read("f"));
        const occurrences = oldText === "" ? 0 : content.split(oldText).length - 1;
        if (oldText !== newText && occurrences === 1) {
          const at = content.indexOf(oldText);
          expect(outcome).toBe("edited");
          expect(now).toBe(content.slice(0, at) + newText + content.slice(at + oldText.length));
        } else {
          expect(outcome).not.toBe("edited");
          expect(now).toBe(content);
          if (occurrences > 1 && oldText !== newText) expect(outcome).toContain(`Found ${occurrences} occurrences`);
        }
      }),
    );
  });
});

describe("Grep", () => {
  it("finds for a plain text the lines that hold it, in any file", async () => {
    const plain = fc.stringMatching(/^[a-c é🎉-]{1,3}$/u);
    const body = fc.array(fc.stringMatching(/^[a-c é🎉-]{0,12}$/u), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(plain, body, fc.constantFrom("\n", "\r\n"), async (wanted, lines, end) => {
        const { sandbox, context } = fresh();
        await sandbox.write("f", lines.map((line) => line + end).join(""));
        const expected = lines.flatMap((line, index) => (line.includes(wanted) ? [`f:${index + 1}: ${line}`] : []));
        const found = await Grep.execute(
          { pattern: wanted, case_sensitive: true, limit: 200, include_ignored: false },
          context,
        );
        expect(found).toBe(expected.length === 0 ? `No matches for ${wanted}` : expected.join("\n"));
      }),
    );
  });
});
