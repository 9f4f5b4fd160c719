import { expect, test } from "vitest";
import { WorkingClock } from "./working-clock";

test("stands still from the first load that begins to the last that ends", () => {
  let time = 100;
  const clock = new WorkingClock(() => time);
  time = 110;
  clock.stand();
  time = 150;
  expect([clock.now(), clock.lostSoFar()]).toEqual([110, 40]);
  clock.stand();
  clock.go();
  time = 160;
  expect(clock.now()).toBe(110);
  clock.go();
  time = 165;
  expect([clock.now(), clock.lostSoFar()]).toEqual([115, 50]);
  clock.go();
  expect(clock.now()).toBe(115);
});
