import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LoadingLine } from "./loading-line";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("says how far it is when that takes long, and leaves nothing behind", () => {
  let shown = "";
  const line = new LoadingLine((text) => {
    shown += text;
  });
  const progress = (bytes: number) => ({ what: "Python", bytes, of: 13_400_000 });
  line.show(progress(0));
  vi.advanceTimersByTime(399);
  expect(shown).toBe("");
  line.show(progress(2_000_000));
  vi.advanceTimersByTime(1);
  line.show(progress(13_400_000));
  line.show(undefined);
  line.end();
  expect(shown.replaceAll("\u001b", "ESC")).toBe(
    "ESC7Loading Python: 2.0 of 13.4 MB ESC8ESC[KESC7Loading Python: starting ESC8ESC[K",
  );
});

test("says nothing of what is there at once", () => {
  const written = vi.fn();
  const line = new LoadingLine(written);
  line.show({ what: "Python", bytes: 0, of: 10 });
  line.show(undefined);
  vi.advanceTimersByTime(1000);
  expect(written).not.toHaveBeenCalled();
});
