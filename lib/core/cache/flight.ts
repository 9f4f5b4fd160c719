/** How the call that others wait for ended. */
export type FlightEnd =
  /** Each one that waits takes a copy. */
  | { kind: "copy"; value: unknown }
  | { kind: "threw"; error: unknown }
  /** Its result cannot be copied: each one runs by itself. */
  | { kind: "own" }
  /** It was stopped: one of those that wait takes its place. */
  | { kind: "left" };

/** One run that equal calls wait for. */
export class Flight {
  readonly ended: Promise<FlightEnd>;
  /** Its result must not be kept: meanwhile somebody told the cache to forget. */
  spoiled = false;
  private settle: (end: FlightEnd) => void = () => {};

  constructor() {
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** The first end counts. */
  end(end: FlightEnd): void {
    this.settle(end);
  }

  spoil(): void {
    this.spoiled = true;
  }
}
