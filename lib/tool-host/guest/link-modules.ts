import { UnknownImportError } from "./unknown-import-error";

export interface LinkOptions {
  /** Transpiled JavaScript by definition path; `import` has become `require`. */
  modules: Readonly<Record<string, string>>;
  /** What a bare specifier stands for, e.g. `zod`. */
  packages: Readonly<Record<string, object>>;
  /** What stands for a bare specifier that is none of the packages; without an answer the import fails. */
  elsewhere?(specifier: string, from: string, error: UnknownImportError): object | undefined;
  /** What a file sees under these names unless it imports or declares them itself. */
  names?: Readonly<Record<string, unknown>>;
  /** Told before the top level of a file runs. */
  onEnter(path: string): void;
}

export type ModuleExports = Record<string, unknown>;

export interface Linker {
  /** Runs the file's top level, once; throws what it threw. */
  evaluate(path: string): ModuleExports;
  /** The file that an error came out of first; those that import it only passed it on. */
  originOf(error: unknown): string | undefined;
}

type ModuleRecord = { state: "entered"; module: { exports: ModuleExports } } | { state: "threw"; error: unknown };

/**
 * Links the author's files with a `require` of their own. Each file is evaluated once; a file that threw throws the same
 * error to everyone who imports it, so that one mistake is one problem.
 */
export function linkModules({ modules, packages, names = {}, elsewhere, onEnter }: LinkOptions): Linker {
  const records = new Map<string, ModuleRecord>();
  const origins: { error: unknown; path: string }[] = [];

  function evaluate(path: string): ModuleExports {
    const known = records.get(path);
    if (known?.state === "threw") throw known.error;
    if (known) return known.module.exports;
    const module = { exports: {} as ModuleExports };
    records.set(path, { state: "entered", module });
    onEnter(path);
    try {
      // On one line, so that the author's first line is line 1; indirect, so that nothing else of ours is in its scope. The
      // names are those of a function around the file's own, so that whatever it declares goes before them.
      // biome-ignore lint/security/noGlobalEval: evaluating the author's code is what this isolated worker is for.
      // biome-ignore lint/complexity/noCommaOperator: an indirect eval runs in the global scope.
      const enclose = (0, eval)(
        `(function(${Object.keys(names).join()}){return function(require,module,exports){${modules[path]}\n}})\n//# sourceURL=${path}`,
      );
      const run = enclose(...Object.values(names));
      run((specifier: string) => resolve(specifier, path), module, module.exports);
      return module.exports;
    } catch (error) {
      if (!origins.some((origin) => origin.error === error)) origins.push({ error, path });
      records.set(path, { state: "threw", error });
      throw error;
    }
  }

  function resolve(specifier: string, from: string): object {
    if (specifier.startsWith("./") || specifier.startsWith("../")) {
      const target = resolveDefinitionPath(specifier, from);
      if (target !== undefined && Object.hasOwn(modules, target)) return evaluate(target);
      throw new UnknownImportError(specifier, from, Object.keys(modules));
    }
    const found = Object.hasOwn(packages, specifier) ? packages[specifier] : undefined;
    if (found) return found;
    const error = new UnknownImportError(specifier, from, Object.keys(packages));
    const standIn = elsewhere?.(specifier, from, error);
    if (!standIn) throw error;
    return standIn;
  }

  return {
    evaluate,
    originOf: (error) => origins.find((origin) => origin.error === error)?.path,
  };
}

/** `./b` from `tools/a.ts` is `tools/b.ts`; the ending may be left out, or be that of the emitted file. */
export function resolveDefinitionPath(specifier: string, from: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "." || part === "") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return `${parts.join("/").replace(/\.(ts|js)$/, "")}.ts`;
}
