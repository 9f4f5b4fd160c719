import { expect, it } from "vitest";
import { z } from "zod";
import { tool } from "../tool/tool";
import { type RegistryChange, ToolRegistry } from "./tool-registry";

function toolNamed(name: string, description = "A tool.") {
  return tool({ name, description, parameters: z.object({}), execute: () => name });
}

it("keeps tools in the order they came and replaces one in its place", () => {
  const registry = new ToolRegistry();
  registry.register(toolNamed("a"));
  registry.registerMany([toolNamed("b"), toolNamed("c")]);
  registry.register(toolNamed("b", "Another."));
  expect(registry.getNames()).toEqual(["a", "b", "c"]);
  expect(registry.get("b")?.description).toBe("Another.");
  expect(registry.getAll()).toHaveLength(3);
  expect(registry.has("c")).toBe(true);
  expect(registry.get("nothing")).toBeUndefined();
});

it("makes the schemas once and again only after a change", () => {
  const registry = new ToolRegistry();
  registry.register(toolNamed("a"));
  const first = registry.getSchemas();
  expect(first).toEqual([{ name: "a", description: "A tool.", parameters: { type: "object", properties: {} } }]);
  expect(registry.getSchemas()).toBe(first);
  registry.register(toolNamed("b"));
  expect(registry.getSchemas().map((schema) => schema.name)).toEqual(["a", "b"]);
});

it("tells listeners of every change until they leave", () => {
  const registry = new ToolRegistry();
  const seen: RegistryChange[] = [];
  const leave = registry.onChange((change) => seen.push(change));
  registry.register(toolNamed("a"));
  registry.register(toolNamed("a"));
  expect(registry.remove("a")).toBe(true);
  expect(registry.remove("a")).toBe(false);
  registry.clear();
  registry.register(toolNamed("b"));
  registry.clear();
  leave();
  registry.register(toolNamed("c"));
  expect(seen).toEqual([
    { kind: "added", name: "a" },
    { kind: "replaced", name: "a" },
    { kind: "removed", name: "a" },
    { kind: "added", name: "b" },
    { kind: "cleared" },
  ]);
});

it("refuses two different tools of one name in one list, and then registers none of it", () => {
  const registry = new ToolRegistry();
  const twice = toolNamed("twice");
  registry.registerMany([twice, toolNamed("b"), twice]);
  expect(registry.getNames()).toEqual(["twice", "b"]);
  expect(() => registry.registerMany([toolNamed("c"), toolNamed("d"), toolNamed("c", "Another.")])).toThrow(
    'Two tools of the list are named "c": entry 1 and entry 3.',
  );
  expect(registry.getNames()).toEqual(["twice", "b"]);
});

it("tells every listener, also after one that throws", () => {
  const registry = new ToolRegistry();
  const seen: string[] = [];
  registry.onChange(() => {
    throw new Error("broken listener");
  });
  registry.onChange(({ kind }) => seen.push(kind));
  expect(() => registry.register(toolNamed("a"))).toThrow("broken listener");
  expect(seen).toEqual(["added"]);
  expect(registry.has("a")).toBe(true);
});

it("does not hand out what somebody could change", () => {
  const registry = new ToolRegistry();
  registry.register(toolNamed("a"));
  registry.getAll().length = 0;
  registry.getNames().length = 0;
  expect(() => (registry.getSchemas() as unknown[]).push({})).toThrow(TypeError);
  expect(registry.getAll()).toHaveLength(1);
});

it("filters by any property of a tool", () => {
  const registry = new ToolRegistry();
  registry.registerMany([toolNamed("a"), tool({ ...toolConfig(), tags: ["web"] })]);
  expect(registry.filter((entry) => entry.tags?.includes("web") === true).map((entry) => entry.name)).toEqual([
    "tagged",
  ]);
});

function toolConfig() {
  return { name: "tagged", description: "Tagged.", parameters: z.object({}), execute: () => 1 };
}
