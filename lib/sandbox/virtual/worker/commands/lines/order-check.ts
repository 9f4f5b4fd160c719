import type { ToolRun } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

/**
 * What a tool does about lines that are not sorted. Unless it is told to check, it says so only when some line had no
 * partner, and goes on; each file is named once.
 */
export class OrderCheck {
  /** Some line had no partner. */
  unpairable = false;
  private readonly told = new Set<number>();

  constructor(
    private readonly run: ToolRun,
    private readonly wanted: string | undefined,
    private readonly message: (file: number, line: string) => string,
  ) {}

  /** In a file, `line` is smaller than the one before it. */
  unsorted(file: number, line: string): void {
    if (this.wanted === "nocheck" || this.told.has(file)) return;
    if (this.wanted !== "check" && !this.unpairable) return;
    this.told.add(file);
    if (this.wanted === "check") throw new ToolFailure(this.message(file, line), 1);
    this.run.complain(this.message(file, line));
  }

  end(): void {
    if (this.told.size > 0) throw new ToolFailure("input is not in sorted order", 1);
  }
}
