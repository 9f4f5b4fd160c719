import { fail, ok, type Result } from "@/lib/core/errors/result";

/**
 * The relative path under which a brought file may be placed. Refused, never repaired: `..`, absolute paths, drive
 * letters, NUL. A backslash separates only in archives that Windows made, and a path that would then climb is refused too.
 */
export function importPath(name: string): Result<string> {
  if (name === "" || name.includes("\0")) return refused(name, "its name is empty or contains a NUL character");
  if (name.startsWith("/") || name.startsWith("\\")) return refused(name, "its path is absolute");
  if (/^[A-Za-z]:[\\/]/.test(name)) return refused(name, "its path begins with a drive letter");
  if (name.split(/[\\/]/).includes("..")) return refused(name, "its path climbs out with `..`");
  const path = name
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
  return path === "" ? refused(name, "its name is empty") : ok(path);
}

function refused(name: string, reason: string): Result<never> {
  const shown = JSON.stringify(name.slice(0, 200));
  return fail("invalid-path", `${shown} was left out: ${reason}.`, { field: name });
}
