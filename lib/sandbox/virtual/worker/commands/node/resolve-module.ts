import { exports as packageExports, imports as packageImports } from "resolve.exports";
import { joinPath, parentPath, resolvePath } from "@/lib/core/sandbox/resolve-path";
import { CallFailure, type ProgramFiles } from "./program-files";

export type ModuleFormat = "commonjs" | "module" | "json";
export type ResolvedModule = { kind: "builtin"; name: string } | { kind: "file"; path: string };

interface PackageFile {
  folder: string;
  content: { type?: unknown; main?: unknown; exports?: unknown; imports?: unknown; name?: unknown };
}

const EXTENSIONS = [".js", ".json", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".tsx"];
/** What TypeScript writes for a file that is still in its own language. */
const TYPESCRIPT_TWINS: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};
const BUILTIN_ONLY_WITH_SCHEME = ["test", "sea", "sqlite"];

/** Node's own names; those that the guest does not have are refused by it, by name. */
const BUILTINS = new Set(
  `assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
  dns/promises domain events fs fs/promises http http2 https inspector module net os path path/posix path/win32 perf_hooks
  process punycode querystring readline readline/promises repl stream stream/consumers stream/promises stream/web
  string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib`.split(
    /\s+/,
  ),
);

/** Where `name`, as written in the file `from`, leads. @throws CallFailure in Node's words. */
export function resolveModule(
  files: ProgramFiles,
  name: string,
  from: string,
  how: "import" | "require",
): ResolvedModule {
  const bare = name.startsWith("node:") ? name.slice(5) : name;
  if (name.startsWith("node:") || BUILTINS.has(name)) {
    if (BUILTINS.has(bare) || BUILTIN_ONLY_WITH_SCHEME.includes(bare)) return { kind: "builtin", name: bare };
    throw new CallFailure("ERR_UNKNOWN_BUILTIN_MODULE", `No such built-in module: ${name}`);
  }
  const folder = parentPath(from);
  if (/^(\.{1,2})?(\/|$)|^\.\.?$/.test(name)) return file(files, resolvePath(folder, name), name, from, how);
  if (name.startsWith("file:")) return file(files, decodeURIComponent(new URL(name).pathname), name, from, how);
  if (/^(data|https?):/.test(name)) {
    const words = `Only URLs with a scheme in: file and node are supported here. Received protocol '${name.split(":")[0]}:'`;
    throw new CallFailure("ERR_UNSUPPORTED_ESM_URL_SCHEME", words);
  }
  const own = packageOf(files, folder);
  if (name.startsWith("#")) {
    const inside = own === undefined ? undefined : mapped(() => packageImports(own.content, name, conditions(how)));
    if (own !== undefined && inside !== undefined) return file(files, resolvePath(own.folder, inside), name, from, how);
    const words = `Package import specifier "${name}" is not defined${own === undefined ? "" : ` in package ${own.folder}/package.json`} imported from ${from}`;
    throw new CallFailure("ERR_PACKAGE_IMPORT_NOT_DEFINED", words);
  }
  return fromPackages(files, name, from, how, own);
}

function conditions(how: "import" | "require") {
  return { conditions: ["node"], require: how === "require" };
}

function mapped(work: () => unknown): string | undefined {
  try {
    const found = work();
    return Array.isArray(found) && typeof found[0] === "string" ? found[0] : undefined;
  } catch {
    return undefined;
  }
}

