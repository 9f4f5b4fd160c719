import type { Tool } from "@/lib/core/tool/tool-types";
import type { UnknownImportError } from "./unknown-import-error";

/** An import of something that only a container has. */
export interface AbsentImport {
  specifier: string;
  file: string;
  error: UnknownImportError;
}

/** A package as npm names it, or a module of Node; not a path. */
const FROM_ELSEWHERE = /^(?:node:)?@?[A-Za-z0-9_]/;

export function isFromElsewhere(specifier: string): boolean {
  return FROM_ELSEWHERE.test(specifier) && !/^[a-z]+:(?!$)/.test(specifier.replace(/^node:/, ""));
}

/**
 * What stands here for a package that only the container has: the file can be read for what its tools are called and take,
 * and whatever touches the package says where it is.
 */
export function absentPackage({ error }: AbsentImport): object {
  const refuse = (): never => {
    throw error;
  };
  return new Proxy(Object.create(null), {
    // The transpiled `import` asks for this mark.
    get: (_, member) => (member === "__esModule" ? true : refuse()),
    has: refuse,
    ownKeys: refuse,
    getOwnPropertyDescriptor: refuse,
  });
}

/** Whether one of the tools runs where an import is there: its own packages, and all that is Node's. */
export function isThereFor(tools: Iterable<Tool>, specifier: string): boolean {
  for (const { sandbox } of tools) {
    if (sandbox?.type !== "webcontainer") continue;
    if (specifier.startsWith("node:")) return true;
    if (Object.hasOwn(sandbox.dependencies ?? {}, packageName(specifier))) return true;
  }
  return false;
}

/** `@scope/name/part` is of `@scope/name`. */
function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
