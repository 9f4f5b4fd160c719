import { describe, expect, test } from "vitest";
import type { GuestMessage } from "../protocol";
import { createCallVoice } from "./call-voice";

/** A voice at a clock that stands still until it is moved. */
function voiceAt() {
  const said: GuestMessage[] = [];
  const timers = new Set<{ at: number; callback: () => void }>();
  let time = 1000;
  const voice = createCallVoice({
    callId: "c",
    send: (message) => said.push(message),
    now: () => time,
    after(milliseconds, callback) {
      const timer = { at: time + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  function pass(milliseconds: number) {
    time += milliseconds;
    for (const timer of timers) {
      if (timer.at > time) continue;
      timers.delete(timer);
      timer.callback();
    }
  }
  const texts = () => said.map((message) => ("text" in message ? message.text : message.type));
  return { voice, said, texts, pass };
}

describe("what a call says", () => {
  test("of a flood of progress is the first and, when the call ends, the last", () => {
    const { voice, said, texts } = voiceAt();
    for (let step = 0; step < 100_000; step += 1) voice.progress(`step ${step}`, step / 100_000);
    voice.finish();
    expect(texts()).toEqual(["step 0", "step 99999"]);
    expect(said[1]).toMatchObject({ type: "progress", callId: "c", fraction: 0.99999 });
  });

  test("of progress that pauses shows its last without waiting for the end, and says nothing twice", () => {
    const { voice, texts, pass } = voiceAt();
    voice.progress("one");
    voice.progress("two");
    voice.progress("three");
    expect(texts()).toEqual(["one"]);
    pass(50);
    expect(texts()).toEqual(["one", "three"]);
    voice.finish();
    pass(1000);
    voice.progress("late");
    pass(1000);
    expect(texts()).toEqual(["one", "three"]);
  });

  test("of progress has a fraction from 0 to 1, or none", () => {
    const { voice, said, pass } = voiceAt();
    for (const fraction of [7, -1, Number.NaN, undefined]) {
      voice.progress("at", fraction);
      pass(60);
    }
    expect(said).toEqual([
      { type: "progress", callId: "c", text: "at", fraction: 1 },
      { type: "progress", callId: "c", text: "at", fraction: 0 },
      { type: "progress", callId: "c", text: "at" },
      { type: "progress", callId: "c", text: "at" },
    ]);
  });

  test("of a flood of log is 1,000 lines and how many more there were", () => {
    const { voice, texts } = voiceAt();
    for (let line = 0; line < 100_000; line += 1) voice.log("line", line);
    expect(texts()).toHaveLength(1000);
    voice.finish();
    expect(texts().slice(-2)).toEqual(["line 999", "99,000 more lines were not kept"]);
  });

  test("after its end is what went wrong late, and no flood", () => {
    const { voice, texts } = voiceAt();
    voice.log("during");
    voice.finish();
    for (let line = 0; line < 500; line += 1) voice.log("late");
    expect(texts()).toEqual(["during", ...Array.from({ length: 20 }, () => "late")]);
  });
});
