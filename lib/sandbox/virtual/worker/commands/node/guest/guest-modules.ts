import { noteWrapped } from "./guest-errors";
import { ask, codedError, readBytes } from "./guest-host";

/** Compiles a CommonJS file into its function, or takes a namespace that is loaded already; both in the host. */
declare const __compile: (path: string) => (...given: unknown[]) => void;
declare const __importNow: (path: string) => unknown;
const compile = __compile;
const importNow = __importNow;

type Resolved =
  | { kind: "builtin"; name: string }
  | { kind: "file"; path: string; format: "commonjs" | "module" | "json" };
type Builtins = Record<string, () => unknown>;

export class Module {
  exports: unknown = {};
  loaded = false;
  children: Module[] = [];
  readonly path: string;
  readonly filename: string;
  require!: Require;
  constructor(
    readonly id: string,
    filename: string,
  ) {
    this.filename = filename;
    this.path = folderOf(filename);
  }
}

interface Require {
  (name: string): unknown;
  resolve(name: string): string;
  cache: Record<string, Module>;
  main: Module | undefined;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

export function createModules(builtins: Builtins) {
  const cache: Record<string, Module> = Object.create(null);
  let main: Module | undefined;

  function builtin(name: string): unknown {
    const make = builtins[name];
    if (make !== undefined) return make();
    throw codedError(
      "ERR_UNKNOWN_BUILTIN_MODULE",
      `The module "${name}" is not available in the embedded shell's node`,
    );
  }

  function load(path: string, id = path): Module {
    const known = cache[path];
    if (known !== undefined) return known;
    const module = new Module(id, path);
    module.require = requireFrom(path);
    cache[path] = module;
    if (id === ".") main = module;
    try {
      run(module, path);
    } catch (error) {
      delete cache[path];
      throw error;
    }
    module.loaded = true;
    return module;
  }

  function run(module: Module, path: string): void {
    const { format } = ask<Extract<Resolved, { kind: "file" }>>("formatOf", path);
    if (format === "json") {
      const text = new TextDecoder().decode(readBytes(path));
      try {
        module.exports = JSON.parse(text);
      } catch (error) {
        throw new SyntaxError(`${path}: ${(error as Error).message}`);
      }
    } else if (format === "module") module.exports = importNow(JSON.stringify(path));
    else {
      module.require.main = main;
      noteWrapped(path);
      const body = compile(JSON.stringify(path));
      body.call(module.exports, module.exports, module.require, module, path, module.path);
    }
  }

  function requireFrom(from: string): Require {
    const resolve = (name: unknown): Resolved => {
      if (typeof name !== "string") {
        const words = `The "id" argument must be of type string. Received ${name === null ? "null" : typeof name}`;
        throw codedError("ERR_INVALID_ARG_TYPE", words, TypeError);
      }
      return ask<Resolved>("resolve", name, from, "require");
    };
    const require = (name: string) => {
      const found = resolve(name);
      return found.kind === "builtin" ? builtin(found.name) : load(found.path).exports;
    };
    return Object.assign(require, {
      resolve: (name: string) => {
        const found = resolve(name);
        return found.kind === "builtin" ? found.name : found.path;
      },
      cache,
      main,
    });
  }

  const names = [...Object.keys(builtins), "module"];
  builtins.module = () => ({
    createRequire: (from: unknown) => requireFrom(ask<string>("pathOfUrl", String(from))),
    builtinModules: names,
    isBuiltin: (name: string) => names.includes(name.replace(/^node:/, "")),
    Module,
  });
  return { builtin, load, requireFrom };
}
