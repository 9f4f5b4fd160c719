import { definitionError, kindOf } from "./check-tool";
import { parseMemory } from "./parse-memory";

type Written = { readonly [field: string]: unknown };

/** What stands inside `sandbox`, once its type is known: a mistake is told where the tool is written, not at its first call. */
export function checkSandbox(sandbox: unknown, tool: string): void {
  if (typeof sandbox !== "object" || sandbox === null) return;
  const { type, image, wasmModule, network, resources, memory, timeout, dependencies } = sandbox as Written;
  if (type === "webcontainer") checkDependencies(dependencies, tool);
  else if (type === "docker") {
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

/** As npm names packages. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
/** A version, a range or a tag of the registry; never a place of its own to fetch from. */
const PACKAGE_VERSION = /^[\w.^~<>=|*+ -]{1,100}$/;
const MOST_DEPENDENCIES = 50;

function checkDependencies(dependencies: unknown, tool: string): void {
  if (dependencies === undefined) return;
  const example = 'Write `dependencies: { marked: "15.0.0" }`.';
  if (typeof dependencies !== "object" || dependencies === null || Array.isArray(dependencies)) {
    throw mistake(tool, `has ${kindOf(dependencies)} as its dependencies`, example);
  }
  const entries = Object.entries(dependencies);
  if (entries.length > MOST_DEPENDENCIES) {
    throw mistake(tool, `has more than ${MOST_DEPENDENCIES} dependencies`, "Leave some out.");
  }
  for (const [name, version] of entries) {
    if (!PACKAGE_NAME.test(name) || name.length > 214) {
      throw mistake(tool, `has a dependency ${JSON.stringify(name.slice(0, 80))}, which names no npm package`, example);
    }
    if (typeof version !== "string" || !PACKAGE_VERSION.test(version)) {
      const fix = 'Give a version, a range or a tag of the registry, such as "15.0.0", "^15" or "latest".';
      throw mistake(tool, `has no version of the registry for "${name}"`, fix);
    }
  }
}

function isAboveZero(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function mistake(tool: string, what: string, fix: string) {
  return definitionError("invalid-sandbox", "sandbox", `The sandbox of the tool "${tool}" ${what}.`, fix);
}
