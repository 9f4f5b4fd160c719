import type { LinkOptions } from "../guest/link-modules";
import { requiredSpecifiers } from "./required-specifiers";

export interface LoadPorts {
  /** Node's `require`, from where the packages are installed. */
  require(specifier: string): object;
  import(specifier: string): Promise<object>;
}

type Loaded = { ok: true; exports: object } | { ok: false; error: unknown };

/**
 * What the tool's files import of npm and Node, loaded before they run, because an ES module may have to be awaited. One that
 * cannot be loaded fails where it is asked for, so a package that is only wanted inside of a branch may be missing.
 */
export async function loadPackages(
  modules: Readonly<Record<string, string>>,
  known: readonly string[],
  ports: LoadPorts,
): Promise<NonNullable<LinkOptions["elsewhere"]>> {
  const wanted = new Set(Object.values(modules).flatMap(requiredSpecifiers));
  const loaded = new Map<string, Loaded>();
  for (const specifier of wanted) {
    if (specifier.startsWith(".") || known.includes(specifier)) continue;
    loaded.set(specifier, await load(specifier, ports));
  }
  return (specifier) => {
    const found = loaded.get(specifier);
    if (found === undefined || found.ok) return found?.exports;
    throw found.error;
  };
}

async function load(specifier: string, ports: LoadPorts): Promise<Loaded> {
  try {
    return { ok: true, exports: ports.require(specifier) };
  } catch (error) {
    if (!isForImport(error)) return { ok: false, error };
  }
  try {
    return { ok: true, exports: { ...(await ports.import(specifier)), __esModule: true } };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Node's words for an ES module that `require` does not take, or that a package gives to `import` only. */
function isForImport(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === "ERR_REQUIRE_ESM" || code === "ERR_REQUIRE_ASYNC_MODULE" || code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
}