function fromPackages(
  files: ProgramFiles,
  name: string,
  from: string,
  how: "import" | "require",
  own: PackageFile | undefined,
): ResolvedModule {
  const [, packageName = name, inside = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(name) ?? [];
  const subpath = inside === "" ? "." : `./${inside}`;
  if (own?.content.name === packageName && own.content.exports !== undefined) {
    const to = mapped(() => packageExports(own.content as never, subpath, conditions(how)));
    if (to !== undefined) return file(files, resolvePath(own.folder, to), name, from, how);
  }
  for (let folder = parentPath(from); ; folder = parentPath(folder)) {
    const root = joinPath(joinPath(folder, "node_modules"), packageName);
    if (files.exists(root)) {
      const found = packageAt(files, root);
      if (found?.content.exports !== undefined && found.content.exports !== null) {
        const to = mapped(() => packageExports(found.content as never, subpath, conditions(how)));
        if (to === undefined) {
          const words = `Package subpath '${subpath}' is not defined by "exports" in ${root}/package.json`;
          throw new CallFailure("ERR_PACKAGE_PATH_NOT_EXPORTED", words);
        }
        return file(files, resolvePath(root, to), name, from, how);
      }
      return file(files, inside === "" ? root : resolvePath(root, inside), name, from, "require");
    }
    if (folder === "/") break;
  }
  throw missing(`package '${packageName}'`, name, from, how);
}

function missing(what: string, name: string, from: string, how: "import" | "require"): CallFailure {
  if (how === "import") return new CallFailure("ERR_MODULE_NOT_FOUND", `Cannot find ${what} imported from ${from}`);
  return new CallFailure("MODULE_NOT_FOUND", `Cannot find module '${name}'\nRequire stack:\n- ${from}`);
}

function isFile(files: ProgramFiles, path: string): boolean {
  return files.tree.find(path)?.type === "file";
}

/** `require` tries endings and folders; `import` takes the path as written, but for TypeScript, whose writers leave them out. */
function file(
  files: ProgramFiles,
  path: string,
  name: string,
  from: string,
  how: "import" | "require",
): ResolvedModule {
  const found = exactFile(files, path) ?? (how === "require" || isTypeScript(from) ? guessed(files, path) : undefined);
  if (found !== undefined) return { kind: "file", path: files.tree.realPath(found) };
  if (how === "import" && files.tree.find(path)?.type === "directory") {
    const words = `Directory import '${path}' is not supported resolving ES modules imported from ${from}`;
    throw new CallFailure("ERR_UNSUPPORTED_DIR_IMPORT", words);
  }
  throw missing(`module '${path}'`, name, from, how);
}

export function isTypeScript(path: string): boolean {
  return /\.[mc]?tsx?$/.test(path);
}

function exactFile(files: ProgramFiles, path: string): string | undefined {
  if (isFile(files, path)) return path;
  const ending = /\.[mc]?js$/.exec(path)?.[0] ?? "";
  const twins = (TYPESCRIPT_TWINS[ending] ?? []).map((twin) => path.slice(0, -ending.length) + twin);
  return twins.find((twin) => isFile(files, twin));
}

function guessed(files: ProgramFiles, path: string): string | undefined {
  for (const extension of EXTENSIONS) if (isFile(files, path + extension)) return path + extension;
  if (files.tree.find(path)?.type !== "directory") return undefined;
  const main = packageAt(files, path)?.content.main;
  if (typeof main === "string" && main !== "" && resolvePath(path, main) !== path) {
    const found = exactFile(files, resolvePath(path, main)) ?? guessed(files, resolvePath(path, main));
    if (found !== undefined) return found;
  }
  return EXTENSIONS.map((extension) => `${path}/index${extension}`).find((index) => isFile(files, index));
}

function packageAt(files: ProgramFiles, folder: string): PackageFile | undefined {
  const path = joinPath(folder, "package.json");
  if (!isFile(files, path)) return undefined;
  const text = new TextDecoder().decode(files.tree.read(path));
  try {
    const content: unknown = JSON.parse(text);
    return { folder, content: typeof content === "object" && content !== null ? content : {} };
  } catch (error) {
    const words = `Invalid package config ${path}. ${error instanceof Error ? error.message : ""}`.trim();
    throw new CallFailure("ERR_INVALID_PACKAGE_CONFIG", words);
  }
}

/** The package that a folder belongs to. */
function packageOf(files: ProgramFiles, folder: string): PackageFile | undefined {
  for (let at = folder; ; at = parentPath(at)) {
    const found = packageAt(files, at);
    if (found !== undefined) return found;
    if (at === "/" || at.endsWith("/node_modules")) return undefined;
  }
}

/** What a file is by its name and its package; undefined when only its text can tell. */
export function declaredFormat(files: ProgramFiles, path: string): ModuleFormat | undefined {
  if (path.endsWith(".json")) return "json";
  if (/\.m[jt]s$/.test(path)) return "module";
  if (/\.c[jt]s$/.test(path)) return "commonjs";
  const type = packageOf(files, parentPath(path))?.content.type;
  return type === "module" || type === "commonjs" ? type : undefined;
}
