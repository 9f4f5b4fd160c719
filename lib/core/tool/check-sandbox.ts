import { definitionError } from "./check-tool";
import { parseMemory } from "./parse-memory";

type Written = { readonly [field: string]: unknown };

/** What stands inside `sandbox`, once its type is known: a mistake is told where the tool is written, not at its first call. */
export function checkSandbox(sandbox: unknown, tool: string): void {
  if (typeof sandbox !== "object" || sandbox === null) return;
  const { type, image, wasmModule, network, resources, memory, timeout } = sandbox as Written;
  if (type === "docker") {
    if (typeof image !== "string" || image === "") {
      throw mistake(tool, "names no image", 'Write `image: "python:3.12-slim"`.');
    }
    const mode = (network as Written | undefined)?.mode;
    if (network !== undefined && mode !== "none" && mode !== "bridge") {
      throw mistake(tool, "has a network of no known mode", 'Use `network: { mode: "none" }` or `{ mode: "bridge" }`.');
    }
    const { memory: limit, cpus, pidsLimit } = (resources ?? {}) as Written;
    if (limit !== undefined) parseMemory(String(limit));
    for (const [name, value] of [
      ["cpus", cpus],
      ["pidsLimit", pidsLimit],
    ] as const) {
      if (value !== undefined && !isAboveZero(value)) {
        throw mistake(tool, `has ${name} that is not above 0`, `Write a number, such as \`${name}: 1\`.`);
      }
    }
  } else {
    if (typeof wasmModule !== "string" || wasmModule === "") {
      throw mistake(tool, "names no module", 'Write `wasmModule: "tools/module.wasm"`, a path in the workspace.');
    }
    if (memory !== undefined) parseMemory(String(memory));
  }
  if (timeout !== undefined && !isAboveZero(timeout)) {
    throw mistake(tool, "has a timeout that is not above 0", "Give milliseconds, such as 30_000, or leave it out.");
  }
}

function isAboveZero(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function mistake(tool: string, what: string, fix: string) {
  return definitionError("invalid-sandbox", "sandbox", `The sandbox of the tool "${tool}" ${what}.`, fix);
}
