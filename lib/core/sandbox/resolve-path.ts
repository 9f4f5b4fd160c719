import { SandboxError } from "./sandbox-error";

/**
 * The absolute, normalised form of `path`. Relative paths resolve against `cwd`; `..` stops at the root, so no text leaves
 * the sandbox. Only `/` separates: a backslash, a newline or an emoji is an ordinary character of a name.
 */
export function resolvePath(cwd: string, path: string): string {
  if (path === "") throw new SandboxError("invalid-path", "The path is empty.", { path });
  if (path.includes("\0")) throw new SandboxError("invalid-path", "The path contains a NUL character.", { path });
  if (path.length > MAX_PATH_LENGTH) {
    throw new SandboxError("invalid-path", `The path is longer than ${MAX_PATH_LENGTH} characters.`);
  }
  if (HALF_CHARACTER.test(path)) {
    throw new SandboxError("invalid-path", "The path holds half of a character (a lone surrogate).");
  }
  if (NORMALISED.test(path)) return path;
  const segments: string[] = [];
  for (const segment of (path.startsWith("/") ? path : `${cwd}/${path}`).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

const MAX_PATH_LENGTH = 4096;
/** What no file system and no store can keep as it is. */
const HALF_CHARACTER = /\p{Surrogate}/u;
/** Nearly every path that is asked for: absolute, and nothing in it to leave out. */
const NORMALISED = /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/;

/** The segments of an absolute, normalised path. */
export function pathSegments(path: string): string[] {
  return path === "/" ? [] : path.slice(1).split("/");
}

export function parentPath(path: string): string {
  const end = path.lastIndexOf("/");
  return end <= 0 ? "/" : path.slice(0, end);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** Whether `path` is `directory` or lies below it; both absolute and normalised. */
export function isWithin(path: string, directory: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}

/** `path` as seen from `directory`, or unchanged when it lies elsewhere; `.` for the directory itself. */
export function relativePath(directory: string, path: string): string {
  if (path === directory) return ".";
  if (!isWithin(path, directory)) return path;
  return path.slice(directory === "/" ? 1 : directory.length + 1);
}
