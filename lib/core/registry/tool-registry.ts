import { toolToSchema } from "../schema/tool-to-schema";
import { definitionError } from "../tool/check-tool";
import type { Tool, ToolSchema } from "../tool/tool-types";

export type RegistryChange =
  | { kind: "added"; name: string }
  | { kind: "replaced"; name: string }
  | { kind: "removed"; name: string }
  | { kind: "cleared" };

/** A named collection of tools in the order they came. Registering an existing name replaces the tool in its place. */
export class ToolRegistry {
  private readonly tools = new Map<string, Tool>();
  private readonly listeners = new Set<(change: RegistryChange) => void>();
  private schemas: readonly ToolSchema[] | undefined;

  register(tool: Tool): void {
    const kind = this.tools.has(tool.name) ? "replaced" : "added";
    this.tools.set(tool.name, tool);
    this.changed({ kind, name: tool.name });
  }

  /**
   * Registers all or none. Two different tools of one name in one list are a mistake that replacing would hide.
   *
   * @throws ToolwrightError `duplicate-name` naming both places in the list.
   */
  registerMany(tools: readonly Tool[]): void {
    const places = new Map<string, number>();
    for (const [index, tool] of tools.entries()) {
      const earlier = places.get(tool.name);
      if (earlier !== undefined && tools[earlier] !== tool) {
        throw definitionError(
          "duplicate-name",
          "tools",
          `Two tools of the list are named "${tool.name}": entry ${earlier + 1} and entry ${index + 1}.`,
          "Rename one of them, or register them one after the other if the second is to replace the first.",
          { name: tool.name, places: [earlier, index] },
        );
      }
      places.set(tool.name, index);
    }
    for (const tool of tools) this.register(tool);
  }

  get(name: string): Tool | undefined {
    return this.tools.get(name);
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  getAll(): Tool[] {
    return Array.from(this.tools.values());
  }

  getNames(): string[] {
    return Array.from(this.tools.keys());
  }

  /** Made once and kept until the registry changes. */
  getSchemas(): readonly ToolSchema[] {
    this.schemas ??= Object.freeze(this.getAll().map(toolToSchema));
    return this.schemas;
  }

  /** The tools a predicate keeps, as a plain list. */
  filter(keep: (tool: Tool) => boolean): Tool[] {
    return this.getAll().filter(keep);
  }

  /** False when there was no such tool. */
  remove(name: string): boolean {
    const removed = this.tools.delete(name);
    if (removed) this.changed({ kind: "removed", name });
    return removed;
  }

  clear(): void {
    if (this.tools.size === 0) return;
    this.tools.clear();
    this.changed({ kind: "cleared" });
  }

  /** Calls back after every change; returns the function that ends it. */
  onChange(listener: (change: RegistryChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(change: RegistryChange): void {
    this.schemas = undefined;
    const thrown: unknown[] = [];
    for (const listener of Array.from(this.listeners)) {
      try {
        listener(change);
      } catch (error) {
        thrown.push(error);
      }
    }
    // The change has happened and everyone has heard of it; only then is a broken listener its caller's matter.
    if (thrown.length > 0) throw thrown[0];
  }
}
