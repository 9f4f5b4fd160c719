import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OutputGatherer, type OutputPiece } from "./gather-output";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const steps = fc.array(
  fc.record({
    stream: fc.constantFrom<"stdout" | "stderr">("stdout", "stderr"),
    text: fc.oneof(fc.string({ maxLength: 20 }), fc.constant("x".repeat(9000))),
    pause: fc.integer({ min: 0, max: 80 }),
  }),
);

test("nothing is lost, doubled or put in another order, and short messages keep their pause", () => {
  fc.assert(
    fc.property(steps, (given) => {
      const messages: { at: number; pieces: OutputPiece[] }[] = [];
      const gatherer = new OutputGatherer(
        (pieces) => messages.push({ at: Date.now(), pieces }),
        () => Date.now(),
      );
      for (const { stream, text, pause } of given) {
        if (text !== "") gatherer.add(stream, text);
        vi.advanceTimersByTime(pause);
      }
      vi.advanceTimersByTime(100);
      const came = messages.flatMap(({ pieces }) => pieces);
      const runs = (list: { stream: string; text: string }[]) =>
        list.flatMap(({ stream, text }) => [...text].map((character) => stream + character)).join("");
      expect(runs(came)).toBe(runs(given));
      messages.forEach(({ at, pieces }, index) => {
        const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
        if (index > 0 && length < 16 * 1024) expect(at - (messages[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(50);
      });
    }),
  );
});

test("the first piece goes out at once", () => {
  const messages: OutputPiece[][] = [];
  new OutputGatherer((pieces) => messages.push(pieces)).add("stdout", "a");
  expect(messages).toEqual([[{ stream: "stdout", text: "a" }]]);
});
