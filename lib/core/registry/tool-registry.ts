import { toolToSchema } from "../schema/tool-to-schema";
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

  registerMany(tools: readonly Tool[]): void {
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
    for (const listener of Array.from(this.listeners)) listener(change);
  }
}
