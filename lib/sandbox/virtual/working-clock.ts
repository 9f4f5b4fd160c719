/** A clock that stands still while something is loaded that a command needs: nobody's program takes that time. */
export class WorkingClock {
  private lost = 0;
  private loads = 0;
  private since = 0;

  constructor(private readonly time: () => number = () => performance.now()) {}

  now(): number {
    return this.time() - this.lostSoFar();
  }

  /** Milliseconds for which it has stood still. */
  lostSoFar(): number {
    return this.lost + (this.loads === 0 ? 0 : this.time() - this.since);
  }

  stand(): void {
    if (this.loads === 0) this.since = this.time();
    this.loads += 1;
  }

  /** Call once for each `stand`. */
  go(): void {
    if (this.loads === 0) return;
    this.loads -= 1;
    if (this.loads === 0) this.lost += this.time() - this.since;
  }
}
