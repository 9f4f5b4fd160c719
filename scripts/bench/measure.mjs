// Numbers that survive a noisy machine: medians and percentiles of many samples, rates over a fixed time, the best of several rounds.

/**
 * @param {number[]} samples
 * @param {number} share from 0 to 1
 */
export function percentile(samples, share) {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {number[]} samples */
export function median(samples) {
  return percentile(samples, 0.5);
}

/**
 * Milliseconds of each of `count` rounds, one after the other, after `warmUp` that do not count.
 * @param {number} count
 * @param {(round: number) => unknown} work
 * @param {number} warmUp
 */
export async function sample(count, work, warmUp = 0) {
  const samples = [];
  for (let round = -warmUp; round < count; round += 1) {
    const began = performance.now();
    await work(round);
    if (round >= 0) samples.push(performance.now() - began);
  }
  return samples;
}

const ROUNDS = 5;

/**
 * How often `work` runs in a second: the median of several rounds. `batch` runs go between two looks at the clock.
 * @param {() => unknown} work
 */
export async function perSecond(work, { roundMs = 200, batch = 20 } = {}) {
  const rates = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const began = performance.now();
    let runs = 0;
    let spent = 0;
    do {
      for (let index = 0; index < batch; index += 1) {
        const pending = work();
        if (pending instanceof Promise) await pending;
      }
      runs += batch;
      spent = performance.now() - began;
    } while (spent < roundMs);
    // The first round only warms the code up.
    if (round >= 0) rates.push((runs / spent) * 1000);
  }
  return median(rates);
}
