import type { ToolRun } from "../tool/text-tool";

/** `all` parts must stand, `parents` all but the last, or `none`. */
export type Existing = "all" | "parents" | "none";

const MOST_LINKS = 40;

/** The absolute path of `name` with every link on it followed. Throws an error that begins with a code such as ENOENT. */
export async function resolveLinks(run: ToolRun, name: string, existing: Existing): Promise<string> {
  const { fs, cwd } = run.context;
  if (name === "") throw new Error("ENOENT");
  let pending = partsOf(name.startsWith("/") ? name : `${cwd}/${name}`);
  let path = "";
  let followed = 0;
  while (pending.length > 0) {
    run.step();
    const [part = "", ...rest] = pending;
    pending = rest;
    if (part === "..") {
      path = path.replace(/\/[^/]*$/, "");
      continue;
    }
    const here = `${path}/${part}`;
    const found = await fs.lstat(here).catch(() => undefined);
    if (found === undefined) {
      if (existing === "all" || (existing === "parents" && pending.length > 0)) throw new Error("ENOENT");
    } else if (found.isSymbolicLink) {
      followed += 1;
      if (followed > MOST_LINKS) throw new Error("ELOOP");
      const target = await fs.readlink(here);
      pending = [...partsOf(target), ...pending];
      if (target.startsWith("/")) path = "";
      continue;
    } else if (!found.isDirectory && existing !== "none" && (pending.length > 0 || name.endsWith("/"))) {
      throw new Error("ENOTDIR");
    }
    path = here;
  }
  return path === "" ? "/" : path;
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}
