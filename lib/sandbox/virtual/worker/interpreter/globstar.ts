interface Entry {
  name: string;
  isDirectory: boolean;
}

/** What the interpreter's expansion of patterns offers. */
export interface Globber {
  cwd: string;
  dotglob: boolean;
  fs: {
    readdirWithFileTypes(path: string): Promise<readonly Entry[]>;
    resolvePath(base: string, path: string): string;
    stat(path: string): Promise<{ isDirectory: boolean }>;
    exists(path: string): Promise<boolean>;
  };
  checkOpsLimit(): void;
  hasGlobChars(segment: string): boolean;
  /** The names in a folder that fit one segment of a pattern, as the pattern would show them. */
  expandSegments(directory: string, shown: string, segments: readonly string[]): Promise<string[]>;
}

/** The paths of a pattern of which some segment is `**`, in order: that one stands for any number of folders, also none. */
export async function globstar(globber: Globber, pattern: string): Promise<string[]> {
  const isAbsolute = pattern.startsWith("/");
  const segments = pattern
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) =>
      segment === "**" ? segment : segment.replace(/\\.|\*\*+/gs, (text) => (text[0] === "*" ? "*" : text)),
    )
    .filter((segment, index, all) => segment !== "**" || all[index - 1] !== "**");
  const found = await walk(globber, isAbsolute ? "/" : "", segments);
  return [...new Set(found)].sort();
}

/** `passed`: some `**` stood before these segments; bash shows the folder itself without its slash then. */
async function walk(globber: Globber, shown: string, segments: readonly string[], passed = false): Promise<string[]> {
  const [first, ...rest] = segments;
  if (first === undefined) return [shown];
  const directory = globber.fs.resolvePath(globber.cwd, shown === "" ? "." : shown);
  if (first === "**") {
    const below = await entriesBelow(globber, directory, shown);
    if (rest.length === 0) {
      const itself = shown === "" || shown.endsWith("/") || passed ? [shown] : [`${shown}/`];
      return [...itself.filter((path) => path !== ""), ...below.map(({ path }) => path)];
    }
    const result = await walk(globber, shown, rest, true);
    for (const { path, isDirectory } of below) if (isDirectory) result.push(...(await walk(globber, path, rest, true)));
    return result;
  }
  const here = globber.hasGlobChars(first)
    ? await globber.expandSegments(directory, shown, [first])
    : (await globber.fs.exists(globber.fs.resolvePath(directory, first)))
      ? [joined(shown, first)]
      : [];
  if (rest.length === 0) return here;
  const result: string[] = [];
  for (const path of here) {
    if ((await globber.fs.stat(globber.fs.resolvePath(globber.cwd, path))).isDirectory) {
      result.push(...(await walk(globber, path, rest, passed)));
    }
  }
  return result;
}

async function entriesBelow(
  globber: Globber,
  directory: string,
  shown: string,
): Promise<{ path: string; isDirectory: boolean }[]> {
  globber.checkOpsLimit();
  const result: { path: string; isDirectory: boolean }[] = [];
  const entries = await globber.fs.readdirWithFileTypes(directory).catch(() => []);
  for (const { name, isDirectory } of entries) {
    if (name.startsWith(".") && !globber.dotglob) continue;
    const path = joined(shown, name);
    result.push({ path, isDirectory });
    if (isDirectory) result.push(...(await entriesBelow(globber, globber.fs.resolvePath(directory, name), path)));
  }
  return result;
}

function joined(shown: string, name: string): string {
  return shown === "" || shown.endsWith("/") ? `${shown}${name}` : `${shown}/${name}`;
}
